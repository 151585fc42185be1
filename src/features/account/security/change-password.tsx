import { accountRoutes, passwordForm } from '#contract/users/account.ts'
import { useCall } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { NewPasswordField } from '../entry/new-password-field.tsx'
import { PasswordField } from '../entry/password-field.tsx'
import { Submit } from '../entry/submit.tsx'
import { useEntryForm } from '../entry/use-entry-form.ts'
import { WhoseAccount } from './whose-account.tsx'

interface Values {
  password: string
  new_password: string
  confirm_password: string
}
const names = ['password', 'new_password', 'confirm_password'] as const
const empty: Values = { password: '', new_password: '', confirm_password: '' }

/** The other devices are signed out with it. */
export function ChangePassword({ email, onDone }: { email: string; onDone: () => void }) {
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
      <Submit busy={busy} trouble={trouble} what="Changing the password">
        Change password
      </Submit>
    </form>
  )
}
