import { LongText } from './long-text.tsx'
import sections from './privacy.json' with { type: 'json' }

/** Shows /privacy (R-STAT-14, R-STAT-16 to R-STAT-19, R-STAT-21). */
export function PrivacyScreen() {
  return (
    <LongText title="Privacy" path="/privacy" since="22 November 2026" sections={sections}>
      In short: we keep what is needed to show your ads and carry your messages, most of it lies on your own
      phone, nobody follows you around here, and you can take it all away.
    </LongText>
  )
}
