import { instantIn, wallTime } from '#contract/values/zone.ts'
import { formatDayAndTime } from '#ui/show/day-and-time.ts'

/** Days and times to choose from, in the time zone of the market and not of the phone (R-VAL-60). */

const dayMs = 24 * 60 * 60_000
const first = 8 * 60
const last = 18 * 60
const step = 30
/** Number of days to choose by tap; a later day can be typed. */
const daysAhead = 14

const two = (n: number) => String(n).padStart(2, '0')
const timesOfDay = Array.from(
  { length: (last - first) / step + 1 },
  (_, i) => `${two(Math.floor((first + i * step) / 60))}:${two((first + i * step) % 60)}`,
)

/** A day as YYYY-MM-DD or a time as HH:MM, to choose by tap. */
export interface Slot {
  value: string
  label: string
  /** Whether the slot is over. */
  disabled: boolean
}

/** Returns every half hour of one day from 08:00 to 18:00; past slots are disabled (R-VAL-61). */
export function listSlots(day: string, timeZone: string, now: number): Slot[] {
  // Times of one zone can be compared as text.
  const clock = wallTime(timeZone, now)
  return timesOfDay.map((time) => ({ value: time, label: time, disabled: `${day}T${time}` <= clock }))
}

export const isPast = (time: string, timeZone: string, now: number): boolean =>
  Date.parse(instantIn(timeZone, time)) <= now

/** Returns the next days with a free slot, beginning with today if it has one. */
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

/** Returns the next half hour in the format of a date-and-time control. */
export function findNextSlot(timeZone: string, now: number): string {
  const half = step * 60_000
  return wallTime(timeZone, Math.floor(now / half + 1) * half)
}

/** Names a time zone for people: "South Africa Standard Time (GMT+2)". */
export function formatZone(timeZone: string, now: number): string {
  const name = (timeZoneName: 'long' | 'shortOffset') =>
    new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName })
      .formatToParts(now)
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  return `${name('long')} (${name('shortOffset')})`
}

/** Returns the time on this phone's own clock; undefined when both clocks show the same. */
export function formatOnOwnClock(time: string, timeZone: string): string | undefined {
  const at = Date.parse(instantIn(timeZone, time))
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const shown = wallTime(own, at)
  return shown === time || shown === '' ? undefined : formatDayAndTime(new Date(at).toISOString(), own)
}
