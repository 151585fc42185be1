import { ignoreExpected } from '#contract/values/expected.ts'
import type { Head } from '#contract/heads/head.ts'
import { type AppPage, type PublicPath, pages } from '#contract/pages.ts'
import { isDatabaseAway } from '../../kernel/db/failures.ts'
import type { Deps } from '../../kernel/deps.ts'
import { servedPageOf, decodedPath } from '../pages.ts'
import {
  articlePageHead,
  carPageHead,
  type CarsOf,
  dealerPageHead,
  foundPage,
  homePageHead,
  listingsPageHead,
  listPageHead,
  missingPage,
  type FoundHead,
  type PageRequest,
  type Status,
  unknownPage,
} from './pages.ts'
import { isName, plainSite, siteOf } from './site.ts'
import { headTagsOf } from './tags.ts'
import { aboutIn } from '#contract/heads/page-abouts.ts'
import type { FastifyInstance } from 'fastify'
import { mountCards } from './cards/card-routes.ts'
import { mountNewCars } from './new-cars.ts'
import { mountSitemap } from './sitemap/sitemap-routes.ts'

// Describes each address: its head, its structured data, its picture.

const named = (page: (visit: PageRequest) => Promise<FoundHead>) => async (visit: PageRequest) =>
  isName(visit.part) ? page(visit) : missingPage(visit)

/** Pages whose head depends on what they show. */
const special: Record<PublicPath, (visit: PageRequest, page: AppPage) => Promise<FoundHead>> = {
  '/': homePageHead,
  '/listings': listingsPageHead,
  '/listing/:slug': named(carPageHead),
  '/dealers': listPageHead('/dealers'),
  '/dealer/:id': named(dealerPageHead),
  '/blog': listPageHead('/blog'),
  '/blog/:slug': named(articlePageHead),
}
const specialOf = new Map(Object.entries(special))

/** Returns whether a page is about one thing, which may be gone or may never have existed. */
const isNamed = ({ path }: AppPage): boolean => specialOf.has(path) && path.includes(':')

/** Returns the head that does not depend on what the page shows, from the table of pages and the texts of its screen. */
function plainPage({ path, title, noIndex = false }: AppPage, visit: PageRequest): FoundHead {
  const description = aboutIn(path, visit.site.settings)
  return foundPage({ title, noIndex, ...(description === undefined ? {} : { description }) }, visit)
}

/** Returns the head of an address; reads the database when the head depends on what the page shows. */
const describedPage = (page: AppPage, visit: PageRequest): Promise<FoundHead> =>
  specialOf.get(page.path)?.(visit, page) ?? Promise.resolve(plainPage(page, visit))

export interface Described {
  status: Status
  /**
   * Whether the database did not respond in time: the tags are then those of any such page. When only the database knows
   * whether the page exists, the status is 503.
   */
  late: boolean
  /**
   * Returns the HTML of the head: title, description, canonical address, robots, Open Graph, Twitter card, data blocks.
   * `head` is the head that a drawn screen gave.
   */
  tags: (head?: Head) => string
}
/**
 * Describes an address for search engines and link previews, the same for all visitors. While the database is unavailable,
 * the description is the one that does not depend on what the page shows.
 */
export type DescribePage = (url: URL) => Promise<Described>
type FoundDeps = Pick<Deps, 'config' | 'db' | 'now'>

/** Milliseconds that a page waits for its description. */
const patience = 4000

export function pageDescriber(deps: FoundDeps, carsOf: CarsOf = async () => []): DescribePage {
  return async (url) => {
    const known = servedPageOf(decodedPath(url.pathname))
    const asked = { url, part: decodedPath(url.pathname.split('/')[2] ?? ''), deps, carsOf }
    const look = async () => {
      const visit = { ...asked, site: await siteOf(deps) }
      return { visit, head: known ? await describedPage(known, visit) : unknownPage(visit) }
    }
    let timer: NodeJS.Timeout | undefined
    const waited = new Promise<undefined>((done) => {
      timer = setTimeout(() => done(undefined), patience)
    })
    const seen = look().catch(ignoreExpected('describe-page', isDatabaseAway))
    const result = await Promise.race([seen, waited]).finally(() => clearTimeout(timer))
    const isLate = result === undefined
    const plain = { ...asked, site: plainSite(deps) }
    const { visit, head: described } = result ?? {
      visit: plain,
      head: known ? plainPage(known, plain) : unknownPage(plain),
    }
    const status = isLate && known && isNamed(known) ? 503 : described.status
    const { tags } = described
    return {
      status,
      late: isLate,
      tags: (head) =>
        headTagsOf(head && status === 200 ? { ...tags, head: { ...tags.head, ...head } } : tags, visit.site),
    }
  }
}

// Files for search engines, link previews and feed readers, beside the pages.

/** Paths of personal pages, up to the part that varies. */
const hidden = pages.filter(({ noIndex }) => noIndex).map(({ path }) => path.replace(/:.*$/, ''))

/** Mounts `robots.txt`: the paths that search engines must not read, and the address of the sitemap. */
function mountRobots(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  const text = [
    'User-agent: *',
    ...[...new Set(['/api/', '/dev/', ...hidden])].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${config.publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
  app.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(text),
  )
}

/** Mounts everything that search engines, link previews and feed readers request beside the pages. */
export function mountFound(app: FastifyInstance, deps: Deps, carsOf: CarsOf): void {
  mountRobots(app, deps)
  mountSitemap(app, deps)
  mountNewCars(app, deps, carsOf)
  mountCards(app, deps)
}
