import { type Head, pagedTitle } from '../contract/heads/head.ts'
import type { Brand } from '../contract/reference.ts'
import { fold } from './fold.ts'
import { type ListingState, writeListingUrl } from './url.ts'

export const listingsPath = '/listings'
/** Returns the address of a search; the mileage is not part of it (R-CONST-05). */
export function listingHref(state: ListingState): string {
  const query = writeListingUrl(state)
  return query === '' ? listingsPath : `${listingsPath}?${query}`
}

/** Returns the brand with this id or title. */
export const brandNamed = (brands: readonly Brand[] | undefined, value: string): Brand | undefined =>
  brands?.find((b) => fold(b._id) === fold(value) || fold(b.maketitle) === fold(value))

/** Returns the name of a search: "BMW SUV cars for sale". */
export function listingsName(state: ListingState, brands: readonly Brand[] | undefined): string {
  const [make = '', ...others] = state.make
  // An unknown brand is ignored: the list then shows all cars, without a brand in its name.
  const brand = others.length > 0 ? '' : (brandNamed(brands, make)?.maketitle ?? (brands ? '' : make))
  const body = state.bodytype.length === 1 ? (state.bodytype[0] ?? '') : ''
  const name = `${[brand, body].filter((w) => w !== '').join(' ')} cars for sale`.trim()
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Returns the metadata of one page of a search. */
export const listingsHead = (state: ListingState, brands: readonly Brand[] | undefined): Head => ({
  title: pagedTitle(listingsName(state, brands), state.page),
  canonical: listingHref(state),
})
