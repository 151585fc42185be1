import type { CarFilter } from '../filter.ts'
import type { Branch } from '../reference.ts'
import { hasToken, numberBetween, valueAmong, type Aspect, type Condition } from './condition.ts'
import { pairKey, type Dimension, type DimensionName } from './dimension.ts'
import type { Orders, Ranged } from './orders.ts'
import type { CarTable } from './table.ts'
import type { Tokens } from './tokens.ts'

export interface Indexes {
  table: CarTable
  orders: Orders
  tokens: Tokens
}

/** Returns the conditions of a settled filter, one for each aspect that it restricts. */
export function conditionsOf(f: CarFilter, { table, orders, tokens }: Indexes): Condition[] {
  const { dimensions } = table
  const all: Condition[] = []
  const oneOf = (aspect: Aspect, name: DimensionName, keys: readonly (string | number)[]) => {
    const dimension = dimensions[name]
    const codes = keys.flatMap((key) => dimension.find(key) ?? [])
    all.push(valueAmong(aspect, dimension, codes))
  }
  const spelled = (name: 'bodytype' | 'fueltype' | 'transmission', wanted: readonly string[]) => {
    const [form] = wanted
    if (form === undefined) return
    const { forms } = dimensions[name]
    const codes =
      wanted.length === 1
        ? (forms.get(form) ?? [])
        : [...new Set(wanted)].flatMap((each) => forms.get(each) ?? [])
    all.push(valueAmong(name, dimensions[name], codes))
  }
  if (f.makes.length > 0) all.push(branch('make', f.makes, dimensions.make, dimensions.model))
  if (f.places.length > 0) all.push(branch('place', f.places, dimensions.province, dimensions.city))
  spelled('bodytype', f.bodytypes)
  spelled('fueltype', f.fueltypes)
  spelled('transmission', f.transmissions)
  const between = (aspect: Aspect, by: Ranged, min: number, max: number) => {
    if (min === -Infinity && max === Infinity) return
    all.push(numberBetween(aspect, { by, numbers: table[by], min, max, ...orders.rising(by) }))
  }
  // Price and mileage are never negative, so a lower bound of 0 needs no condition.
  between('price', 'price', f.minPrice > 0 ? f.minPrice : -Infinity, f.maxPrice ?? Infinity)
  between('kms', 'km', f.minKms > 0 ? f.minKms : -Infinity, f.maxKms ?? Infinity)
  const { years, before } = f
  if (years.length === 0 && before !== undefined) between('year', 'year', -Infinity, before - 1)
  else if (years.length > 0) {
    const older = before === undefined ? [] : yearsBelow(before, dimensions.year)
    oneOf('year', 'year', [...new Set([...years, ...older])])
  }
  if (f.creator !== undefined) oneOf('rest', 'creator', [f.creator])
  if (f.sellers !== undefined) oneOf('rest', 'creator', f.sellers)
  for (const any of f.tags) all.push(hasToken(tokens.carsTagged(any)))
  for (const word of f.words) all.push(hasToken(tokens.carsWith(word)))
  if (f.wished === 'required') all.push(hasToken(tokens.carsWithAny(f.wishes)))
  return all
}

const yearsBelow = (before: number, years: Dimension): number[] =>
  Array.from(years.keys(), ([year]) => Number(year)).filter((year) => year < before)

/** Returns the condition for branches: whole parents, pairs, or both. For both, each whole parent is replaced by its pairs. */
function branch(
  aspect: Aspect,
  chosen: readonly Branch[],
  parents: Dimension,
  children: Dimension,
): Condition {
  const [only] = chosen
  if (only !== undefined && chosen.length === 1 && only.children.length === 0) {
    const code = parents.find(only.parent)
    return valueAmong(aspect, parents, code === undefined ? [] : [code])
  }
  const whole = new Set(chosen.filter((b) => b.children.length === 0).map((b) => b.parent))
  const codes = [...whole].flatMap((parent) => parents.find(parent) ?? [])
  if (chosen.every((b) => b.children.length === 0)) return valueAmong(aspect, parents, codes)
  const pairs = new Set<number>()
  for (const { parent, children: list } of chosen) {
    for (const child of list) {
      const code = children.find(pairKey(parent, child))
      if (code !== undefined) pairs.add(code)
    }
  }
  if (whole.size > 0) {
    const parentOf = (key: string | number) => String(key).split('\0')[0] ?? ''
    for (const [key, code] of children.keys()) if (whole.has(parentOf(key))) pairs.add(code)
  }
  return valueAmong(aspect, children, [...pairs])
}
