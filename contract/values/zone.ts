/** Times that a person picks on the clock of their market, and the instants they mean (R-VAL-60). */

const zoned = /(Z|[+-]\d\d:\d\d)$/
const minute = 60_000

/** What a clock in this zone shows, to the minute, as a date-and-time control writes it; empty when it is no instant. */
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

/** Milliseconds that a clock in this zone is ahead of UTC at that instant. */
export function aheadOf(timeZone: string, at: number): number {
  const whole = Math.floor(at / minute) * minute
  return Date.parse(`${wallTime(timeZone, whole)}Z`) - whole
}

/** The instant of a time without a zone, on that zone's clock; one that names its zone means the same everywhere. */
export function instantIn(timeZone: string, time: string): string {
  if (zoned.test(time)) return new Date(time).toISOString()
  const wall = Date.parse(`${time}Z`)
  const ahead = (at: number) => aheadOf(timeZone, at)
  // The offset at that instant, not at the one that has its name in UTC.
  return new Date(wall - ahead(wall - ahead(wall))).toISOString()
}
