import { IconArrowLeft } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import { regionOf } from '#contract/values/region.ts'
import { useSiteSettings } from '#local/react'
import { formatDayAndTime } from '#ui/show/day-and-time.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

/** Links the name of a row to its page. The link is large enough to tap, but no taller than its lines. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="relative inline-block min-w-11 font-semibold wrap-anywhere tabular-nums after:absolute after:inset-x-0 after:-inset-y-2.75 hover:underline"
    >
      {children}
    </Link>
  )
}

/** Shows an e-mail address that breaks at its @ before it breaks inside a word. */
export function MailAddress({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <span className="wrap-anywhere lg:wrap-break-word">
      {address.slice(0, Math.max(0, at))}
      <wbr />
      {address.slice(Math.max(0, at))}
    </span>
  )
}

interface PersonCellProps {
  name: string
  /** Address of the person's page. */
  href?: string
  /** Other names of the person. */
  also?: string
  email?: string
}
export function PersonCell({ name, href, also = '', email = '' }: PersonCellProps) {
  return (
    <div className="wrap-anywhere lg:min-w-44">
      {href === undefined ? name : <RowLink href={href}>{name}</RowLink>}
      {also !== '' && <p className="text-13 text-ink-3">{also}</p>}
      {email !== '' && (
        <p className="text-13 text-ink-3">
          <MailAddress address={email} />
        </p>
      )}
    </div>
  )
}

type RowButtonProps = Pick<ComponentProps<typeof Button>, 'look' | 'children'> & {
  /** Name of the row, for people who do not see the row. */
  of: string
  onClick: () => void
}
/** Shows a button for an action on a row. */
export function RowButton({ look = 'outline', of, onClick, children }: RowButtonProps) {
  return (
    <Button look={look} size="sm" onClick={onClick} className="whitespace-nowrap">
      {children}
      <span className="sr-only"> {of}</span>
    </Button>
  )
}

/** Links from one entry back to the list. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="-ml-1 inline-flex min-h-11 items-center gap-1.5 font-medium text-brand hover:underline"
    >
      <Icon of={IconArrowLeft} size={20} />
      {children}
    </Link>
  )
}

/** Returns a function that formats an instant as day and time in the time zone of the market. */
export function useMarketTime(): (iso: string) => string {
  const { timeZone } = regionOf[useSiteSettings().market]
  return (iso) => formatDayAndTime(iso, timeZone)
}
/** Returns the day of a formatted time. */
export const dayOf = (time: string): string => time.split(',', 1)[0] ?? time
export function Instant({ at }: { at: string }) {
  return <span className="tabular-nums lg:whitespace-nowrap">{useMarketTime()(at)}</span>
}
