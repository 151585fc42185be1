import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { controlLook, Field } from './field.tsx'

type Props = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error' | 'hideLabel'> &
  ComponentProps<'textarea'>

/** Renders a labelled text area that grows with its content. */
export function Textarea({ label, hint, error, hideLabel, className, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel} className={className}>
      {(control) => (
        <textarea
          rows={4}
          {...input}
          {...control}
          className={classNames(controlLook, 'field-sizing-content min-h-28 resize-y py-3')}
        />
      )}
    </Field>
  )
}
