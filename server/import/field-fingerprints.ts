import { hash } from 'node:crypto'
import type { ImportAd } from './table/make-ad.ts'
import { memoize } from './table/memoize.ts'

/**
 * What a table said of an ad last, a few characters a field: enough to see which fields it says otherwise now, without
 * keeping every word twice.
 */
const comparedFields = [
  'title',
  'condition',
  'year',
  'make',
  'model',
  'bodytype',
  'mileage',
  'fueltype',
  'engine',
  'transmission',
  'drive',
  'exteriorcolor',
  'interiorcolor',
  'price',
  'description',
  'carfeatures',
  'address',
  'province',
  'city',
  'status',
] as const satisfies readonly (keyof ImportAd)[]
export type ComparedField = (typeof comparedFields)[number]

const width = 6
const statusAt = comparedFields.indexOf('status') * width
/** In place of the status: it was to be active, and the plan was full. */
const heldBack = '------'

/** Most cars have their colour, city and gearbox in common. */
const fingerprintOf = memoize((text) => hash('md5', text, 'base64').slice(0, width))

export const fingerprintsOf = (ad: ImportAd): string =>
  comparedFields.map((field) => fingerprintOf(String(ad[field]))).join('')

/** What is said now, but for fields that were not taken: they are as they were, so they are news the next time. */
export function fingerprintsExcept(now: string, before: string, fields: readonly ComparedField[]): string {
  const at = (fingerprints: string, i: number) => fingerprints.slice(i * width, (i + 1) * width)
  return comparedFields.map((field, i) => at(fields.includes(field) ? before : now, i)).join('')
}

export const heldFingerprints = (fingerprints: string): string => fingerprints.slice(0, statusAt) + heldBack
export const wasHeld = (fingerprints: string): boolean => fingerprints.slice(statusAt) === heldBack

/** The fields that are said otherwise now. What the status was is only news when the table itself says it. */
export function changedFields(before: string, now: string, statusStated: boolean): ComparedField[] {
  if (before === now) return []
  return comparedFields.filter((field, i) => {
    if (field === 'status' && !statusStated) return wasHeld(before)
    return before.slice(i * width, (i + 1) * width) !== now.slice(i * width, (i + 1) * width)
  })
}
