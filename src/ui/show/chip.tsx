import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'

const base =
  'inline-flex min-h-11 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-pill border px-4 text-sm font-medium transition active:scale-[.98]'
const on = 'border-transparent bg-brand-tint text-brand'
const off = 'border-line bg-surface text-ink hover:bg-sunken'

/** Renders a choice that can be on or off, or a shortcut that opens something. */
export function Chip(props: {
  pressed?: boolean
  onClick: () => void
  className?: string
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={props.pressed}
      onClick={props.onClick}
      className={classNames(base, props.pressed ? on : off, props.className)}
    >
      {props.children}
    </button>
  )
}

/** Renders a chosen value with a cross; a press on any part of the chip removes it. Screen readers read "Remove Automatic". */
export function RemovableChip(props: { label: string; onRemove: () => void; className?: string }) {
  return (
    <button
      type="button"
      aria-label={`Remove ${props.label}`}
      onClick={props.onRemove}
      className={classNames(base, on, 'pr-3', props.className)}
    >
      {props.label}
      <Icon of={IconX} size={18} />
    </button>
  )
}
