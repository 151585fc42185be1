import { type ReactNode, useId } from 'react'

/** What a control inside a field must carry. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}
interface Props {
  label: ReactNode
  hint?: ReactNode
  /** The sentence to show; also marks the control as invalid. */
  error?: string | undefined
  /** The label is only spoken. */
  hideLabel?: boolean
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** Label, control, hint and error, tied together for screen readers. */
export function Field({ label, hint, error, hideLabel = false, className, children }: Props) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-sm font-medium text-ink'}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-13 text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-13 font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
