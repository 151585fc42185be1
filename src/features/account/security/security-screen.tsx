import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useSession, useCall } from '#local/react'
import { accountRoutes, passwordForm, emailForm } from '#contract/users/account.ts'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { Devices } from './devices.tsx'
import { NewPasswordField, PasswordField, WhoseAccount } from '../entry/fields.tsx'
import { OnlineSubmit } from '../entry/online-submit.tsx'
import { useEntryForm } from '../entry/use-entry-form.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { Icon } from '../../../ui/icon.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Note } from '../entry/entry-page.tsx'

interface Values {
  password: string
  new_password: string
  confirm_password: string
}
const names = ['password', 'new_password', 'confirm_password'] as const
const empty: Values = { password: '', new_password: '', confirm_password: '' }

/** The other devices are signed out with it. */
function ChangePassword({ email, onDone }: { email: string; onDone: () => void }) {
  const call = useCall(accountRoutes.changePassword)
  const notify = useNotify()
  const { form, field, submit, busy, trouble } = useEntryForm<Values, Values>({
    schema: passwordForm,
    start: empty,
    names,
    async send(body) {
      const result = await call.run({ body })
      if (!result?.ok) return result?.error
      notify({ severity: 'success', message: result.body.msg })
      form.reset(empty)
      onDone()
      return undefined
    },
  })
  return (
    <form noValidate className="space-y-4" onSubmit={submit}>
      <p className="text-sm text-ink-2">Your other devices are signed out, this one stays signed in.</p>
      <WhoseAccount email={email} />
      <PasswordField label="Present password" autoComplete="current-password" {...field('password')} />
      <NewPasswordField
        label="New password"
        typed={form.watch('new_password')}
        own={[email]}
        {...field('new_password')}
      />
      <PasswordField label="Confirm password" autoComplete="new-password" {...field('confirm_password')} />
      <OnlineSubmit busy={busy} trouble={trouble} what="Changing the password">
        Change password
      </OnlineSubmit>
    </form>
  )
}

const panel = 'mt-5 rounded-card border border-line bg-surface px-5'

/** /account: sign-in data, signed-in devices, and deleting the account. */
export function SecurityScreen() {
  const { user, sure } = useSession()
  const [, navigate] = useLocation()
  const id = useId()
  // A new password ends the other sign-ins: the list is read again.
  const [edition, setEdition] = useState(0)
  const signedIn = user !== undefined
  useEffect(() => {
    if (!signedIn && sure) navigate('/login?next=/account', { replace: true })
  }, [signedIn, sure, navigate])
  // The profile leads here (R-STAT-21); the page comes after its address, so it goes there by itself.
  const leaving = location.hash === '#delete'
  const way = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (leaving && signedIn) way.current?.scrollIntoView()
  }, [leaving, signedIn])
  if (!user) return <div className="min-h-dvh" />
  return (
    <div className="mx-auto max-w-[40rem] px-4 py-6 sm:py-10">
      <h1 className="text-3xl font-bold">Sign-in and security</h1>
      <p className="mt-1 truncate text-ink-2">{user.email}</p>
      <section aria-labelledby={`${id}d`} className={`${panel} py-4`}>
        <h2 id={`${id}d`} className="text-xl font-bold">
          Where you are signed in
        </h2>
        <Devices key={edition} />
      </section>
      <div className={`${panel} divide-y divide-line`}>
        <Part title="Change password">
          <ChangePassword email={user.email} onDone={() => setEdition((n) => n + 1)} />
        </Part>
        <Part title="Change e-mail">
          <ChangeEmail email={user.email} />
        </Part>
      </div>
      <div id="delete" ref={way} className={`${panel} scroll-mt-20`}>
        <Part title="Delete my account" startsOpen={leaving}>
          <DeleteAccount email={user.email} />
        </Part>
      </div>
    </div>
  )
}

/** A section that folds, by the browser's own `<details>`: works before any script runs and opens on find-in-page. */
function Part(o: { title: string; startsOpen?: boolean; children: ReactNode }) {
  const { title, startsOpen = false, children } = o
  return (
    <details open={startsOpen} className="group py-2">
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-chip [&::-webkit-details-marker]:hidden">
        <h3 className="min-w-0 flex-1 font-sans text-lg font-semibold tracking-normal">{title}</h3>
        <Icon of={IconChevronDown} className="text-ink-3 transition-transform group-open:rotate-180" />
      </summary>
      <div className="pt-2 pb-3">{children}</div>
    </details>
  )
}

interface EmailValues {
  email: string
  password: string
}
const emailFields = ['email', 'password'] as const
const noEmail: EmailValues = { email: '', password: '' }

/** Takes effect when the link in the e-mail to the new address is opened. */
function ChangeEmail({ email }: { email: string }) {
  const call = useCall(accountRoutes.changeEmail)
  const [sent, setSent] = useState<{ msg: string; to: string }>()
  const { form, field, submit, busy, trouble } = useEntryForm<EmailValues, EmailValues>({
    schema: emailForm,
    start: noEmail,
    names: emailFields,
    async send(body) {
      const result = await call.run({ body })
      if (!result?.ok) return result?.error
      setSent({ msg: result.body.msg, to: body.email })
      form.reset(noEmail)
      return undefined
    },
  })
  return (
    <form noValidate className="space-y-4" onSubmit={submit}>
      <p className="text-sm text-ink-2">
        Now: <b className="font-medium break-words">{email}</b>. We send a link to the new address; until you
        open it, everything stays as it is.
      </p>
      {sent && (
        <Note icon="email" title={sent.msg}>
          The letter is on its way to <b className="font-medium break-words">{sent.to}</b>.
        </Note>
      )}
      <WhoseAccount email={email} />
      <TextInput
        label="New e-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
      <OnlineSubmit busy={busy} trouble={trouble} what="Changing the address">
        Send the link
      </OnlineSubmit>
    </form>
  )
}
