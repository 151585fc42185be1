import { useState } from 'react'
import { useParams } from 'wouter'
import { accountRoutes } from '#contract/users/account.ts'
import { useSession } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Way } from '../entry/entry-page.tsx'
import { AskAgain } from './ask-again.tsx'
import { LinkPage } from './link-page.tsx'
import { useLink } from './use-link.ts'

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
      said={link.state.is === 'good' ? link.state.said : sent}
      bad={
        <>
          <AskAgain email={user?.email ?? ''} sent={sent !== undefined} onSent={setSent} />
          <p className="mt-1 text-center text-ink-2">
            Confirmed already? <Way href={user ? '/account' : '/login'}>{user ? 'Go on' : 'Login'}</Way>
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
