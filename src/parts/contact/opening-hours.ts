import type { OpeningHours } from '#contract/users/profile.ts'

/** Names of the days in the order of `opening_hours`. */
export const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const short = days.map((day) => day.slice(0, 3))

const hoursText = (hours: OpeningHours[number] | undefined) =>
  hours ? `${hours.open}–${hours.close}` : 'closed'

/** Formats hours with one line for consecutive days of equal hours: "Mon–Fri 08:00–17:00"; no lines when unknown. */
export function formatOpeningHours(week: OpeningHours): string[] {
  const runs: { from: number; to: number; words: string }[] = []
  for (const [day, hours] of week.entries()) {
    const words = hoursText(hours)
    const last = runs.at(-1)
    if (last?.words === words) last.to = day
    else runs.push({ from: day, to: day, words })
  }
  return runs.map(({ from, to, words }) =>
    from === to ? `${short[from]} ${words}` : `${short[from]}–${short[to]} ${words}`,
  )
}

/** State of a place: open until a time, or closed until the next opening; both times as a clock shows them. */
type OpenState = { open: true; until: string } | { open: false; next: string | undefined }

/** Returns the state at the local time `now`, "2026-03-12T14:05"; undefined when the hours are unknown. */
export function readOpenState(week: OpeningHours, now: string): OpenState | undefined {
  if (week.length < days.length) return undefined
  const [date = '', time = ''] = now.split('T')
  // Sunday is day 0 of a `Date` and the last day of `opening_hours`.
  const today = (new Date(`${date}T00:00Z`).getUTCDay() + 6) % days.length
  const hours = week[today]
  if (hours && hours.open <= time && time < hours.close) return { open: true, until: hours.close }
  for (const ahead of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const day = (today + ahead) % days.length
    const opens = week[day]?.open
    if (opens === undefined || (ahead === 0 && opens <= time)) continue
    const when = ahead === 0 ? 'today' : ahead === 1 ? 'tomorrow' : short[day]
    return { open: false, next: `${when} ${opens}` }
  }
  return { open: false, next: undefined }
}
