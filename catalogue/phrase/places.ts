import type { Reference } from '../reference.ts'
import { compact } from '../words.ts'
import type { Meaning } from './meaning.ts'
import { cityNames, ordinary, provinceNames } from './vocabulary.ts'

/** Returns provinces and cities by all their spellings, without blanks and hyphens. */
export function placeNames(reference: Reference): [key: string, meaning: Meaning][] {
  const all: [string, Meaning][] = []
  for (const { state_name: province } of reference.provinces) {
    const keys = [compact(province), compact(province.replace(/\s+state$/i, ''))]
    for (const key of [...keys, ...(provinceNames.get(province) ?? [])]) {
      // "accident free" does not mean Free State.
      if (!ordinary.has(key)) all.push([key, { kind: 'province', province }])
    }
  }
  const provinces = new Map(reference.provinces.map((p) => [p._id, p.state_name]))
  for (const { city_name: child, state_id } of reference.cities) {
    const parent = provinces.get(state_id)
    if (parent === undefined) continue
    const meaning: Meaning = { kind: 'city', cities: [{ parent, child }] }
    for (const key of [compact(child), ...(cityNames.get(child) ?? [])]) all.push([key, meaning])
  }
  return all
}
