import { accountRoutes, addressForm } from '#contract/users/account.ts'
import { useCall } from '#local/react'
import { EmailField } from '../entry/email-field.tsx'
import { Submit } from '../entry/submit.tsx'
import { useEntryForm } from '../entry/use-entry-form.ts'

interface Props {
  email: string
  sent: boolean
  onSent: (said: string) => void
}
const names = ['email'] as const

/** A fresh e-mail in place of a link that no longer works. */
export function AskAgain({ email, sent, onSent }: Props) {
  const call = useCall(accountRoutes.resendVerification)
  const { field, submit, busy, trouble } = useEntryForm<{ email: string }, { email: string }>({
    schema: addressForm,
    start: { email },
    names,
    async send(body) {
      const result = await call.run({ body })
      if (!result?.ok) return result?.error
      onSent(result.body.msg)
      return undefined
    },
  })
  return (
    <form noValidate className="mt-6 space-y-4" onSubmit={submit}>
      <EmailField hint="A new letter goes to this address." {...field('email')} />
      <Submit busy={busy} trouble={trouble} what="Asking for the letter">
        {sent ? 'Send it again' : 'Send a new letter'}
      </Submit>
    </form>
  )
}
