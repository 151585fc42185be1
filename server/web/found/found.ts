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

// What there is to say about each address: its head, its things, its picture.

const named = (page: (visit: PageRequest) => Promise<FoundHead>) => async (visit: PageRequest) =>
  isName(visit.part) ? page(visit) : missingPage(visit)

/** Those that are about what they show. */
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

/** It is about one thing, which may be gone or may never have been. */
const isNamed = ({ path }: AppPage): boolean => specialOf.has(path) && path.includes(':')

/** What the table of pages says of an address, and what its screen says whatever it shows. */
function plainPage({ path, title, noIndex = false }: AppPage, visit: PageRequest): FoundHead {
  const description = aboutIn(path, visit.site.settings)
  return foundPage({ title, noIndex, ...(description === undefined ? {} : { description }) }, visit)
}

/** Looks at what the address is about. */
const describedPage = (page: AppPage, visit: PageRequest): Promise<FoundHead> =>
  specialOf.get(page.path)?.(visit, page) ?? Promise.resolve(plainPage(page, visit))

export interface Described {
  status: Status
  /**
   * The database did not say in time what the address is about: the tags are those of any such page. Where it would
   * have said whether there is one at all, the status is 503.
   */
  late: boolean
  /**
   * HTML of the head: title, description, canonical address, robots, Open Graph, Twitter card, data blocks. `head` is
   * what a drawn screen said of itself.
   */
  tags: (head?: Head) => string
}
/**
 * What search engines and people who were sent a link are told about an address, the same for everybody. While the
 * database is away the page says what it says of itself whatever it shows.
 */
export type DescribePage = (url: URL) => Promise<Described>
type FoundDeps = Pick<Deps, 'config' | 'db' | 'now'>

/** Milliseconds a page waits for what is said about it. */
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

// What is asked for beside the pages themselves.

/** Pages of one person, as far as their addresses are alike. */
const hidden = pages.filter(({ noIndex }) => noIndex).map(({ path }) => path.replace(/:.*$/, ''))

/** What search engines may read, and where the addresses are listed. */
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

/** What search engines and readers of links and feeds ask for beside the pages themselves. */
export function mountFound(app: FastifyInstance, deps: Deps, carsOf: CarsOf): void {
  mountRobots(app, deps)
  mountSitemap(app, deps)
  mountNewCars(app, deps, carsOf)
  mountCards(app, deps)
}
