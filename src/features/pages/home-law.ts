import { lawAdjectives } from '#contract/heads/page-abouts.ts'
import { type LawCountry, regionOf } from '#contract/values/region.ts'
import { useSiteSettings } from '#local/react'

/** What the legal pages state about the law of a country, and nothing else of them depends on it (R-STAT-15). */
const laws = {
  'South Africa': {
    consumerAct: 'Consumer Protection Act',
    privacyAct: 'Protection of Personal Information Act',
    /** The same at the start of a sentence, where it is the law at home. */
    privacyActAtHome: 'South Africa’s Protection of Personal Information Act',
    regulator: 'Information Regulator of South Africa',
  },
  Nigeria: {
    consumerAct: 'Federal Competition and Consumer Protection Act',
    privacyAct: 'Nigeria Data Protection Act',
    privacyActAtHome: 'The Nigeria Data Protection Act 2023',
    regulator: 'Nigeria Data Protection Commission',
  },
} satisfies Record<LawCountry, object>

/** The law of the market's `lawCountry`, and of the other country where people use Motorkin. */
export function useHomeLaw() {
  const country = regionOf[useSiteSettings().market].lawCountry
  const elsewhere = country === 'Nigeria' ? 'South Africa' : 'Nigeria'
  return {
    country,
    adjective: lawAdjectives[country],
    ...laws[country],
    elsewhere: { country: elsewhere, ...laws[elsewhere] },
  }
}
export type HomeLaw = ReturnType<typeof useHomeLaw>
