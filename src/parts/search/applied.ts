import { brandNamed, carName, fold, type ListingState } from '#catalogue'
import { kmsRange, priceRange } from '#contract/limits.ts'
import { grouped } from '#contract/values/region.ts'
import type { CarPage } from '#contract/cars.ts'
import type { Brand } from '#contract/reference.ts'
import type { Piece } from './read-search.ts'
import { changeFilters, isChosen, removeOption, removeParent, type ListKey } from './filter-change.ts'

/** An active filter with its label and the search without it. */
export interface Applied {
  key: string
  label: string
  /** Name of the filter in a sentence: "without the price limit". */
  name: string
  without: ListingState
  /** Removes the filter from another search as well. */
  take: (state: ListingState) => ListingState
  /** Make and model of a model filter, whether it is sold here or not. */
  model?: string | undefined
  /** Whether the lists do not have this make or model; the shown cars are similar to it. */
  absent?: boolean | undefined
  /** For a model: the search for similar cars. */
  near?: { words: string; next: ListingState }
  /** For a word that excludes no car: how many matching cars have the word, and the search in which every car must have it. */
  wish?: { word: string; cars: number | undefined; must: ListingState }
}
interface FilterWords {
  money: (amount: number) => string
  brands: readonly Brand[] | undefined
  /** Recognised parts of the search text, once the text is read. */
  pieces?: readonly Piece[] | undefined
  /** Counts in the response for the words that only rank cars. */
  wishes?: CarPage['wishes']
}

function labelYear(value: string): string {
  const older = /^pre-(\d{4})$/.exec(value)
  return older ? `Older than ${older[1]}` : value
}

/** Formats a range: "2 – 5", "From 2", "Up to 5"; undefined when neither end is set. */
function span(min: number, max: number, open: number, format: (n: number) => string): string | undefined {
  const upper = max !== 0 && max !== open
  if (min > 0 && upper) return `${format(min)} – ${format(max)}`
  if (min > 0) return `From ${format(min)}`
  return upper ? `Up to ${format(max)}` : undefined
}

/** Key of the distance filter. Without this filter there are fewer cars, not more. */
export const withinKey = 'within'

const plain: ListKey[] = ['bodytype', 'year', 'fueltype', 'transmission', 'city']

/** Returns every active filter in the order of the panel. */
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
    // No make has this name, so the condition of the address is ignored.
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
