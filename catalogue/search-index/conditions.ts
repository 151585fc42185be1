import type { CarFilter } from '../filter.ts'
import type { Branch } from '../reference.ts'
import { Between, OneOf, Worded, type Aspect, type Condition } from './condition.ts'
import { pairKey, type Dimension, type DimensionName } from './dimension.ts'
import type { Orders, Ranged } from './orders.ts'
import type { CarTable } from './table.ts'
import type { Tokens } from './tokens.ts'

export interface Indexes {
  table: CarTable
  orders: Orders
  tokens: Tokens
}

/** What a settled filter asks for, one condition for each aspect it says anything about. */
export function conditionsOf(f: CarFilter, { table, orders, tokens }: Indexes): Condition[] {
  const { dimensions } = table
  const all: Condition[] = []
  const oneOf = (aspect: Aspect, dimension: Dimension, codes: readonly number[]) =>
    all.push(new OneOf(aspect, dimension, codes))
  const spelled = (name: 'bodytype' | 'fueltype' | 'transmission', wanted: readonly string[]) => {
    if (wanted.length === 0) return
    const dimension = dimensions[name]
    oneOf(
      name,
      dimension,
      [...new Set(wanted)].flatMap((form) => dimension.forms.get(form) ?? []),
    )
  }
  const branches = (
    aspect: Aspect,
    chosen: readonly Branch[],
    parent: DimensionName,
    child: DimensionName,
  ) => {
    if (chosen.length > 0) all.push(branch(aspect, chosen, dimensions[parent], dimensions[child]))
  }
  branches('make', f.makes, 'make', 'model')
  branches('place', f.places, 'province', 'city')
  spelled('bodytype', f.bodytypes)
  spelled('fueltype', f.fueltypes)
  spelled('transmission', f.transmissions)
  const between = (aspect: Aspect, by: Ranged, min: number, max: number) => {
    if (min === -Infinity && max === Infinity) return
    all.push(new Between(aspect, { by, numbers: table[by], min, max, ...orders.rising(by) }))
  }
  // No price and no mileage is below zero.
  between('price', 'price', f.minPrice > 0 ? f.minPrice : -Infinity, f.maxPrice ?? Infinity)
  between('kms', 'km', f.minKms > 0 ? f.minKms : -Infinity, f.maxKms ?? Infinity)
  const { years, before } = f
  if (years.length === 0 && before !== undefined) between('year', 'year', -Infinity, before - 1)
  else if (years.length > 0) {
    const older = [...dimensions.year.keys()]
      .map(([year]) => Number(year))
      .filter((year) => year < (before ?? 0))
    const chosen = new Set([...years, ...older])
    oneOf(
      'year',
      dimensions.year,
      [...chosen].flatMap((year) => dimensions.year.find(year) ?? []),
    )
  }
  if (f.creator !== undefined) {
    const code = dimensions.creator.find(f.creator)
    oneOf('rest', dimensions.creator, code === undefined ? [] : [code])
  }
  if (f.sellers !== undefined) {
    oneOf(
      'rest',
      dimensions.creator,
      f.sellers.flatMap((seller) => dimensions.creator.find(seller) ?? []),
    )
  }
  for (const any of f.tags) all.push(new Worded(tokens.carsTagged(any)))
  for (const word of f.words) all.push(new Worded(tokens.carsWith(word)))
  if (f.wished === 'required') {
    all.push(new Worded(tokens.carsWithAny(f.wishes)))
  }
  return all
}

/** Whole parents, or pairs, or both; then the parents are taken pair by pair. */
function branch(
  aspect: Aspect,
  chosen: readonly Branch[],
  parents: Dimension,
  children: Dimension,
): Condition {
  const whole = new Set(chosen.filter((b) => b.children.length === 0).map((b) => b.parent))
  const codes = [...whole].flatMap((parent) => parents.find(parent) ?? [])
  if (chosen.every((b) => b.children.length === 0)) return new OneOf(aspect, parents, codes)
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
  return new OneOf(aspect, children, [...pairs])
}
