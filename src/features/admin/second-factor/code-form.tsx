import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import {
  secondFactor,
  type secondFactorRoutes,
  secondFactorWords as words,
} from '#contract/admin/second-factor.ts'
import type { BodyInputOf, ReplyOf, Route } from '#contract/http.ts'
import { useCall } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/form/text-input.tsx'

interface SecretFormProps<R extends Route> {
  route: R
  /** Name of the field in the body of the call. */
  name: 'code' | 'password'
  input: Omit<ComponentProps<typeof TextInput>, 'error' | 'value' | 'onChange'>
  /** Error for an empty field. */
  missing: string
  yes: string
  onDone: (reply: ReplyOf<R>) => void
}

/** Shows a form with one code or password. A wrong value is an error at the field, which is then cleared. */
export function SecretForm<R extends Route>(props: SecretFormProps<R>) {
  const { name } = props
  const { run, busy, error } = useCall(props.route)
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const focus = () => form.current?.querySelector('input')?.focus()
  // The form has one field, so the field gets the focus.
  useEffect(focus, [])

  async function send(event: FormEvent) {
    event.preventDefault()
    setMissing(typed.trim() === '')
    if (typed.trim() === '') return focus()
    const result = await run({ body: { [name]: typed } as BodyInputOf<R> })
    if (!result) return
    if (result.ok) return props.onDone(result.body)
    if (result.error.fields?.[name] !== undefined) setTyped('')
    focus()
  }
  const wrong = missing ? props.missing : error?.fields?.[name]
  return (
    <form ref={form} noValidate onSubmit={(event) => void send(event)} className="mt-5 max-w-80">
      <TextInput
        {...props.input}
        error={busy ? undefined : wrong}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" wide loading={busy} className="mt-4">
        {props.yes}
      </Button>
      {error && wrong === undefined && !busy && <ErrorNote className="mt-4">{error.message}</ErrorNote>}
    </form>
  )
}

type CodeRoute = (typeof secondFactorRoutes)['confirmSecondFactor' | 'enterSecondFactor']
interface CodeFormProps<R extends CodeRoute> extends Pick<SecretFormProps<R>, 'route' | 'yes' | 'onDone'> {
  /** Whether the code is a recovery code, which contains letters. */
  recovery?: boolean
}
export function CodeForm<R extends CodeRoute>({ recovery = false, ...form }: CodeFormProps<R>) {
  return (
    <SecretForm
      {...form}
      name="code"
      missing={words.missing}
      input={{
        label: recovery ? 'Recovery code' : `Code of ${secondFactor.digits} digits`,
        autoComplete: recovery ? 'off' : 'one-time-code',
        inputMode: recovery ? 'text' : 'numeric',
        autoCapitalize: 'characters',
        spellCheck: false,
        maxLength: 40,
        className: '[&_input]:text-xl [&_input]:tracking-[.15em]',
      }}
    />
  )
}
