import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { controlLook, Field } from './field.tsx'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}
type Props = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error' | 'hideLabel'> & {
  options: readonly SelectOption[]
  /** `quiet`: as wide as its text and in the accent colour, for "Most recent ▾". */
  look?: 'box' | 'quiet'
} & Omit<ComponentProps<'select'>, 'children'>

/** Renders a native select, so that a phone shows its own picker. */
export function Select({
  label,
  hint,
  error,
  hideLabel,
  options,
  look = 'box',
  className,
  ...select
}: Props) {
  const quiet = look === 'quiet'
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel} className={className}>
      {(control) => (
        <span className={classNames('relative', quiet ? 'inline-flex' : 'flex')}>
          <select
            {...select}
            {...control}
            className={classNames(
              'appearance-none',
              quiet
                ? 'field-sizing-content min-h-11 rounded-chip bg-transparent pr-6 pl-1 text-sm font-semibold text-brand'
                : classNames(controlLook, 'pr-10'),
            )}
          >
            {options.map((o) => (
              <option key={o.value} value={o.value} disabled={o.disabled} className="bg-surface text-ink">
                {o.label}
              </option>
            ))}
          </select>
          <Icon
            of={IconChevronDown}
            size={quiet ? 16 : 20}
            className={classNames(
              'pointer-events-none absolute top-1/2 -translate-y-1/2',
              quiet ? 'right-1 text-brand' : 'right-3 text-ink-3',
            )}
          />
        </span>
      )}
    </Field>
  )
}
