import { accountRoutes, resetForm } from '#contract/users/account.ts'
import type { AppError } from '#contract/errors.ts'
import { useCall } from '#local/react'
import { NewPasswordField } from '../entry/new-password-field.tsx'
import { PasswordField } from '../entry/password-field.tsx'
import { Submit } from '../entry/submit.tsx'
import { useEntryForm } from '../entry/use-entry-form.ts'

interface Values {
  new_password: string
  confirm_password: string
}
const names = ['new_password', 'confirm_password'] as const

interface Props {
  token: string
  onDone: (said: string) => void
  /** The link is used up, or too old by now. */
  onSpoilt: (error: AppError) => void
}

/** R-AUTH-15, R-VAL-32 to R-VAL-34. */
export function NewPasswordForm({ token, onDone, onSpoilt }: Props) {
  const call = useCall(accountRoutes.resetUserPassword)
  const { form, field, submit, busy, trouble } = useEntryForm<Values, Values>({
    schema: resetForm,
    start: { new_password: '', confirm_password: '' },
    names,
    async send(body) {
      const result = await call.run({ params: { token }, body })
      if (result?.ok) onDone(result.body.msg)
      else if (result?.error.code === 'link_expired') onSpoilt(result.error)
      return result?.ok ? undefined : result?.error
    },
  })
  return (
    <form noValidate className="mt-6 space-y-4" onSubmit={submit}>
      <NewPasswordField label="New password" typed={form.watch('new_password')} {...field('new_password')} />
      <PasswordField label="Confirm password" autoComplete="new-password" {...field('confirm_password')} />
      <Submit busy={busy} trouble={trouble} what="Setting a new password">
        Set password
      </Submit>
    </form>
  )
}
