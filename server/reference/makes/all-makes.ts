import { otherMakes } from './america-china-africa.ts'
import { asianMakes } from './asia.ts'
import { europeanMakes } from './europe.ts'
import type { MakeEntry } from './read-makes.ts'

/** The 62 makes of the product, by name. */
export const allMakes: readonly MakeEntry[] = [...asianMakes, ...europeanMakes, ...otherMakes].sort((a, b) =>
  a.title < b.title ? -1 : 1,
)
