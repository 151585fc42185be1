import { useState } from 'react'
import { useParams } from 'wouter'
import { ignoreExpected } from '#contract/values/expected.ts'
import { accountRoutes, accountWords, resetForm } from '#contract/users/account.ts'
import { useSession, isPassing, useCall } from '#local/react'
import { Button } from '#ui/button.tsx'
import type { AppError } from '#contract/errors.ts'
import { EntryPage, Note } from '../entry/entry-page.tsx'
import { LinkPage, useLink } from './link-page.tsx'
import { NewPasswordField, PasswordField } from '../entry/fields.tsx'
import { EntryForm } from '../entry/entry-form.tsx'
import { useEntryForm } from '../entry/use-entry-form.ts'

interface Props {
  token: string
  onDone: (message: string) => void
  /** Called when the link is used or has expired. */
  onSpoilt: (error: AppError) => void
}

/** Asks for the new password (R-AUTH-15, R-VAL-32 to R-VAL-34). */
function NewPasswordForm({ token, onDone, onSpoilt }: Props) {
  const call = useCall(accountRoutes.resetUserPassword)
  const entry = useEntryForm({
    schema: resetForm,
    start: { new_password: '', confirm_password: '' },
    async send(body) {
      const result = await call.run({ params: { token }, body })
      if (result?.ok === false && result.error.code === 'link_expired') onSpoilt(result.error)
      return result
    },
    onSent: ({ body }) => onDone(body.msg),
  })
  const { form, field } = entry
  return (
    <EntryForm entry={entry} action="Set password" what="Setting a new password" className="mt-6">
      <NewPasswordField label="New password" typed={form.watch('new_password')} {...field('new_password')} />
      <PasswordField label="Confirm password" autoComplete="new-password" {...field('confirm_password')} />
    </EntryForm>
  )
}

const title = 'Reset password'

/** Shows /reset-password/{id} (R-AUTH-14 to R-AUTH-17, R-STATE-32). */
export function ResetPasswordScreen() {
  const { id = '' } = useParams()
  return <Reset key={id} token={id} />
}

function Reset({ token }: { token: string }) {
  const { user } = useSession()
  const signedIn = user !== undefined
  const link = useLink(accountRoutes.verifyForgotPasswordString, token, !signedIn)
  const [done, setDone] = useState<string>()
  if (done !== undefined)
    return (
      <EntryPage title={title} notice={done}>
        <p className="mt-4 text-ink-2">
          Every device that was signed in has been signed out. Use your new password from now on.
        </p>
        <Button href="/login" wide className="mt-6">
          Login
        </Button>
      </EntryPage>
    )
  if (signedIn) return <SignedIn email={user.email} />
  return (
    <LinkPage
      title={title}
      link={link}
      checking="Checking your link"
      intro="Choose a new password for your account."
      bad={
        <>
          <p className="mt-4 text-ink-2">A link works once, for 2 hours.</p>
          <Button href="/forgot-password" wide className="mt-6">
            Send me a new link
          </Button>
        </>
      }
    >
      <NewPasswordForm token={token} onDone={setDone} onSpoilt={link.spoil} />
    </LinkPage>
  )
}

/** Asks a signed-in person to sign out first (R-AUTH-16). */
function SignedIn({ email }: { email: string }) {
  const { signOut } = useSession()
  const [leaving, setLeaving] = useState(false)
  async function leave() {
    setLeaving(true)
    // The session is over even after a failure, and waiting writes stay on this phone.
    await signOut({ keep: true }).catch(ignoreExpected('sign-out', isPassing))
    setLeaving(false)
  }
  return (
    <EntryPage title={title}>
      <Note icon="email" title={accountWords.logoutFirst}>
        You are signed in as <b className="font-medium break-words">{email}</b>. What waits on this phone
        stays for your next login.
      </Note>
      <Button wide className="mt-6" loading={leaving} onClick={() => void leave()}>
        Logout and go on
      </Button>
      <Button href="/account" wide look="outline" className="mt-3">
        Change it without the link
      </Button>
    </EntryPage>
  )
}
