import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconShape } from '../icon.tsx'

const tones = {
  brand: 'bg-brand-tint text-brand',
  amber: 'bg-amber-tint text-amber-ink',
  danger: 'bg-danger-tint text-danger',
  plain: 'bg-sunken text-ink-2',
}

/** A quiet statement in running content: "8 % under market", "Draft". Words, not colour alone. */
export function Pill(props: {
  tone?: keyof typeof tones
  icon?: IconShape
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-pill px-2.5 py-1 text-13 font-medium',
        tones[props.tone ?? 'plain'],
        props.className,
      )}
    >
      {props.icon && <Icon of={props.icon} size={16} />}
      {props.children}
    </span>
  )
}
