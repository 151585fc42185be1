import { fold, type ListingState } from '#catalogue'
import { kmsRange, priceRange } from '#contract/limits.ts'
import type { Brand } from '#contract/reference.ts'
import { changed, toggled, withoutParent, type ListKey } from './filter-change.ts'

/** One filter in force: what to call it and what the search is without it. */
export interface Applied {
  key: string
  label: string
  without: ListingState
}
export interface Words {
  money: (amount: number) => string
  brands: readonly Brand[] | undefined
}

const number = (n: number) => String(n).replace(/\B(?=(?:\d{3})+$)/g, ',')

export function yearLabel(value: string): string {
  const older = /^pre-(\d{4})$/.exec(value)
  return older ? `Older than ${older[1]}` : value
}

/** "From 2 to 5", "From 2", "Up to 5"; undefined when neither end is set. */
function span(min: number, max: number, open: number, say: (n: number) => string): string | undefined {
  const upper = max !== 0 && max !== open
  if (min > 0 && upper) return `${say(min)} – ${say(max)}`
  if (min > 0) return `From ${say(min)}`
  return upper ? `Up to ${say(max)}` : undefined
}

const plain: ListKey[] = ['bodytype', 'year', 'fueltype', 'transmission', 'city']

/** Every filter in force, in the order of the panel. */
export function appliedFilters(state: ListingState, { money, brands }: Words): Applied[] {
  const out: Applied[] = []
  const add = (key: string, label: string, without: ListingState) => out.push({ key, label, without })
  if (state.search !== undefined) {
    add('search', `“${state.search}”`, changed(state, { search: undefined }))
  }
  for (const value of state.make) {
    const brand = brands?.find((b) => fold(b._id) === fold(value) || fold(b.maketitle) === fold(value))
    const children = brand?.models.map((m) => ({ id: m._id, title: m.modeltitle }))
    add(
      `make ${value}`,
      brand?.maketitle ?? value,
      withoutParent(state, 'make', { id: brand?._id ?? value, title: brand?.maketitle ?? value, children }),
    )
  }
  for (const value of state.model) {
    const known = brands?.flatMap((b) => b.models).find((m) => m._id === value)
    add(`model ${value}`, known?.modeltitle ?? value, toggled(state, 'model', value))
  }
  const price = span(state.min_price, state.max_price, priceRange.max, money)
  if (price !== undefined) {
    add('price', price, changed(state, { min_price: priceRange.min, max_price: priceRange.max }))
  }
  const kms = span(state.min_kms, state.max_kms, kmsRange.max, (n) => `${number(n)} km`)
  if (kms !== undefined) add('kms', kms, changed(state, { min_kms: 0, max_kms: 0 }))
  for (const value of state.province) {
    const parent = { id: value, title: value, children: undefined }
    add(`province ${value}`, value, withoutParent(state, 'province', parent))
  }
  for (const key of plain) {
    for (const value of state[key]) {
      add(`${key} ${value}`, key === 'year' ? yearLabel(value) : value, toggled(state, key, value))
    }
  }
  return out
}
