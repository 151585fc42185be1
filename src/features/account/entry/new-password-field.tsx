import type { ComponentProps } from 'react'
import { limits } from '#contract/limits.ts'
import { PasswordField } from './password-field.tsx'
import { strengthOf } from './strength.ts'

type Props = Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'hint'> & {
  /** What is in the field. */
  typed: string
  /** What others know of the person anyway. */
  own?: readonly string[]
}
const steps = [1, 2, 3]
const colours = ['bg-control', 'bg-danger', 'bg-amber', 'bg-success']

/** A password to be set, with how good it is in words (and a bar that says the same). */
export function NewPasswordField({ typed, own, ...field }: Props) {
  const strength = strengthOf(typed, own)
  const level = strength?.level ?? 0
  return (
    <div>
      <PasswordField autoComplete="new-password" minLength={limits.passwordMin} {...field} />
      <div className="mt-2 flex gap-1" aria-hidden>
        {steps.map((step) => (
          <span
            key={step}
            className={`h-1 flex-1 rounded-pill ${step <= level ? colours[level] : 'bg-line'}`}
          />
        ))}
      </div>
      <p aria-live="polite" className="mt-1.5 min-h-4.5 text-13 text-ink-2">
        {strength?.words ?? `At least ${limits.passwordMin} characters; three words are good ones.`}
      </p>
    </div>
  )
}
