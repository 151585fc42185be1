import { useState } from 'react'
import { useParams } from 'wouter'
import { accountRoutes, addressForm } from '#contract/users/account.ts'
import { useSession, useCall } from '#local/react'
import { Button } from '#ui/button.tsx'
import { LooserQuery } from '../entry/entry-page.tsx'
import { LinkPage, useLink } from './link-page.tsx'
import { EmailField } from '../entry/fields.tsx'
import { OnlineSubmit } from '../entry/online-submit.tsx'
import { useEntryForm } from '../entry/use-entry-form.ts'

interface Props {
  email: string
  sent: boolean
  onSent: (message: string) => void
}
const names = ['email'] as const

/** A fresh e-mail in place of a link that no longer works. */
function ResendEmail({ email, sent, onSent }: Props) {
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
      <OnlineSubmit busy={busy} trouble={trouble} what="Asking for the letter">
        {sent ? 'Send it again' : 'Send a new letter'}
      </OnlineSubmit>
    </form>
  )
}

const title = 'Verify your e-mail'

/** /user/verify/{id} (R-AUTH-18). */
export function VerifyScreen() {
  const { id = '' } = useParams()
  return <Verify key={id} secret={id} />
}

function Verify({ secret }: { secret: string }) {
  const { user } = useSession()
  const link = useLink(accountRoutes.verifyUser, secret)
  const [sent, setSent] = useState<string>()
  return (
    <LinkPage
      title={title}
      link={link}
      checking="Confirming your address"
      notice={link.state.is === 'good' ? link.state.message : sent}
      bad={
        <>
          <ResendEmail email={user?.email ?? ''} sent={sent !== undefined} onSent={setSent} />
          <p className="mt-1 text-center text-ink-2">
            Confirmed already?{' '}
            <LooserQuery href={user ? '/account' : '/login'}>{user ? 'Go on' : 'Login'}</LooserQuery>
          </p>
        </>
      }
    >
      <p className="mt-4 text-ink-2">
        {user ? 'All set. Go and meet your next car.' : 'One step left: sign in, and you are home.'}
      </p>
      <Button href={user ? '/listings' : '/login'} wide className="mt-6">
        {user ? 'Browse cars' : 'Login'}
      </Button>
    </LinkPage>
  )
}
