import { IconAlertTriangle } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { ignoreExpected } from '#contract/values/expected.ts'
import { accountRoutes, deleteAccountForm } from '#contract/users/account.ts'
import { useCall, useOutbox, useSession, isPassing } from '#local/react'
import { Icon } from '#ui/icon.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { PasswordField, WhoseAccount } from '../entry/fields.tsx'
import { EntryForm } from '../entry/entry-form.tsx'
import { useEntryForm } from '../entry/use-entry-form.ts'

const lost = [
  'Your ads: they are taken down at once, with their pictures.',
  'Your saved cars and the inquiries about your ads.',
  'Your name, number, address and everything else we know of you.',
]
const partly =
  'Your account is deleted, but this browser did not let us delete what it keeps of you. Clear its site data.'

/** Deletes the account for ever; this phone forgets the person with it. */
export function DeleteAccount({ email }: { email: string }) {
  const { signOut } = useSession()
  const call = useCall(accountRoutes.deleteAccount)
  const unsent = useOutbox().filter(({ state }) => state !== 'done').length
  const notify = useNotify()
  const [, navigate] = useLocation()
  const entry = useEntryForm({
    schema: deleteAccountForm,
    start: { password: '' },
    send: (body) => call.run({ body }),
    async onSent({ body }) {
      // First away from here: this page sends a person who is not signed in to the login.
      navigate('/', { replace: true })
      try {
        await signOut({ keep: false })
        notify({ severity: 'success', message: body.msg })
      } catch (error) {
        ignoreExpected('sign-out', isPassing)(error)
        // The account is gone in any case; the message about this phone must be true.
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
