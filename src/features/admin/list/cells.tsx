import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** The name of a row, which leads to it: room for a finger, no taller than its line. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="-my-2.75 inline-flex min-h-11 min-w-11 items-center font-semibold wrap-anywhere tabular-nums hover:underline"
    >
      {children}
    </Link>
  )
}

/** An e-mail address in a cell: it breaks at its @ before it breaks inside a word. */
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
