import { useState } from 'react'
import { accountRoutes, emailForm } from '#contract/users/account.ts'
import { useCall } from '#local/react'
import { TextInput } from '#ui/form/text-input.tsx'
import { Note } from '../entry/note.tsx'
import { PasswordField, WhoseAccount } from '../entry/fields.tsx'
import { OnlineSubmit } from '../entry/online-submit.tsx'
import { useEntryForm } from '../entry/use-entry-form.ts'

interface Values {
  email: string
  password: string
}
const names = ['email', 'password'] as const
const empty: Values = { email: '', password: '' }

/** Takes effect when the link in the e-mail to the new address is opened. */
export function ChangeEmail({ email }: { email: string }) {
  const call = useCall(accountRoutes.changeEmail)
  const [sent, setSent] = useState<{ msg: string; to: string }>()
  const { form, field, submit, busy, trouble } = useEntryForm<Values, Values>({
    schema: emailForm,
    start: empty,
    names,
    async send(body) {
      const result = await call.run({ body })
      if (!result?.ok) return result?.error
      setSent({ msg: result.body.msg, to: body.email })
      form.reset(empty)
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
