// Home and the pages that list things.
import {
  listingHref,
  listingsHead,
  listingsPath,
  queryOf,
  readListingUrl,
  type ListingState,
} from '#catalogue'
import { carAddress } from '#contract/heads/car-head.ts'
import { siteDescription } from '#contract/heads/head.ts'
import { listHead, pageIn, searchIn } from '#contract/heads/list-head.ts'
import { aboutPage } from '#contract/heads/page-abouts.ts'
import type { AppPage } from '#contract/pages.ts'
import { pageSizes } from '#contract/limits.ts'
import { listThing, siteThings, trailThing } from '../things.ts'
import { home, listing, type PageHead, foundPage, type PageRequest } from './visit.ts'

export const homePageHead = async (visit: PageRequest): Promise<PageHead> =>
  foundPage({ title: visit.site.settings.tagline, description: siteDescription, canonical: '/' }, visit, {
    things: siteThings(visit.site),
  })

/** The feed of new cars of a search: which page and which order makes no difference. */
export const feedPath = (state: ListingState): string =>
  listingHref({ ...state, page: 1, sortBy: 'most_recent' }).replace(listingsPath, '/listings.rss')

export async function listingsPageHead(visit: PageRequest): Promise<PageHead> {
  const { site, url } = visit
  const state = readListingUrl(url.searchParams)
  const head = listingsHead(state, site.brands)
  const cars = await visit.carsOf(queryOf(state, false))
  const items = cars.map(({ title, slug }) => ({ name: title, path: carAddress(slug) }))
  return foundPage(head, visit, {
    things: [
      ...(items.length > 0 ? [listThing(items, (state.page - 1) * pageSizes.search + 1, site)] : []),
      trailThing([home, listing], site),
    ],
    feed: { url: site.publicUrl + feedPath(state), title: head.title },
  })
}

/** Pages with a list of dealers or articles. */
export const listPageHead =
  (path: '/dealers' | '/blog') =>
  async (visit: PageRequest, { title }: AppPage): Promise<PageHead> => {
    const { url, site } = visit
    const params = url.searchParams
    const place = { page: pageIn(params), search: searchIn(params) }
    const about = aboutPage(path, site.settings)
    return foundPage(listHead({ path, title, about, place }), visit, {
      things: [trailThing([home, [title, path]], site)],
    })
  }
