import { ThankYouScreen } from '../../features/enquire/index.ts'
import { NewsletterForm } from '../../features/forms/index.ts'

/** Shows /thankyou with the newsletter form below the thanks (R-FORM-17, R-FORM-18). */
export function ThankYouWithNewsletter() {
  return (
    <ThankYouScreen>
      <NewsletterForm />
    </ThankYouScreen>
  )
}
