import { LongText } from './long-text.tsx'
import sections from './terms.json' with { type: 'json' }

/** Shows /terms (R-STAT-14, R-STAT-15). */
export function TermsScreen() {
  return (
    <LongText title="Terms" path="/terms" since="22 November 2026" sections={sections}>
      Be truthful about cars, be decent to people, and check before you pay. The rest is detail, and here it
      is.
    </LongText>
  )
}
