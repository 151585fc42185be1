import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { controlLook, Field } from './field.tsx'

type Props = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error' | 'hideLabel'> & {
  /** Text inside the control before the value: a currency sign, a calling code. */
  prefix?: string
} & Omit<ComponentProps<'input'>, 'prefix'>

/** Renders a labelled input for one line of text. Spread react-hook-form's `register(name)` onto the component. */
export function TextInput({ label, hint, error, hideLabel, prefix, className, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel} className={className}>
      {(control) => (
        <span className="relative block">
          {prefix && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-ink-3"
            >
              {prefix}
            </span>
          )}
          <input
            type="text"
            {...input}
            {...control}
            className={classNames(
              controlLook,
              prefix !== undefined && (prefix.length > 1 ? 'pl-14' : 'pl-8'),
            )}
          />
        </span>
      )}
    </Field>
  )
}
