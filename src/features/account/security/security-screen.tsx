import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useSession, useCall } from '#local/react'
import { Disclosure } from '#ui/show/disclosure.tsx'
import { accountRoutes, passwordForm } from '#contract/users/account.ts'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { ChangeEmail } from './change-email.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { Devices } from './devices.tsx'
import { NewPasswordField, PasswordField, WhoseAccount } from '../entry/fields.tsx'
import { OnlineSubmit } from '../entry/online-submit.tsx'
import { useEntryForm } from '../entry/use-entry-form.ts'

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

/** /account: how one signs in, where one is signed in, and the way out for good. */
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

function Part(o: { title: string; startsOpen?: boolean; children: ReactNode }) {
  const { title, startsOpen = false, children } = o
  return (
    <Disclosure title={title} startsOpen={startsOpen} className="py-2">
      <div className="pt-2 pb-3">{children}</div>
    </Disclosure>
  )
}
