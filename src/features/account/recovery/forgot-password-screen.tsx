import { useState } from 'react'
import { accountRoutes, addressForm } from '#contract/users/account.ts'
import { useCall } from '#local/react'
import { EmailField } from '../entry/fields.tsx'
import { EntryPage, LooserQuery, Note } from '../entry/entry-page.tsx'
import { OnlineSubmit } from '../entry/online-submit.tsx'
import { useArrival } from '../entry/use-arrival.ts'
import { useEntryForm } from '../entry/use-entry-form.ts'

interface Values {
  email: string
}
const names = ['email'] as const

/** /forgot-password (R-AUTH-12, R-AUTH-13, R-STATE-31). */
export function ForgotPasswordScreen() {
  const { email, onTheWay } = useArrival()
  const call = useCall(accountRoutes.forgotPassword)
  const [sent, setSent] = useState<{ msg: string; to: string }>()
  const { field, submit, busy, trouble } = useEntryForm<Values, Values>({
    schema: addressForm,
    start: { email },
    names,
    async send(values) {
      const result = await call.run({ body: values })
      if (!result?.ok) return result?.error
      setSent({ msg: result.body.msg, to: values.email })
      return undefined
    },
  })
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
      <form noValidate className="mt-6 space-y-4" onSubmit={submit}>
        <EmailField {...field('email')} />
        <OnlineSubmit busy={busy} trouble={trouble} what="Asking for the letter">
          {sent ? 'Send it again' : 'Send the link'}
        </OnlineSubmit>
      </form>
      <p className="mt-1 text-center text-ink-2">
        You know it again? <LooserQuery href={onTheWay('/login')}>Login</LooserQuery>
      </p>
    </EntryPage>
  )
}
