import { fold, listingDefaults, type ListingState, listingHref } from '#catalogue'
import { priceRange } from '#contract/limits.ts'
import type { Brand } from '#contract/reference.ts'
import { beginsWith } from '#parts/search/begins-with.ts'

/** A chosen brand, as a whole or limited to some of its models. */
export interface ChosenBrand {
  brand: Brand
  /** Titles of the models; an empty list means all models. */
  models: readonly string[]
  /** Whether the brand itself was ticked, so that it stays when its last model is unticked. */
  own: boolean
}
/** Values of the fields of the search box. */
export interface SearchBoxChoice {
  brands: readonly ChosenBrand[]
  /** Upper limit in currency units; 0 means no limit (R-LIST-04). */
  maxPrice: number
  years: readonly string[]
  types: readonly string[]
}
export const noChoice: SearchBoxChoice = { brands: [], maxPrice: 0, years: [], types: [] }

export const findChosenBrand = ({ brands }: SearchBoxChoice, make: string): ChosenBrand | undefined =>
  brands.find((b) => b.brand.maketitle === make)
/** Returns whether the whole brand is chosen; a choice of all its models is the same. */
export const isWholeBrand = ({ models, brand }: ChosenBrand): boolean =>
  models.length === 0 || models.length >= brand.models.length

function withoutBrand(choice: SearchBoxChoice, make: string): SearchBoxChoice {
  return { ...choice, brands: choice.brands.filter((b) => b.brand.maketitle !== make) }
}
export function toggleBrand(choice: SearchBoxChoice, brand: Brand): SearchBoxChoice {
  if (findChosenBrand(choice, brand.maketitle)) return withoutBrand(choice, brand.maketitle)
  return { ...choice, brands: [...choice.brands, { brand, models: [], own: true }] }
}

/** Toggles a model. The first model adds its brand, and the last one removes it unless the brand itself was ticked. */
export function toggleModel(choice: SearchBoxChoice, brand: Brand, model: string): SearchBoxChoice {
  const chosen = findChosenBrand(choice, brand.maketitle)
  if (!chosen) return { ...choice, brands: [...choice.brands, { brand, models: [model], own: false }] }
  const models = [...toggleValue(chosen.models, model)]
  if (models.length === 0 && !chosen.own) return withoutBrand(choice, brand.maketitle)
  return { ...choice, brands: choice.brands.map((b) => (b === chosen ? { ...b, models } : b)) }
}

export const toggleValue = (list: readonly string[], value: string): readonly string[] =>
  list.includes(value) ? list.filter((v) => v !== value) : [...list, value]

export interface Tag {
  key: string
  label: string
  without: SearchBoxChoice
}
/** Most models of one brand that have a tag each; more models share one tag. */
const mostTags = 4

/** Returns the tags of the chosen brands and models, in the order of choice. */
export function listTags(choice: SearchBoxChoice): Tag[] {
  return choice.brands.flatMap((chosen): Tag[] => {
    const { brand, models } = chosen
    const make = brand.maketitle
    const all = withoutBrand(choice, make)
    if (isWholeBrand(chosen)) return [{ key: make, label: make, without: all }]
    if (models.length > mostTags)
      return [{ key: make, label: `${make} · ${models.length} models`, without: all }]
    return models.map((model) => {
      const rest = models.filter((m) => m !== model)
      const fewer = choice.brands.map((b) => (b === chosen ? { ...b, models: rest } : b))
      return {
        key: `${make}/${model}`,
        label: `${make} ${model}`,
        // Removing a tag must never match more cars of its brand.
        without: rest.length === 0 ? all : { ...choice, brands: fewer },
      }
    })
  })
}

/** Returns a model by its title, or by its id if another chosen brand has a model with that title. */
function modelsIn(brands: readonly ChosenBrand[], chosen: ChosenBrand): string[] {
  if (isWholeBrand(chosen)) return []
  const others = brands.filter((b) => b !== chosen).flatMap((b) => b.brand.models.map((m) => m.modeltitle))
  return chosen.models.map((title) => {
    const id = chosen.brand.models.find((m) => m.modeltitle === title)?._id
    return others.includes(title) ? (id ?? title) : title
  })
}

/** Returns the search of the fields. */
export function toListingState({ brands, maxPrice, years, types }: SearchBoxChoice): ListingState {
  return {
    ...listingDefaults,
    make: brands.map((b) => b.brand.maketitle),
    model: brands.flatMap((b) => modelsIn(brands, b)),
    max_price: maxPrice === 0 ? priceRange.max : maxPrice,
    year: [...years],
    bodytype: [...types],
  }
}

/**
 * Returns the address of a search. It states the order and a missing upper limit explicitly (R-HOME-17, R-LIST-04), which the
 * listings leave out as defaults.
 */
export function searchHref(state: ListingState): string {
  const href = listingHref(state)
  const params = [
    state.max_price === priceRange.max ? `maxprice=${priceRange.max}` : '',
    state.sortBy === 'most_recent' ? 'sortby=most_recent' : '',
  ].filter((part) => part !== '')
  return [href, params.join('&')].filter((part) => part !== '').join(href.includes('?') ? '&' : '?')
}

/** Returns the digits of a typed price as a number; no digits are 0. */
export const parsePrice = (typed: string): number => Number(typed.replace(/\D/g, '').slice(0, 12))

export interface BrandRow {
  brand: Brand
  /** Models to show unfolded; undefined when the typed text matches the brand itself. */
  models?: Brand['models']
}

/** Returns the brands that begin with the text, else the brands with such models: "corol", "toyota c" (R-HOME-09). */
export function filterBrandRows(brands: readonly Brand[], typed: string): BrandRow[] {
  const text = typed.trim()
  if (text === '') return brands.map((brand) => ({ brand }))
  const named = brands.filter((b) => beginsWith(b.maketitle, text))
  if (named.length > 0) return named.map((brand) => ({ brand }))
  return brands.flatMap((brand) => {
    const models = brand.models.filter(
      (m) =>
        beginsWith(m.modeltitle, text) || fold(`${brand.maketitle} ${m.modeltitle}`).startsWith(fold(text)),
    )
    return models.length > 0 ? [{ brand, models }] : []
  })
}
