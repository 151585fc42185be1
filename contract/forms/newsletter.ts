import { z } from 'zod/mini'
import { email, id, write } from '../parts.ts'
import { filled } from './filled.ts'

/** Field of the newsletter form (R-VAL-01, R-VAL-02), under the name that the mailing-list service uses (R-EXT-04). */
export const newsletterForm = z.object({ EMAIL: email })
export type NewsletterFormValues = z.output<typeof newsletterForm>

/** Paths of the pages that links in newsletter e-mails open; the secret replaces `:secret`. */
export const newsletterPaths = {
  confirm: '/newsletter/confirm/:secret',
  unsubscribe: '/newsletter/unsubscribe/:secret',
} as const

/** The secret of a link. */
const linked = z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)) })

export const newsletterRoutes = {
  /** Returns the same response for every address, so that nobody can find out who reads the newsletter. */
  subscribeNewsletter: write('POST newsletter', 'own:newsletter', {
    auth: 'none',
    /** `client_ref` is minted on the phone and makes a late duplicate harmless. */
    body: z.object({ ...newsletterForm.shape, client_ref: z.optional(id), filled }),
  }),
  /** Confirms a subscription with the link of the confirmation e-mail; a second call changes nothing. */
  confirmNewsletter: write('POST newsletter/confirm', 'own:newsletter-confirm', {
    auth: 'none',
    body: linked,
  }),
  unsubscribeNewsletter: write('POST newsletter/unsubscribe', 'own:newsletter-unsubscribe', {
    auth: 'none',
    body: linked,
  }),
}
