import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  secondFactor,
  type secondFactorRoutes,
  secondFactorWords as words,
} from '#contract/admin/second-factor.ts'
import type { BodyInputOf, ReplyOf } from '#contract/http.ts'
import { useCall } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/form/text-input.tsx'

type CodeRoute = (typeof secondFactorRoutes)['confirmSecondFactor' | 'enterSecondFactor']
interface Props<R extends CodeRoute> {
  route: R
  /** A code from paper, which has letters. */
  recovery?: boolean
  yes: string
  onDone: (reply: ReplyOf<R>) => void
}

/** One code, sent once its button is pressed; a wrong one is an error at the field, which is then cleared. */
export function CodeForm<R extends CodeRoute>({ route, recovery = false, yes, onDone }: Props<R>) {
  const { run, busy, error } = useCall(route)
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLFormElement>(null)
  const focus = () => field.current?.querySelector('input')?.focus()
  // A person who comes here comes for this field.
  useEffect(focus, [])

  async function send(event: FormEvent) {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() === '') return focus()
    const result = await run({ body: { code } as BodyInputOf<R> })
    if (!result) return
    if (result.ok) return onDone(result.body)
    if (result.error.fields?.['code'] !== undefined) setCode('')
    focus()
  }
  const wrong = missing ? words.missing : error?.fields?.['code']
  return (
    <form ref={field} noValidate onSubmit={(event) => void send(event)} className="mt-5 max-w-80">
      <TextInput
        key={recovery ? 'recovery' : 'app'}
        label={recovery ? 'Recovery code' : `Code of ${secondFactor.digits} digits`}
        error={busy ? undefined : wrong}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        className="[&_input]:text-xl [&_input]:tracking-[.15em]"
      />
      <Button type="submit" wide loading={busy} className="mt-4">
        {yes}
      </Button>
      {error && wrong === undefined && !busy && <ErrorNote className="mt-4">{error.message}</ErrorNote>}
    </form>
  )
}
