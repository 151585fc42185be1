import { aboutPage } from '#contract/heads/page-abouts.ts'
import { useSiteSettings } from '#local/react'
import { useHomeLaw } from '../text/home-law.ts'
import { LongText } from '../text/long-text.tsx'
import { lawOf } from './law.tsx'
import { trading } from './trading.tsx'

/** /terms (R-STAT-14). */
export function TermsScreen() {
  const home = useHomeLaw()
  return (
    <LongText
      title="Terms"
      description={aboutPage('/terms', useSiteSettings())}
      since="22 November 2026"
      sections={[...trading, ...lawOf(home)]}
    >
      Be truthful about cars, be decent to people, and check before you pay. The rest is detail, and here it
      is.
    </LongText>
  )
}
