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
  /** Label of the button. */
  action: string
  /** Activity that needs a connection: "Signing in". */
  what: string
  look?: 'primary' | 'danger'
  className?: string
  children: ReactNode
}

/**
 * Renders a form that cannot wait for a connection: its fields, its button, and below it a line with reserved space, so that
 * nothing moves when the network is lost or no response arrives.
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

/** Requests an e-mail to an address. */
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
