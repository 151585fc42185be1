import { LongText } from '../text/long-text.tsx'
import { law } from './law.tsx'
import { trading } from './trading.tsx'

/** /terms (R-STAT-14). */
export function TermsScreen() {
  return (
    <LongText
      title="Terms"
      description="The rules of buying and selling on Motorkin: accounts, ads, messages, packages and payment. Governed by South African law."
      since="22 November 2026"
      sections={[...trading, ...law]}
    >
      Be truthful about cars, be decent to people, and check before you pay. The rest is detail, and here it
      is.
    </LongText>
  )
}
