import { useServerNow } from '#local/react'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a time as short as possible: the time of day, with the date if it was not today. */
export function formatTime(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)]
  const clock = then.toTimeString().slice(0, 5)
  if (then.toDateString() === today.toDateString()) return clock
  return `${then.getDate()} ${months[then.getMonth()]} ${clock}`
}

/** Formats an age in completed units, like the age beside a price: "3 h ago". */
export function formatAgo(at: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - at) / 60_000))
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h ago`
  return `${Math.floor(hours / 24)} days ago`
}

export function Freshness({ at, className = '' }: { at: number; className?: string }) {
  const now = useServerNow()
  return (
    <time dateTime={new Date(at).toISOString()} className={className}>
      as of {formatAgo(at, now)}
    </time>
  )
}
