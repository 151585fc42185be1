import { credentials } from '#contract/users/users.ts'
import { useSiteSettings } from '#local/react'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { DemoSignIns } from './demo-sign-ins.tsx'
import { EmailField } from './entry/email-field.tsx'
import { EntryPage, Way } from './entry/entry-page.tsx'
import { PasswordField } from './entry/password-field.tsx'
import { Submit } from './entry/submit.tsx'
import { useArrival } from './entry/use-arrival.ts'
import { useEntryForm } from './entry/use-entry-form.ts'
import { ResendEmail } from './recovery/resend-email.tsx'
import { type Credentials, useSignIn } from './use-sign-in.ts'

const names = ['email', 'password'] as const

/** /login (R-AUTH-01 to R-AUTH-06). */
export function LoginScreen() {
  const { demo } = useSiteSettings()
  const { email, said, onTheWay } = useArrival()
  const { attempt, unconfirmed } = useSignIn()
  const { form, field, submit, busy, trouble } = useEntryForm<Credentials, Credentials>({
    schema: credentials,
    start: { email, password: '', remember: true },
    names,
    send: attempt,
  })
  return (
    <EntryPage
      title="Login"
      intro="Good to see you again."
      said={unconfirmed === undefined ? said : undefined}
    >
      <form noValidate className="mt-6 space-y-4" onSubmit={submit}>
        <EmailField {...field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
        <div className="flex items-center justify-between gap-4">
          <Checkbox label="Remember me" {...form.register('remember')} />
          <Way href={onTheWay('/forgot-password')} state={{ email: form.watch('email') }}>
            Forgot password?
          </Way>
        </div>
        <Submit busy={busy} trouble={trouble} what="Signing in">
          Login
        </Submit>
      </form>
      {unconfirmed !== undefined && <ResendEmail email={unconfirmed} />}
      <p className="mt-1 text-center text-ink-2">
        New here? <Way href={onTheWay('/register')}>Register</Way>
      </p>
      {demo && (
        <DemoSignIns
          disabled={busy}
          onPick={(picked) => {
            form.reset({ ...picked, remember: form.getValues('remember') })
            submit()
          }}
        />
      )}
    </EntryPage>
  )
}
