import { fold, listingDefaults, type ListingState, listingHref } from '#catalogue'
import { priceRange } from '#contract/limits.ts'
import type { Brand } from '#contract/reference.ts'
import { beginsWith } from '#parts/search/begins-with.ts'

/** A chosen brand, as a whole or narrowed to some of its models. */
export interface ChosenBrand {
  brand: Brand
  /** Titles; none means all of them. */
  models: readonly string[]
  /** Chosen by its own tick: it stays when its last model is unticked. */
  own: boolean
}
/** What the fields of the search box say. */
export interface SearchBoxChoice {
  brands: readonly ChosenBrand[]
  /** Currency units; 0 is no upper limit (R-LIST-04). */
  maxPrice: number
  years: readonly string[]
  types: readonly string[]
}
export const noChoice: SearchBoxChoice = { brands: [], maxPrice: 0, years: [], types: [] }

export const findChosenBrand = ({ brands }: SearchBoxChoice, make: string): ChosenBrand | undefined =>
  brands.find((b) => b.brand.maketitle === make)
/** All models are the brand itself. */
export const isWholeBrand = ({ models, brand }: ChosenBrand): boolean =>
  models.length === 0 || models.length >= brand.models.length

function withoutBrand(choice: SearchBoxChoice, make: string): SearchBoxChoice {
  return { ...choice, brands: choice.brands.filter((b) => b.brand.maketitle !== make) }
}
export function toggleBrand(choice: SearchBoxChoice, brand: Brand): SearchBoxChoice {
  if (findChosenBrand(choice, brand.maketitle)) return withoutBrand(choice, brand.maketitle)
  return { ...choice, brands: [...choice.brands, { brand, models: [], own: true }] }
}

/** A model brings its brand along, and takes it away again when nobody ticked the brand. */
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
/** More models of one brand than these are one tag. */
const mostTags = 4

/** What is chosen of brands and models, in the order it was chosen in. */
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
        // A tag taken away never means more cars of its brand.
        without: rest.length === 0 ? all : { ...choice, brands: fewer },
      }
    })
  })
}

/** A model by its title, or by its id where another chosen brand has one of that title. */
function modelsIn(brands: readonly ChosenBrand[], chosen: ChosenBrand): string[] {
  if (isWholeBrand(chosen)) return []
  const others = brands.filter((b) => b !== chosen).flatMap((b) => b.brand.models.map((m) => m.modeltitle))
  return chosen.models.map((title) => {
    const id = chosen.brand.models.find((m) => m.modeltitle === title)?._id
    return others.includes(title) ? (id ?? title) : title
  })
}

/** The search the fields ask for. */
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
 * The address a search leads to. Its order is said, and so is that there is no upper limit (R-HOME-17, R-LIST-04): the
 * listings would take both for granted.
 */
export function searchHref(state: ListingState): string {
  const href = listingHref(state)
  const params = [
    state.max_price === priceRange.max ? `maxprice=${priceRange.max}` : '',
    state.sortBy === 'most_recent' ? 'sortby=most_recent' : '',
  ].filter((part) => part !== '')
  return [href, params.join('&')].filter((part) => part !== '').join(href.includes('?') ? '&' : '?')
}

/** Digits of what was typed as a price; nothing is 0. */
export const parsePrice = (typed: string): number => Number(typed.replace(/\D/g, '').slice(0, 12))

export interface BrandRow {
  brand: Brand
  /** Only these models are shown, unfolded; undefined while the brand itself is what was typed. */
  models?: Brand['models']
}

/** Brands that begin with what is typed; when none does, those with models that do: "corol", "toyota c" (R-HOME-09). */
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
