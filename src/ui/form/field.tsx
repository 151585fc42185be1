import { type ReactNode, useId } from 'react'

/** Classes of every text control; with text of 16 px, phones do not zoom in. */
export const controlLook =
  'w-full min-h-12 rounded-input border border-control bg-surface px-3.5 text-lg text-ink transition hover:border-ink-3 aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger disabled:opacity-50'

/** Attributes that a control inside a field must have. */
interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}
interface Props {
  label: ReactNode
  hint?: ReactNode
  /** Error message; it also marks the control as invalid. */
  error?: string | undefined
  /** Whether only screen readers get the label. */
  hideLabel?: boolean
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** Renders a label, a control, a hint and an error, connected for screen readers. */
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
