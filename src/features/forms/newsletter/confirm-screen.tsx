import { useParams } from 'wouter'
import { newsletterRoutes } from '#contract/forms/newsletter.ts'
import { Button } from '#ui/button.tsx'
import { EmailLinkPage } from './email-link-page.tsx'
import { NewsletterForm } from './newsletter.tsx'

/** /newsletter/confirm/{token}: the owner of an address confirms the newsletter. */
export function ConfirmScreen() {
  const { token = '' } = useParams()
  return (
    <EmailLinkPage
      key={token}
      route={newsletterRoutes.confirmNewsletter}
      secret={token}
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
