import { articleHead } from '#contract/heads/article-head.ts'
import { carAddress, carHead } from '#contract/heads/car-head.ts'
import { dealerHead } from '#contract/heads/dealer-head.ts'
import { isNarrowed, stockIn } from '#contract/heads/dealer-stock.ts'
import { cutDescription, type Head, missingHead, siteDescription, unknownHead } from '#contract/heads/head.ts'
import { limits, pageSizes } from '#contract/limits.ts'
import { plainOf } from '../../blogs/blogs-rules.ts'
import { blogBySlug } from '../../blogs/blogs-store.ts'
import { dealerOf } from '../../users/dealers-store.ts'
import { articleCardAddress, carCardAddress, siteCardAddress } from './cards/card-words.ts'
import { carFacts, type SiteDescription } from './site.ts'
import {
  amountText,
  articleThing,
  carThing,
  dealerThing,
  listThing,
  siteThings,
  trailThing,
} from './things.ts'
import {
  listingHref,
  listingsHead,
  listingsPath,
  type ListingState,
  queryOf,
  readListingUrl,
} from '#catalogue'
import { listHead, pageIn, searchIn } from '#contract/heads/list-head.ts'
import { aboutPage } from '#contract/heads/page-abouts.ts'
import type { AppPage } from '#contract/pages.ts'
import type { CarCard } from '#contract/cars.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { PageTags } from './tags.ts'

/** Status of a page; 503: the database does not respond, so the status is unknown. */
export type Status = 200 | 404 | 410 | 503
export interface FoundHead {
  status: Status
  tags: PageTags
}
/** Returns the cars of one page of a list, as every visitor sees them. */
export type CarsOf = (query: ListQuery) => Promise<readonly CarCard[]>
/** Request for a page, with the data from which its head is made. */
export interface PageRequest {
  url: URL
  /** The variable part of the path, decoded. */
  part: string
  deps: Pick<Deps, 'db' | 'now'>
  site: SiteDescription
  carsOf: CarsOf
}

/** Returns the head of an existing page, with the picture of the site unless `more` has another. */
export const foundPage = (
  head: Head,
  { url, site }: PageRequest,
  more: Partial<PageTags> = {},
): FoundHead => ({
  status: 200,
  tags: {
    head,
    path: url.pathname.replace(/(?<=.)\/$/, ''),
    type: 'website',
    picture: siteCardAddress(site),
    ...more,
  },
})

export const missingPage = (visit: PageRequest, status: 404 | 410 = 404, head = missingHead): FoundHead => ({
  ...foundPage(head, visit),
  status,
})
export const unknownPage = (visit: PageRequest): FoundHead => missingPage(visit, 404, unknownHead)

/** First steps of breadcrumbs. */
const home = ['Home', '/'] as const
const listing = ['Listing', '/listings'] as const

// Pages about one thing: a car, a dealer, an article.

export async function carPageHead(visit: PageRequest): Promise<FoundHead> {
  const { deps, site, part } = visit
  const car = await carFacts(deps.db, part, deps.now())
  if (car === 'gone' || !car) return missingPage(visit, car === 'gone' ? 410 : 404)
  const head = carHead(car)
  return foundPage(head, visit, {
    type: 'product',
    picture: carCardAddress(car, site),
    properties: [
      ['product:price:amount', amountText(car.price)],
      ['product:price:currency', site.region.currency],
      ['product:availability', car.status === 'active' ? 'in stock' : 'out of stock'],
    ],
    things: [carThing(car, site), trailThing([home, listing, [car.title, head.canonical]], site)],
  })
}

export async function dealerPageHead(visit: PageRequest): Promise<FoundHead> {
  const { deps, site, part, url } = visit
  const dealer = await dealerOf(deps.db, part, deps.now())
  if (!dealer) return missingPage(visit)
  const head = dealerHead(dealer, isNarrowed(stockIn(url.searchParams)))
  return foundPage(head, visit, {
    type: 'profile',
    things: [
      dealerThing(dealer, site),
      trailThing([home, ['Dealers', '/dealers'], [head.title, head.canonical]], site),
    ],
  })
}

export async function articlePageHead(visit: PageRequest): Promise<FoundHead> {
  const { deps, site, part } = visit
  const article = await blogBySlug(deps.db, part, deps.now())
  if (!article) return missingPage(visit)
  const head = articleHead(article, plainOf(article.description))
  return foundPage(head, visit, {
    type: 'article',
    picture: articleCardAddress(article, site),
    properties: [
      ['article:published_time', article.published_at.toISOString()],
      ['article:modified_time', article.updated_at.toISOString()],
    ],
    things: [
      articleThing(article, cutDescription(head.description, limits.metaDescription), site),
      trailThing([home, ['News & Reviews', '/blog'], [article.title, head.canonical]], site),
    ],
  })
}

// Home and the pages that list things.

export const homePageHead = async (visit: PageRequest): Promise<FoundHead> =>
  foundPage({ title: visit.site.settings.tagline, description: siteDescription, canonical: '/' }, visit, {
    things: siteThings(visit.site),
  })

/** Returns the path of the feed of new cars of a search; its page and order make no difference. */
export const feedPath = (state: ListingState): string =>
  listingHref({ ...state, page: 1, sortBy: 'most_recent' }).replace(listingsPath, '/listings.rss')

export async function listingsPageHead(visit: PageRequest): Promise<FoundHead> {
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

/** Returns a function that makes the head of a list of dealers or articles. */
export const listPageHead =
  (path: '/dealers' | '/blog') =>
  async (visit: PageRequest, { title }: AppPage): Promise<FoundHead> => {
    const { url, site } = visit
    const params = url.searchParams
    const place = { page: pageIn(params), search: searchIn(params) }
    const about = aboutPage(path, site.settings)
    return foundPage(listHead({ path, title, about, place }), visit, {
      things: [trailThing([home, [title, path]], site)],
    })
  }
