import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconShape } from '../icon.tsx'

interface Props<Tone> {
  tone?: Tone
  icon?: IconShape
  className?: string
  children: ReactNode
}

/** Renders a short text in its own colours. */
function word(look: string, { icon, className, children }: Props<string>) {
  return (
    <span className={classNames('inline-flex items-center gap-1', look, className)}>
      {icon && <Icon of={icon} size={16} />}
      {children}
    </span>
  )
}

const strong = {
  amber: 'bg-amber text-on-amber',
  brand: 'bg-brand text-on-brand',
  dark: 'bg-[#14211c]/85 text-white',
  plain: 'bg-surface text-ink',
}

/** Shows a short text on top of a picture: Featured, Just listed, Sold. */
export function Badge(props: Props<keyof typeof strong>) {
  return word(`rounded-chip px-2 py-1 text-xs font-semibold ${strong[props.tone ?? 'plain']}`, props)
}

const quiet = {
  brand: 'bg-brand-tint text-brand',
  amber: 'bg-amber-tint text-amber-ink',
  danger: 'bg-danger-tint text-danger',
  plain: 'bg-sunken text-ink-2',
}

/** Shows a short statement in running content: "8 % under market", "Draft". The text carries the meaning, not the colour. */
export function Pill(props: Props<keyof typeof quiet>) {
  return word(
    `whitespace-nowrap rounded-pill px-2.5 py-1 text-13 font-medium ${quiet[props.tone ?? 'plain']}`,
    props,
  )
}

/** Shows a number in a dot, at most "99+"; renders nothing at zero. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null
  return (
    <span className="inline-flex h-5 min-w-5 items-center justify-center rounded-pill bg-amber px-1.5 text-xs font-bold text-on-amber tabular-nums">
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
