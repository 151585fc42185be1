import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'

type Props = {
  label: ReactNode
  /** Content at the right of the label, for example a count. */
  trailing?: ReactNode
  /** Whether the option has no results: it looks faint and stays usable. */
  faint?: boolean
} & Omit<ComponentProps<'input'>, 'type'>

/** Renders a row of at least 44 px with a native checkbox, its label and, at the right, a count. */
export function Checkbox({ label, trailing, faint = false, className, ...input }: Props) {
  return (
    <label
      className={classNames(
        'flex min-h-11 items-center gap-3 text-lg text-ink has-disabled:cursor-not-allowed has-disabled:opacity-50',
        faint && 'text-ink-3',
        className,
      )}
    >
      <span className="relative inline-flex size-5.5 shrink-0">
        <input
          {...input}
          type="checkbox"
          className="peer size-full appearance-none rounded-[7px] border-[1.5px] border-control bg-surface transition checked:border-brand checked:bg-brand"
        />
        <svg
          viewBox="0 0 22 22"
          aria-hidden
          className="pointer-events-none absolute inset-0 scale-50 text-on-brand opacity-0 transition peer-checked:scale-100 peer-checked:opacity-100"
        >
          <path
            d="m5.5 11.5 3.6 3.6 7.4-7.8"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.4"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </span>
      <span className="min-w-0 flex-1">{label}</span>
      {trailing !== undefined && (
        <span className="text-sm tracking-tight text-ink-3 tabular-nums">{trailing}</span>
      )}
    </label>
  )
}
