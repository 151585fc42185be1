import { hash } from 'node:crypto'
import type { ImportAd } from './table/make-ad.ts'
import { memoize } from './table/memoize.ts'

/**
 * Fingerprints of an ad's fields in the last table, a few characters each: enough to find the fields that a new table changes,
 * without a second copy of the texts.
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
/** Replaces the fingerprint of the status: the ad was to be active, but the plan was full. */
const heldBack = '------'

/** Cached, because most cars share their colour, city and gearbox with others. */
const fingerprintOf = memoize((text) => hash('md5', text, 'base64').slice(0, width))

export const fingerprintsOf = (ad: ImportAd): string =>
  comparedFields.map((field) => fingerprintOf(String(ad[field]))).join('')

/**
 * Returns the current fingerprints, but the earlier ones for fields that were not written, so that they count as changed next
 * time.
 */
export function fingerprintsExcept(now: string, before: string, fields: readonly ComparedField[]): string {
  const at = (fingerprints: string, i: number) => fingerprints.slice(i * width, (i + 1) * width)
  return comparedFields.map((field, i) => at(fields.includes(field) ? before : now, i)).join('')
}

export const heldFingerprints = (fingerprints: string): string => fingerprints.slice(0, statusAt) + heldBack
export const wasHeld = (fingerprints: string): boolean => fingerprints.slice(statusAt) === heldBack

/**
 * Returns the changed fields. The status counts only when the table states it, or when the ad had to wait for room in the plan.
 */
export function changedFields(before: string, now: string, statusStated: boolean): ComparedField[] {
  if (before === now) return []
  return comparedFields.filter((field, i) => {
    if (field === 'status' && !statusStated) return wasHeld(before)
    return before.slice(i * width, (i + 1) * width) !== now.slice(i * width, (i + 1) * width)
  })
}
