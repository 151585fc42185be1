import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useParams } from 'wouter'
import { errorRules } from '#contract/errors.ts'
import { newsletterRoutes } from '#contract/forms/newsletter.ts'
import { useCall, useConnection } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { NewsletterForm } from './newsletter.tsx'

type LinkRoute = (typeof newsletterRoutes)['confirmNewsletter' | 'unsubscribeNewsletter']

interface Props {
  route: LinkRoute
  title: string
  /** Text before the button. */
  intro: string
  button: string
  /** Content below the server's success message. */
  children: ReactNode
  /** Content below the title when the link is no longer valid. */
  expired: ReactNode
}

/** Shows a newsletter link's page. Only a press of its button acts: programs that open every link of an e-mail change nothing. */
function EmailLinkPage(props: Props) {
  const { token = '' } = useParams()
  // Another link must not take over the state of this one.
  return <OneLink key={token} secret={token} {...props} />
}

function OneLink({ route, secret, title, intro, button, children, expired }: Props & { secret: string }) {
  const { busy, error, run } = useCall<LinkRoute>(route)
  const [done, setDone] = useState<string>()
  const offline = useConnection().state === 'offline'
  const over = error !== undefined && errorRules[error.code].action !== 'retry'
  async function decide() {
    const result = await run({ body: { token: secret } })
    if (result?.ok) setDone(result.body.msg)
  }
  const decision = (
    <>
      <p className="mt-2 text-ink-2">{intro}</p>
      <Button wide className="mt-6" loading={busy} onClick={() => void decide()}>
        {button}
      </Button>
      <output className="mt-3 block min-h-11 text-sm text-amber-ink">
        {error && !over
          ? `${offline ? 'You are offline: this needs a signal.' : error.message} Nothing has changed yet; please try again.`
          : ''}
      </output>
    </>
  )
  return (
    <div className="mx-auto w-full max-w-[30rem] px-4 py-8 sm:py-12">
      <PageHead title={title} noIndex />
      <div className="sm:rounded-card sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow-e1">
        <h1 className="text-3xl font-bold">{title}</h1>
        {done !== undefined ? (
          <>
            <output className="mt-3 flex gap-2.5 text-lg font-medium">
              <Icon of={IconCircleCheck} size={24} className="text-brand" />
              {done}
            </output>
            {children}
          </>
        ) : over ? (
          <div role="alert" className="mt-2 text-ink-2">
            {expired}
          </div>
        ) : (
          decision
        )}
      </div>
    </div>
  )
}

/** Shows /newsletter/confirm/{token}: the owner of an address confirms the newsletter. */
export function ConfirmScreen() {
  return (
    <EmailLinkPage
      route={newsletterRoutes.confirmNewsletter}
      title="Confirm your newsletter"
      intro="One tap, and our news and reviews come to your inbox."
      button="Confirm my subscription"
      expired={
        <>
          <p className="mb-6">
            This link is no longer valid: it lasts 7 days. Ask for a new one with your address.
          </p>
          <NewsletterForm />
        </>
      }
    >
      <p className="mt-2 text-ink-2">Each letter has a link that ends it with one click.</p>
      <Button href="/listings" wide className="mt-6">
        Browse cars
      </Button>
    </EmailLinkPage>
  )
}

/** Shows /newsletter/unsubscribe/{token}: the unsubscribe link of each e-mail. */
export function UnsubscribeScreen() {
  return (
    <EmailLinkPage
      route={newsletterRoutes.unsubscribeNewsletter}
      title="Unsubscribe"
      intro="No more newsletters to your address. It is deleted from our list."
      button="Unsubscribe"
      expired={
        <>
          <p>We do not know this link. Please open the one in the newest letter, with its whole address.</p>
          <Button href="/contact" look="outline" wide className="mt-6">
            Write to us
          </Button>
        </>
      }
    >
      <p className="mt-2 text-ink-2">Your address is deleted from our list. You can come back at any time.</p>
      <Button href="/listings" look="outline" wide className="mt-6">
        Browse cars
      </Button>
    </EmailLinkPage>
  )
}
