import { useState } from 'react'
import { credentials } from '#contract/users/users.ts'
import { useSiteSettings, useCall, useSession } from '#local/react'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { accountRoutes } from '#contract/users/account.ts'
import { Button } from '#ui/button.tsx'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { Section } from '#ui/show/section.tsx'
import { EntryForm } from './entry/entry-form.tsx'
import { EmailField, PasswordField } from './entry/fields.tsx'
import { EntryPage, EntryLink, Note } from './entry/entry-page.tsx'
import { useArrival } from './entry/use-arrival.ts'
import { useEntryForm } from './entry/use-entry-form.ts'

/** Accounts of the demo data; the server also prints them at its start. */
const accounts = [
  { role: 'Buyer', email: 'buyer@motorkin.test' },
  { role: 'Seller', email: 'seller@motorkin.test' },
  { role: 'Dealer', email: 'dealer@motorkin.test' },
  { role: 'Admin', email: 'admin@motorkin.test' },
] as const
const password = 'motorkin-demo'

interface Props {
  disabled: boolean
  onPick: (credentials: { email: string; password: string }) => void
}

/** Signs in with one tap; only on a demo server. */
function DemoSignIns({ disabled, onPick }: Props) {
  return (
    <Section title="Demo sign-ins" look="text-lg font-semibold" className="mt-6 rounded-card bg-sunken p-4">
      <p className="mt-0.5 text-13 text-ink-2">
        Password for all of them: <code className="font-medium">{password}</code>
      </p>
      <ul className="mt-2">
        {accounts.map(({ role, email }) => (
          <li key={email}>
            <button
              type="button"
              disabled={disabled}
              onClick={() => onPick({ email, password })}
              className="flex min-h-11 w-full items-center justify-between gap-3 rounded-chip text-sm font-medium text-brand hover:underline disabled:opacity-45"
            >
              {role}
              <span className="truncate font-normal text-ink-3">{email}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Shows /login (R-AUTH-01 to R-AUTH-06). */
export function LoginScreen() {
  const { demo } = useSiteSettings()
  const { email, notice, onTheWay } = useArrival()
  const { signIn } = useSession()
  // The address to confirm first, if that was the reason for the refusal.
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const entry = useEntryForm({
    schema: credentials,
    start: { email, password: '', remember: true },
    async send({ remember = false, ...entered }) {
      const result = await signIn(entered, remember)
      if (result.ok) return result
      setUnconfirmed(result.error.code === 'email_unverified' ? entered.email : undefined)
      return result
    },
  })
  const { form, field, submit, busy } = entry
  return (
    <EntryPage
      title="Login"
      intro="Good to see you again."
      notice={unconfirmed === undefined ? notice : undefined}
    >
      <EntryForm entry={entry} action="Login" what="Signing in" className="mt-6">
        <EmailField {...field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
        <div className="flex items-center justify-between gap-4">
          <Checkbox label="Remember me" {...form.register('remember')} />
          <EntryLink href={onTheWay('/forgot-password')} state={{ email: form.watch('email') }}>
            Forgot password?
          </EntryLink>
        </div>
      </EntryForm>
      {unconfirmed !== undefined && <ResendEmail email={unconfirmed} />}
      <p className="mt-1 text-center text-ink-2">
        New here? <EntryLink href={onTheWay('/register')}>Register</EntryLink>
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

/** Sends the e-mail that confirms an address again. */
function ResendEmail({ email }: { email: string }) {
  const call = useCall(accountRoutes.resendVerification)
  const showError = useErrorAlert()
  const [answer, setAnswer] = useState<string>()
  async function send() {
    const result = await call.run({ body: { email } })
    if (result?.ok) setAnswer(result.body.msg)
    else if (result) showError(result.error.message)
  }
  return (
    <Note
      icon="email"
      title="Confirm your e-mail first"
      action={
        <Button look="outline" size="sm" loading={call.busy} onClick={() => void send()}>
          Send the e-mail again
        </Button>
      }
    >
      {answer ?? (
        <>
          Open the link in the e-mail we sent to <b className="font-medium break-words">{email}</b>. It may
          lie in the spam folder.
        </>
      )}
    </Note>
  )
}
