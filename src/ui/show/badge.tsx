import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconShape } from '../icon.tsx'

const tones = {
  amber: 'bg-amber text-on-amber',
  brand: 'bg-brand text-on-brand',
  dark: 'bg-[#14211c]/85 text-white',
  plain: 'bg-surface text-ink',
}

/** A short word on top of a picture: Featured, Just listed, Sold. */
export function Badge(props: {
  tone?: keyof typeof tones
  icon?: IconShape
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-chip px-2 py-1 text-xs font-semibold',
        tones[props.tone ?? 'plain'],
        props.className,
      )}
    >
      {props.icon && <Icon of={props.icon} size={16} />}
      {props.children}
    </span>
  )
}

/** How many: a number in a dot, at most "99+". Nothing at zero. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null
  return (
    <span className="inline-flex h-5 min-w-5 items-center justify-center rounded-pill bg-amber px-1.5 text-xs font-bold text-on-amber tabular-nums">
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
