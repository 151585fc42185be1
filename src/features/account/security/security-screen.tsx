import { type ReactNode, useState } from 'react'
import { isPassing, useCall, useOutbox, useSession, useUnansweredDeletion } from '#local/react'
import type { User } from '#contract/users/users.ts'
import { accountRoutes, deleteAccountForm, emailForm, passwordForm } from '#contract/users/account.ts'
import { signedInOnly } from '#parts/signed-in-only.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useHere } from '#ui/use-here.ts'
import { Devices } from './devices.tsx'
import { EmailField, NewPasswordField, PasswordField, WhoseAccount } from '../entry/fields.tsx'
import { EntryForm } from '../entry/entry-form.tsx'
import { useEntryForm } from '../entry/use-entry-form.ts'
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/show/section.tsx'
import { Note } from '../entry/entry-page.tsx'
import { useLocation } from 'wouter'
import { ignoreExpected } from '#contract/values/expected.ts'

const noPasswords = { password: '', new_password: '', confirm_password: '' }

/** Changes the password, which signs out the other devices. */
function ChangePassword({ email, onDone }: { email: string; onDone: () => void }) {
  const call = useCall(accountRoutes.changePassword)
  const notify = useNotify()
  const entry = useEntryForm({
    schema: passwordForm,
    start: noPasswords,
    send: (body) => call.run({ body }),
    after: noPasswords,
    onSent({ body }) {
      notify({ severity: 'success', message: body.msg })
      onDone()
    },
  })
  const { form, field } = entry
  return (
    <EntryForm entry={entry} action="Change password" what="Changing the password">
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
    </EntryForm>
  )
}

const scrollHere = (place: HTMLElement | null) => place?.scrollIntoView()
const panel = 'mt-5 rounded-card border border-line bg-surface px-5'

/** Shows /account: sign-in data, signed-in devices, and the deletion of the account. */
export const SecurityScreen = signedInOnly(function SecurityScreen({ user }) {
  // A new password ends the other sessions, so the list is read again.
  const [edition, setEdition] = useState(0)
  // The profile links to this fragment (R-STAT-21). The page renders after the navigation, so it scrolls by itself.
  const leaving = location.hash === '#delete'
  return (
    <div className="mx-auto max-w-[40rem] px-4 py-6 sm:py-10">
      <h1 className="text-3xl font-bold">Sign-in and security</h1>
      <p className="mt-1 truncate text-ink-2">{user.email}</p>
      <Section title="Where you are signed in" className={`${panel} py-4`}>
        <Devices key={edition} />
      </Section>
      <div className={`${panel} divide-y divide-line`}>
        <Part title="Change password">
          <ChangePassword email={user.email} onDone={() => setEdition((n) => n + 1)} />
        </Part>
        <Part title="Change e-mail">
          <ChangeEmail email={user.email} />
        </Part>
      </div>
      <div id="delete" ref={leaving ? scrollHere : null} className={`${panel} scroll-mt-20`}>
        <Part title="Delete my account" startsOpen={leaving}>
          <DeleteAccount user={user} />
        </Part>
      </div>
    </div>
  )
})

/** Renders a folding section with a native `<details>`, which works before any script runs and opens on find-in-page. */
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

const noEmail = { email: '', password: '' }

/** Changes the e-mail address; the change takes effect when the link in the e-mail to the new address is opened. */
function ChangeEmail({ email }: { email: string }) {
  const call = useCall(accountRoutes.changeEmail)
  const [sent, setSent] = useState<{ msg: string; to: string }>()
  const entry = useEntryForm({
    schema: emailForm,
    start: noEmail,
    send: (body) => call.run({ body }),
    after: noEmail,
    onSent: ({ body }, typed) => setSent({ msg: body.msg, to: typed.email }),
  })
  return (
    <EntryForm entry={entry} action="Send the link" what="Changing the address">
      <p className="text-sm text-ink-2">
        Now: <b className="font-medium break-words">{email}</b>. We send a link to the new address; until you
        open it, everything stays as it is.
      </p>
      {sent && (
        <Note icon="email" title={sent.msg}>
          The e-mail is on its way to <b className="font-medium break-words">{sent.to}</b>.
        </Note>
      )}
      <WhoseAccount email={email} />
      <EmailField label="New e-mail" autoComplete="email" {...entry.field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...entry.field('password')} />
    </EntryForm>
  )
}

const lost = [
  'Your ads: they are taken down at once, with their pictures.',
  'Your saved cars and the inquiries about your ads.',
  'Your name, number, address and everything else we know of you.',
]
const partly =
  'Your account is deleted, but this browser did not let us delete what it keeps of you. Clear its site data.'

/** Deletes the account permanently, and the person's data on this phone. */
function DeleteAccount({ user: { id, email } }: { user: User }) {
  const { forget } = useSession()
  const call = useCall(accountRoutes.deleteAccount)
  const noteUnanswered = useUnansweredDeletion()
  const unsent = useOutbox().filter(({ state }) => state !== 'done').length
  const notify = useNotify()
  const [, navigate] = useLocation()
  const here = useHere()
  const entry = useEntryForm({
    schema: deleteAccountForm,
    start: { password: '' },
    async send(body) {
      const result = await call.run({ body })
      const status = result?.ok === false ? result.error.status : undefined
      if (status === 0 || (status ?? 0) >= 500) noteUnanswered()
      return result
    },
    async onSent({ body }) {
      // The navigation comes first, because this page sends a person without a session to the login.
      if (here.current) navigate('/', { replace: true })
      try {
        await forget(id)
        notify({ severity: 'success', message: body.msg })
      } catch (error) {
        ignoreExpected('sign-out', isPassing)(error)
        // The account is deleted in any case; the message about this phone must be true.
        notify({ severity: 'error', message: partly, sticky: true })
      }
    },
  })
  return (
    <EntryForm entry={entry} action="Delete my account for ever" what="Deleting the account" look="danger">
      <p className="text-ink-2">This is for ever, and nobody can bring it back. What goes with it:</p>
      <ul className="list-disc space-y-1 pl-5 text-ink-2">
        {lost.map((what) => (
          <li key={what}>{what}</li>
        ))}
        {unsent > 0 && (
          <li className="font-semibold text-danger">
            {unsent === 1 ? '1 thing on this phone that is' : `${unsent} things on this phone that are`} not
            sent yet.
          </li>
        )}
      </ul>
      <p className="flex gap-2.5 rounded-input bg-amber-tint px-3.5 py-3 text-sm text-amber-ink">
        <Icon of={IconAlertTriangle} />
        <span>A plan you paid for ends as well.</span>
      </p>
      <WhoseAccount email={email} />
      <PasswordField label="Password" autoComplete="current-password" {...entry.field('password')} />
    </EntryForm>
  )
}
