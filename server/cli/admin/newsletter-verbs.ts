import { confirmedAddresses } from '../../enquiries/newsletter/newsletter-store.ts'
import type { Verb } from './verb.ts'

/** For an operator who sends newsletters without a service. */
export const newsletterVerbs: readonly Verb[] = [
  {
    name: 'newsletter',
    takes: '',
    does: 'the addresses that confirmed the newsletter, one a line',
    run: ({ db }) => confirmedAddresses(db),
  },
]
