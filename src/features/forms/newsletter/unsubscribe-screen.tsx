import { useParams } from 'wouter'
import { newsletterRoutes } from '#contract/forms/newsletter.ts'
import { Button } from '#ui/button.tsx'
import { EmailLinkPage } from './email-link-page.tsx'

/** /newsletter/unsubscribe/{token}: the unsubscribe link of each e-mail. */
export function UnsubscribeScreen() {
  const { token = '' } = useParams()
  return (
    <EmailLinkPage
      key={token}
      route={newsletterRoutes.unsubscribeNewsletter}
      secret={token}
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
