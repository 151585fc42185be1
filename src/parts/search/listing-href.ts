import { writeListingUrl, type ListingState } from '#catalogue'

export const listingsPath = '/listings'
/** Where a search is shown; kilometres are no part of it (R-CONST-05). */
export function listingHref(state: ListingState): string {
  const query = writeListingUrl(state)
  return query === '' ? listingsPath : `${listingsPath}?${query}`
}
