/** Converts between local times in the market's time zone and instants (R-VAL-60). */

const zoned = /(Z|[+-]\d\d:\d\d)$/
const minute = 60_000

/** Returns the local time in a zone, to the minute, in the format of a date-and-time control; empty for an invalid instant. */
export function wallTime(timeZone: string, instant: number): string {
  if (Number.isNaN(instant)) return ''
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const parts = format.formatToParts(instant).map(({ type, value }): [string, string] => [type, value])
  const { year = '', month = '', day = '', hour = '', minute = '' } = Object.fromEntries(parts)
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`
}

/** Returns the zone's offset from UTC at an instant, in milliseconds. */
export function aheadOf(timeZone: string, at: number): number {
  const whole = Math.floor(at / minute) * minute
  return Date.parse(`${wallTime(timeZone, whole)}Z`) - whole
}

/** Returns the instant of a local time in a zone; a time with its own zone ignores `timeZone`. */
export function instantIn(timeZone: string, time: string): string {
  if (zoned.test(time)) return new Date(time).toISOString()
  const wall = Date.parse(`${time}Z`)
  const ahead = (at: number) => aheadOf(timeZone, at)
  // Uses the offset at the local time's own instant, not the offset at the UTC instant with the same digits.
  return new Date(wall - ahead(wall - ahead(wall))).toISOString()
}
