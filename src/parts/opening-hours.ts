import type { OpeningHours } from '#contract/users/profile.ts'

/** As `opening_hours` counts them. */
export const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const short = days.map((day) => day.slice(0, 3))

const said = (hours: OpeningHours[number] | undefined) => (hours ? `${hours.open}–${hours.close}` : 'closed')

/** "Mon–Fri 08:00–17:00": days in a row with the same hours are one line; none when nobody has said. */
export function hoursLines(week: OpeningHours): string[] {
  const runs: { from: number; to: number; words: string }[] = []
  for (const [day, hours] of week.entries()) {
    const words = said(hours)
    const last = runs.at(-1)
    if (last?.words === words) last.to = day
    else runs.push({ from: day, to: day, words })
  }
  return runs.map(({ from, to, words }) =>
    from === to ? `${short[from]} ${words}` : `${short[from]}–${short[to]} ${words}`,
  )
}
