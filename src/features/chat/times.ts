const name = (part: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en', part)
const months = { short: name({ month: 'short' }), long: name({ month: 'long' }) }
const weekday = name({ weekday: 'long' })

/** Formats a time as "14:05" in the time zone of this phone (R-CHAT-16). */
export const formatClock = (at: number): string => new Date(at).toTimeString().slice(0, 5)

/** Returns "Today" or "Yesterday"; `undefined` for other days. */
function nearDay(at: number, now: number): 'Today' | 'Yesterday' | undefined {
  const then = new Date(at).toDateString()
  const today = new Date(now)
  if (then === today.toDateString()) return 'Today'
  today.setDate(today.getDate() - 1)
  return then === today.toDateString() ? 'Yesterday' : undefined
}

/** Formats a date as "12 November", with the year unless it is the current one. */
function dayOfMonth(at: number, now: number, month: 'short' | 'long'): string {
  const then = new Date(at)
  const day = `${then.getDate()} ${months[month].format(then)}`
  return then.getFullYear() === new Date(now).getFullYear() ? day : `${day} ${then.getFullYear()}`
}

/** Formats the time of a chat's last update: "14:05", "Yesterday", "12 Nov", "12 Nov 2025". */
export function formatListTime(at: number, now: number): string {
  const near = nearDay(at, now)
  return near === 'Today' ? formatClock(at) : (near ?? dayOfMonth(at, now, 'short'))
}

/** Formats the heading between two days of messages: "Today", "Yesterday", "Monday 12 November". */
export const formatDayName = (at: number, now: number): string =>
  nearDay(at, now) ?? `${weekday.format(at)} ${dayOfMonth(at, now, 'long')}`
