import { lawAdjectives } from '#contract/heads/page-abouts.ts'
import { type LawCountry, regionOf } from '#contract/values/region.ts'
import { useSiteSettings } from '#local/react'

/** What the legal pages state about the governing law, and nothing else of them depends on it. */
export interface HomeLaw {
  country: LawCountry
  adjective: string
  consumerAct: string
  privacy: {
    /** Begins a sentence. */
    act: string
    /** The other country where people use Motorkin, and its act. */
    elsewhere: LawCountry
    actElsewhere: string
    /** The one at home first. */
    regulators: readonly [string, string]
  }
}

const regulator: Readonly<Record<LawCountry, string>> = {
  'South Africa': 'Information Regulator of South Africa',
  Nigeria: 'Nigeria Data Protection Commission',
}

/** By the market's `lawCountry` (R-STAT-15). */
const laws: Readonly<Record<LawCountry, HomeLaw>> = {
  'South Africa': {
    country: 'South Africa',
    adjective: lawAdjectives['South Africa'],
    consumerAct: 'Consumer Protection Act',
    privacy: {
      act: 'South Africa’s Protection of Personal Information Act',
      elsewhere: 'Nigeria',
      actElsewhere: 'Nigeria Data Protection Act',
      regulators: [regulator['South Africa'], regulator.Nigeria],
    },
  },
  Nigeria: {
    country: 'Nigeria',
    adjective: lawAdjectives.Nigeria,
    consumerAct: 'Federal Competition and Consumer Protection Act',
    privacy: {
      act: 'The Nigeria Data Protection Act 2023',
      elsewhere: 'South Africa',
      actElsewhere: 'Protection of Personal Information Act',
      regulators: [regulator.Nigeria, regulator['South Africa']],
    },
  },
}

export function useHomeLaw(): HomeLaw {
  return laws[regionOf[useSiteSettings().market].lawCountry]
}
