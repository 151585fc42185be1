import { instantIn, wallTime } from '#contract/values/zone.ts'
import { formatDayAndTime } from '#ui/show/day-and-time.ts'

/** Days and times to choose from, on the clock of the market, whatever zone the phone is in (R-VAL-60). */

const dayMs = 24 * 60 * 60_000
const first = 8 * 60
const last = 18 * 60
const step = 30
/** Days that are offered at a tap; any later one can be typed. */
const daysAhead = 14

const two = (n: number) => String(n).padStart(2, '0')
const timesOfDay = Array.from(
  { length: (last - first) / step + 1 },
  (_, i) => `${two(Math.floor((first + i * step) / 60))}:${two((first + i * step) % 60)}`,
)

/** A day as YYYY-MM-DD or a time as HH:MM, to be chosen at a tap. */
export interface Slot {
  value: string
  label: string
  /** It is over. */
  disabled: boolean
}

/** Every half hour from 08:00 to 18:00 of one day; what is over cannot be chosen (R-VAL-61). */
export function listSlots(day: string, timeZone: string, now: number): Slot[] {
  // Times on one clock are compared as they are written.
  const clock = wallTime(timeZone, now)
  return timesOfDay.map((time) => ({ value: time, label: time, disabled: `${day}T${time}` <= clock }))
}

/** Whether a time on that zone's clock is over. */
export const isPast = (time: string, timeZone: string, now: number): boolean =>
  Date.parse(instantIn(timeZone, time)) <= now

/** The next days that have a free slot, the first of them today where it has. */
export function listBookableDays(timeZone: string, now: number): Slot[] {
  const today = wallTime(timeZone, now).slice(0, 10)
  const midnight = Date.parse(`${today}T00:00Z`)
  const days = Array.from({ length: daysAhead + 1 }, (_, n) => {
    const at = midnight + n * dayMs
    return { value: new Date(at).toISOString().slice(0, 10), label: labelOf(at, n), disabled: false }
  })
  const isOver = listSlots(today, timeZone, now).every(({ disabled }) => disabled)
  return days.slice(isOver ? 1 : 0).slice(0, daysAhead)
}
function labelOf(at: number, n: number): string {
  if (n === 0) return 'Today'
  if (n === 1) return 'Tomorrow'
  const date = new Date(at)
  const format = (part: Intl.DateTimeFormatOptions) =>
    date.toLocaleDateString('en-GB', { ...part, timeZone: 'UTC' })
  return `${format({ weekday: 'short' })} ${format({ day: 'numeric' })} ${format({ month: 'short' })}`
}

/** The first half hour that is not over yet, as a date-and-time control has it. */
export function findNextSlot(timeZone: string, now: number): string {
  const half = step * 60_000
  return wallTime(timeZone, Math.floor(now / half + 1) * half)
}

/** "South Africa Standard Time (GMT+2)": whose clock it is. */
export function formatZone(timeZone: string, now: number): string {
  const name = (timeZoneName: 'long' | 'shortOffset') =>
    new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName })
      .formatToParts(now)
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  return `${name('long')} (${name('shortOffset')})`
}

/** What this phone's own clock shows at that time, when it is another; undefined when it is the same. */
export function formatOnOwnClock(time: string, timeZone: string): string | undefined {
  const at = Date.parse(instantIn(timeZone, time))
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const shown = wallTime(own, at)
  return shown === time || shown === '' ? undefined : formatDayAndTime(new Date(at).toISOString(), own)
}
