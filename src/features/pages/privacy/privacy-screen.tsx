import { aboutPage } from '#contract/heads/page-abouts.ts'
import { useSiteSettings } from '#local/react'
import { useHomeLaw } from '../text/home-law.ts'
import { LongText } from '../text/long-text.tsx'
import { collected } from './collected.tsx'
import { retentionOf } from './retention.tsx'

/** /privacy (R-STAT-14, R-STAT-16). */
export function PrivacyScreen() {
  return (
    <LongText
      title="Privacy"
      description={aboutPage('/privacy', useSiteSettings())}
      since="22 November 2026"
      sections={[...collected, ...retentionOf(useHomeLaw())]}
    >
      In short: we keep what is needed to show your ads and carry your messages, most of it lies on your own
      phone, nobody follows you around here, and you can take it all away.
    </LongText>
  )
}
