import { useEffect, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { fieldErrors } from '#contract/errors.ts'
import { credentials } from '#contract/users/users.ts'
import { useSession, useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { DemoSignIns } from './demo-sign-ins.tsx'
import { nextPage } from './next-page.ts'

type Field = 'email' | 'password'

/** /login (R-AUTH-01 to R-AUTH-06). Two fields need no form library. */
export function LoginScreen() {
  const { user, signIn } = useSession()
  const { demo } = useSiteSettings()
  const showError = useErrorAlert()
  const [, navigate] = useLocation()
  const next = nextPage(new URLSearchParams(useSearch()).get('next'))
  const [values, setValues] = useState({ email: '', password: '' })
  const [remember, setRemember] = useState(true)
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [busy, setBusy] = useState(false)

  // Whoever is signed in, now or by signing in here, moves on.
  useEffect(() => {
    if (user) navigate(next, { replace: true })
  }, [user, next, navigate])

  async function submit(given: typeof values) {
    const checked = credentials.safeParse(given)
    setErrors(checked.success ? {} : fieldErrors(checked.error.issues))
    if (!checked.success || busy) return
    setBusy(true)
    const result = await signIn(checked.data, remember)
    setBusy(false)
    if (result.ok) return
    setErrors(result.error.fields ?? {})
    showError(result.error.message)
  }
  const field = (name: Field) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setErrors({ ...errors, [name]: undefined })
    },
  })
  return (
    <div className="mx-auto w-full max-w-[26rem] px-4 py-8">
      <h1 className="text-3xl font-bold">Login</h1>
      <p className="mt-1 text-ink-2">Good to see you again.</p>
      <form
        noValidate
        className="mt-6 space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit(values)
        }}
      >
        <TextInput
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email')}
        />
        <TextInput label="Password" type="password" autoComplete="current-password" {...field('password')} />
        <div className="flex items-center justify-between gap-4">
          <Checkbox
            label="Remember me"
            checked={remember}
            onChange={(event) => setRemember(event.target.checked)}
          />
          <Link
            href="/forgot-password"
            className="inline-flex min-h-11 items-center font-medium text-brand hover:underline"
          >
            Forgot password?
          </Link>
        </div>
        <Button type="submit" wide loading={busy}>
          Login
        </Button>
      </form>
      <p className="mt-4 text-center text-ink-2">
        New here?{' '}
        <Link
          href="/register"
          className="inline-flex min-h-11 items-center font-medium text-brand hover:underline"
        >
          Register
        </Link>
      </p>
      {demo && (
        <DemoSignIns
          disabled={busy}
          onPick={(picked) => {
            setValues(picked)
            void submit(picked)
          }}
        />
      )}
    </div>
  )
}
