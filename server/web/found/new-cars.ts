// Feed of the newest cars of a search, as RSS 2.0.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { listingHref, listingsName, queryOf, readListingUrl } from '#catalogue'
import type { CarCard } from '#contract/cars.ts'
import { carAddress, carHead } from '#contract/heads/car-head.ts'
import { fullTitle, siteDescription } from '#contract/heads/head.ts'
import { priceText } from '#contract/values/region.ts'
import { pictureUrl } from '#contract/values/pictures.ts'
import type { Deps } from '../../kernel/deps.ts'
import { isSame } from '../../kernel/http/etag.ts'
import { type CarsOf, feedPath } from './pages.ts'
import { type SiteDescription, siteOf } from './site.ts'
import { xmlHead, xmlText } from './tags.ts'

/** Maximum cars in a feed. */
const most = 30

function itemOf(car: CarCard, { publicUrl, region }: SiteDescription): string {
  const url = publicUrl + carAddress(car.slug)
  const picture = car.featured_image
  const shown = picture.startsWith('/') ? publicUrl + pictureUrl(picture, 640, 'webp') : picture
  return [
    '<item>',
    `<title>${xmlText(`${car.title}, ${priceText(car.price, region)}`)}</title>`,
    `<link>${xmlText(url)}</link>`,
    `<guid isPermaLink="true">${xmlText(url)}</guid>`,
    `<pubDate>${new Date(car.created_at).toUTCString()}</pubDate>`,
    `<description>${xmlText(xmlText(carHead(car).description))}</description>`,
    `<category>${xmlText(car.make)}</category>`,
    // The size of the picture is unknown before the picture is requested.
    ...(shown === '' ? [] : [`<enclosure url="${xmlText(shown)}" type="image/webp" length="0"/>`]),
    '</item>\n',
  ].join('')
}

function feedText(
  cars: readonly CarCard[],
  what: { name: string; path: string; self: string },
  site: SiteDescription,
): string {
  const link = xmlText(site.publicUrl + what.path)
  const newest = cars[0]?.created_at
  return [
    `${xmlHead}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n`,
    `<title>${xmlText(fullTitle(what.name, site.name))}</title>`,
    `<link>${link}</link>`,
    `<description>${xmlText(siteDescription)}</description>`,
    `<language>${xmlText(site.locale.toLowerCase())}</language>`,
    `<atom:link href="${xmlText(site.publicUrl + what.self)}" rel="self" type="application/rss+xml"/>`,
    ...(newest === undefined ? [] : [`<lastBuildDate>${new Date(newest).toUTCString()}</lastBuildDate>`]),
    '<ttl>60</ttl>\n',
    ...cars.map((car) => itemOf(car, site)),
    '</channel></rss>\n',
  ].join('')
}

/** Mounts `GET /listings.rss`. It takes the query of `/listings` and ignores its page and order. */
export function mountNewCars(app: FastifyInstance, deps: Deps, carsOf: CarsOf): void {
  app.get('/listings.rss', async (request, reply) => {
    const asked = new URL(`http://localhost${request.url}`).searchParams
    const state = { ...readListingUrl(asked), page: 1, sortBy: 'most_recent' as const }
    const site = await siteOf(deps)
    const cars = await carsOf({ ...queryOf(state, false), limit: most })
    const what = { name: listingsName(state, site.brands), path: listingHref(state), self: feedPath(state) }
    const text = feedText(cars, what, site)
    const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    // The tag is weak, because it is the same for every encoding.
    void reply.header('etag', `W/${tag}`).header('cache-control', 'public, max-age=300')
    if (isSame(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.type('application/rss+xml; charset=utf-8').send(text)
  })
}
