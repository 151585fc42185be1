import { z } from 'zod/mini'
import { email, id, write } from '../parts.ts'
import { filled } from './filled.ts'

/** What a person types into the newsletter form (R-VAL-01, R-VAL-02); the field has the mailing-list service's name (R-EXT-04). */
export const newsletterForm = z.object({ EMAIL: email })
export type NewsletterFormValues = z.output<typeof newsletterForm>

/** Pages that links in newsletter e-mails open, with the secret in place of `:secret`. */
export const newsletterPaths = {
  confirm: '/newsletter/confirm/:secret',
  unsubscribe: '/newsletter/unsubscribe/:secret',
} as const

/** The secret of a link. */
const linked = z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)) })

export const newsletterRoutes = {
  /** The answer is the same for every address: it tells nobody who reads the newsletter. */
  subscribeNewsletter: write('POST newsletter', 'own:newsletter', {
    auth: 'none',
    /** `client_ref` is minted on the phone and makes a late duplicate harmless. */
    body: z.object({ ...newsletterForm.shape, client_ref: z.optional(id), filled }),
  }),
  /** The link of the e-mail that asks whether a person means it; again is as good as once. */
  confirmNewsletter: write('POST newsletter/confirm', 'own:newsletter-confirm', {
    auth: 'none',
    body: linked,
  }),
  unsubscribeNewsletter: write('POST newsletter/unsubscribe', 'own:newsletter-unsubscribe', {
    auth: 'none',
    body: linked,
  }),
}
