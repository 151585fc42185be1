const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** "14:05", on the clock of this phone (R-CHAT-16). */
export function formatClock(at: number): string {
  const d = new Date(at)
  return `${String(d.getHours()).padStart(2, '0')}:${String(d.getMinutes()).padStart(2, '0')}`
}

/** Days of the calendar between an instant and now: 0 today, 1 yesterday. */
function daysAgo(at: number, now: number): number {
  const [then, today] = [new Date(at), new Date(now)]
  // Counted from noon to noon, so that a day of 23 hours is a day.
  const noon = (d: Date) => new Date(d.getFullYear(), d.getMonth(), d.getDate(), 12).getTime()
  return Math.round((noon(today) - noon(then)) / 86_400_000)
}

/** When a chat was last touched: "14:05", "Yesterday", "12 Nov", "12 Nov 2025". */
export function formatListTime(at: number, now: number): string {
  const days = daysAgo(at, now)
  if (days === 0) return formatClock(at)
  if (days === 1) return 'Yesterday'
  const [then, today] = [new Date(at), new Date(now)]
  const day = `${then.getDate()} ${(months[then.getMonth()] ?? '').slice(0, 3)}`
  return then.getFullYear() === today.getFullYear() ? day : `${day} ${then.getFullYear()}`
}

/** Between the messages of two days: "Today", "Yesterday", "Monday 12 November". */
export function formatDayName(at: number, now: number): string {
  const days = daysAgo(at, now)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  const [then, today] = [new Date(at), new Date(now)]
  const day = `${weekdays[then.getDay()]} ${then.getDate()} ${months[then.getMonth()]}`
  return then.getFullYear() === today.getFullYear() ? day : `${day} ${then.getFullYear()}`
}
