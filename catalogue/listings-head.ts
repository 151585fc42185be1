import { type Head, pagedTitle } from '../contract/heads/head.ts'
import type { Brand } from '../contract/reference.ts'
import { fold } from './fold.ts'
import { type ListingState, writeListingUrl } from './url.ts'

export const listingsPath = '/listings'
/** Where a search is shown; kilometres are no part of it (R-CONST-05). */
export function listingHref(state: ListingState): string {
  const query = writeListingUrl(state)
  return query === '' ? listingsPath : `${listingsPath}?${query}`
}

/** The brand that a search names by its id or its title. */
export const brandNamed = (brands: readonly Brand[] | undefined, value: string): Brand | undefined =>
  brands?.find((b) => fold(b._id) === fold(value) || fold(b.maketitle) === fold(value))

/** "BMW SUV cars for sale" */
export function listingsName(state: ListingState, brands: readonly Brand[] | undefined): string {
  const [make = '', ...others] = state.make
  // A brand that nobody knows is passed over: all cars are shown, under no name of theirs.
  const brand = others.length > 0 ? '' : (brandNamed(brands, make)?.maketitle ?? (brands ? '' : make))
  const body = state.bodytype.length === 1 ? (state.bodytype[0] ?? '') : ''
  const name = `${[brand, body].filter((w) => w !== '').join(' ')} cars for sale`.trim()
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** One page of a search for search engines. */
export const listingsHead = (state: ListingState, brands: readonly Brand[] | undefined): Head => ({
  title: pagedTitle(listingsName(state, brands), state.page),
  canonical: listingHref(state),
})
