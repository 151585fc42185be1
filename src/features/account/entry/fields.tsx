import { type ComponentProps, useState } from 'react'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { controlLook, Field } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextInput } from '#ui/form/text-input.tsx'

/** Asks for the e-mail address of the login, marked for password managers. */
export function EmailField(props: Partial<ComponentProps<typeof TextInput>>) {
  return (
    <TextInput
      label="E-mail"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}

type PasswordFieldProps = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error'> & {
  autoComplete: 'current-password' | 'new-password'
} & Omit<ComponentProps<'input'>, 'type'>

/** Asks for a password that can be made visible. Spread react-hook-form's `register(name)` onto the component. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="relative block">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={`${controlLook} pr-13`}
          />
          <button
            type="button"
            aria-label="Show password"
            aria-pressed={shown}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0.5 my-auto grid size-11 place-items-center rounded-input text-ink-2 hover:text-ink"
          >
            <Icon of={shown ? IconEyeOff : IconEye} size={22} />
          </button>
        </span>
      )}
    </Field>
  )
}

/** Renders a hidden field that tells password managers the account of the form. */
export function WhoseAccount({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}

/** Strength of a password in words. A password is refused only because of its length (R-VAL-25). */
interface Strength {
  level: 0 | 1 | 2 | 3
  words: string
}

/** Beginnings of common passwords, which every guessing program tries first. */
const commonPassword =
  /^(pass(word|wort)?|qwert[yz]|azerty|letmein|welcome|iloveyou|admin|abc|motorkin|secret|dragon)/
const runs = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

function isRun(text: string): boolean {
  const back = Array.from(text).reverse().join('')
  return runs.some((run) => run.includes(text) || run.includes(back))
}
/** Returns the repeated part of a password, because repetition adds little strength. */
function withoutRepeats(password: string): string {
  const half = /^(.{1,8}?)\1+$/s.exec(password)?.[1]
  return half ?? password
}
function alphabet(text: string): number {
  const kinds: [RegExp, number][] = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\d/, 10],
    [/[^\p{Ll}\p{Lu}\d]/u, 30],
  ]
  return kinds.reduce((sum, [kind, size]) => sum + (kind.test(text) ? size : 0), 0)
}

/** Estimates a password's strength; undefined for an empty one. `own`: texts that other people know, such as the name. */
export function estimateStrength(password: string, own: readonly string[] = []): Strength | undefined {
  const { length } = password
  if (length === 0) return undefined
  const missing = limits.passwordMin - length
  if (missing > 0)
    return { level: 0, words: `${missing} more ${missing === 1 ? 'character' : 'characters'} needed` }
  const plain = password.toLowerCase()
  const parts = own.flatMap((text) => text.toLowerCase().split(/[^\p{L}\d]+/u)).filter((p) => p.length > 3)
  if (parts.some((part) => plain.includes(part)))
    return { level: 1, words: 'Easy to guess: it holds your name or e-mail' }
  const rest = withoutRepeats(plain)
  if (isRun(rest) || commonPassword.test(plain) || new Set(plain).size < 4)
    return { level: 1, words: 'Easy to guess: everybody tries this one first' }
  const bits = withoutRepeats(password).length * Math.log2(alphabet(password))
  if (bits < 50) return { level: 1, words: 'Weak: a few more characters help most' }
  if (bits < 70) return { level: 2, words: 'Good' }
  return { level: 3, words: 'Strong' }
}

type Props = Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'hint'> & {
  /** Value of the field. */
  typed: string
  /** Texts about the person that other people know. */
  own?: readonly string[]
}
const steps = [1, 2, 3]
const colours = ['bg-control', 'bg-danger', 'bg-amber', 'bg-success']

/** Asks for a new password and shows its strength in words and as a bar. */
export function NewPasswordField({ typed, own, ...field }: Props) {
  const strength = estimateStrength(typed, own)
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
