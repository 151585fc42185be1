import { useState } from 'react'
import { useParams } from 'wouter'
import { accountRoutes } from '#contract/users/account.ts'
import { useSession } from '#local/react'
import { Button } from '#ui/button.tsx'
import { AddressForm } from '../entry/entry-form.tsx'
import { EntryLink } from '../entry/entry-page.tsx'
import { LinkPage, useLink } from './link-page.tsx'

/** Shows /user/verify/{id} (R-AUTH-18). */
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
      title="Verify your e-mail"
      link={link}
      checking="Confirming your address"
      notice={link.state.is === 'good' ? link.state.message : sent}
      bad={
        <>
          <AddressForm
            route={accountRoutes.resendVerification}
            email={user?.email ?? ''}
            hint="A new e-mail goes to this address."
            action={sent === undefined ? 'Send a new e-mail' : 'Send it again'}
            onSent={setSent}
          />
          <p className="mt-1 text-center text-ink-2">
            Confirmed already?{' '}
            <EntryLink href={user ? '/account' : '/login'}>{user ? 'Go on' : 'Login'}</EntryLink>
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
