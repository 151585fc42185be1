import { brandNamed, carName, fold, type ListingState } from '#catalogue'
import { kmsRange, priceRange } from '#contract/limits.ts'
import { grouped } from '#contract/values/region.ts'
import type { CarPage } from '#contract/cars.ts'
import type { Brand } from '#contract/reference.ts'
import type { Piece } from './read-search.ts'
import { changeFilters, isChosen, removeOption, removeParent, type ListKey } from './filter-change.ts'

/** One filter in force: what to call it and what the search is without it. */
export interface Applied {
  key: string
  label: string
  /** In a sentence: "without the price limit". */
  name: string
  without: ListingState
  /** Takes it out of another search as well. */
  take: (state: ListingState) => ListingState
  /** Of a model, sold here or not: make and model. */
  model?: string | undefined
  /** Of what the lists do not have: the cars that are shown come near it. */
  absent?: boolean | undefined
  /** Of a model: what comes near it. */
  near?: { words: string; next: ListingState }
  /** It leaves nothing out: how many of the matching cars have the word, and the search in which all must. */
  wish?: { word: string; cars: number | undefined; must: ListingState }
}
interface FilterWords {
  money: (amount: number) => string
  brands: readonly Brand[] | undefined
  /** The recognised words of the search, once they were read. */
  pieces?: readonly Piece[] | undefined
  /** The answer's counts of the words that only put cars first. */
  wishes?: CarPage['wishes']
}

function labelYear(value: string): string {
  const older = /^pre-(\d{4})$/.exec(value)
  return older ? `Older than ${older[1]}` : value
}

/** "From 2 to 5", "From 2", "Up to 5"; undefined when neither end is set. */
function span(min: number, max: number, open: number, format: (n: number) => string): string | undefined {
  const upper = max !== 0 && max !== open
  if (min > 0 && upper) return `${format(min)} – ${format(max)}`
  if (min > 0) return `From ${format(min)}`
  return upper ? `Up to ${format(max)}` : undefined
}

/** The distance: without it there are fewer cars, not more. */
export const withinKey = 'within'

const plain: ListKey[] = ['bodytype', 'year', 'fueltype', 'transmission', 'city']

/** Every filter in force, in the order of the panel. */
export function appliedFilters(
  state: ListingState,
  { money, brands, pieces, wishes }: FilterWords,
): Applied[] {
  const out: Applied[] = []
  const add = (
    key: string,
    label: string,
    take: Applied['take'],
    name = label,
    more?: Pick<Applied, 'wish' | 'near' | 'model' | 'absent'>,
  ) => out.push({ key, label, name, without: take(state), take, ...more })
  if (state.search !== undefined) {
    const whole: Piece = { key: 'search', label: `“${state.search}”`, cut: () => '' }
    for (const { key, label, name, cut, wish, near, model, absent } of pieces ?? [whole]) {
      const more = {
        model,
        absent,
        ...(wish && {
          wish: {
            word: wish.word,
            cars: wishes?.find(({ word }) => word === wish.word)?.cars,
            must: changeFilters(state, { search: wish.must(state.search) }),
          },
        }),
        ...(near && {
          near: { words: near.words, next: changeFilters(state, { search: near.put(state.search) }) },
        }),
      }
      add(key, label, (s) => changeFilters(s, { search: cut(s.search ?? '') || undefined }), name, more)
    }
  }
  for (const value of state.make) {
    const brand = brandNamed(brands, value)
    const children = brand?.models.map((m) => ({ id: m._id, title: m.modeltitle }))
    const parent = { id: brand?._id ?? value, title: brand?.maketitle ?? value, children }
    // Nobody sells that make here: the address has a condition that is ignored.
    const label = brands && !brand ? `Unknown brand: ${value}` : parent.title
    add(`make ${value}`, label, (s) => removeParent(s, 'make', parent), parent.title)
  }
  for (const value of state.model) {
    const named = brands
      ?.flatMap((b) => b.models.map((m) => ({ ...m, make: b.maketitle, makeId: b._id })))
      .filter((m) => m._id === value || fold(m.modeltitle) === fold(value))
    // Two brands may have a model of one name.
    const model =
      named?.find((m) => isChosen(state, 'make', m.make) || isChosen(state, 'make', m.makeId)) ?? named?.[0]
    const label = model?.modeltitle ?? value
    add(`model ${value}`, label, (s) => removeOption(s, 'model', value), label, {
      model: model && carName(model.make, label),
    })
  }
  const price = span(state.min_price, state.max_price, priceRange.max, money)
  if (price !== undefined) {
    const open = { min_price: priceRange.min, max_price: priceRange.max }
    add('price', price, (s) => changeFilters(s, open), 'the price limit')
  }
  const kms = span(state.min_kms, state.max_kms, kmsRange.max, (n) => `${grouped(n)} km`)
  if (kms !== undefined) {
    add('kms', kms, (s) => changeFilters(s, { min_kms: 0, max_kms: 0 }), 'the mileage limit')
  }
  for (const value of state.province) {
    const parent = { id: value, title: value, children: undefined }
    add(`province ${value}`, value, (s) => removeParent(s, 'province', parent))
  }
  for (const key of plain) {
    for (const value of state[key]) {
      add(`${key} ${value}`, key === 'year' ? labelYear(value) : value, (s) => removeOption(s, key, value))
    }
  }
  if (state.within_km !== undefined) {
    add(withinKey, `Within ${grouped(state.within_km)} km`, (s) => changeFilters(s, { within_km: undefined }))
  }
  return out
}
