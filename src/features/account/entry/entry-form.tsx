import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type accountRoutes, addressForm } from '#contract/users/account.ts'
import { useCall, useConnection } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { EmailField } from './fields.tsx'
import { type EntryFormState, useEntryForm } from './use-entry-form.ts'

interface Props {
  entry: EntryFormState
  /** The words of the button. */
  action: string
  /** What needs the signal: "Signing in". */
  what: string
  look?: 'primary' | 'danger'
  className?: string
  children: ReactNode
}

/**
 * A form that cannot wait for a signal: its fields, its button, and below it a line that always has its room: nothing
 * jumps when the network goes or an answer does not come.
 */
export function EntryForm({ entry, action, what, look = 'primary', className = '', children }: Props) {
  const { submit, busy, trouble } = entry
  const offline = useConnection().state === 'offline'
  return (
    <form noValidate className={`space-y-4 ${className}`} onSubmit={submit}>
      {children}
      <div>
        <Button type="submit" wide look={look} loading={busy}>
          {action}
        </Button>
        <div className="min-h-13 pt-2 text-13">
          <p role="alert" className="flex gap-2 text-danger">
            {!busy && trouble !== undefined && (
              <>
                <Icon of={IconAlertCircle} size={18} />
                <span>{trouble}</span>
              </>
            )}
          </p>
          <output className="flex gap-2 text-amber-ink">
            {offline && (busy || trouble === undefined) && (
              <>
                <Icon of={IconCloudOff} size={18} />
                <span>You are offline. {what} needs a signal; what you typed stays here.</span>
              </>
            )}
          </output>
        </div>
      </div>
    </form>
  )
}

interface AddressProps {
  route: (typeof accountRoutes)['forgotPassword' | 'resendVerification']
  email: string
  hint?: string
  action: string
  onSent: (message: string, to: string) => void
}

/** Asks for an e-mail to an address. */
export function AddressForm({ route, email, hint, action, onSent }: AddressProps) {
  const call = useCall<AddressProps['route']>(route)
  const entry = useEntryForm({
    schema: addressForm,
    start: { email },
    send: (body) => call.run({ body }),
    onSent: ({ body }, typed) => onSent(body.msg, typed.email),
  })
  return (
    <EntryForm entry={entry} action={action} what="Asking for the e-mail" className="mt-6">
      <EmailField hint={hint} {...entry.field('email')} />
    </EntryForm>
  )
}
