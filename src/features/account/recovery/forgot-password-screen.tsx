import { useState } from 'react'
import { accountRoutes } from '#contract/users/account.ts'
import { AddressForm } from '../entry/entry-form.tsx'
import { EntryPage, EntryLink, Note } from '../entry/entry-page.tsx'
import { useArrival } from '../entry/use-arrival.ts'

/** Shows /forgot-password (R-AUTH-12, R-AUTH-13, R-STATE-31). */
export function ForgotPasswordScreen() {
  const { email, onTheWay } = useArrival()
  const [sent, setSent] = useState<{ msg: string; to: string }>()
  return (
    <EntryPage
      title="Forgot password"
      intro="Tell us your e-mail, and we send you a link to set a new password."
    >
      {sent && (
        <Note icon="email" title={sent.msg}>
          You typed <b className="font-medium break-words">{sent.to}</b>. Nothing after a minute? Look into
          the spam folder, or send it again.
        </Note>
      )}
      <AddressForm
        route={accountRoutes.forgotPassword}
        email={email}
        action={sent ? 'Send it again' : 'Send the link'}
        onSent={(msg, to) => setSent({ msg, to })}
      />
      <p className="mt-1 text-center text-ink-2">
        You know it again? <EntryLink href={onTheWay('/login')}>Login</EntryLink>
      </p>
    </EntryPage>
  )
}
