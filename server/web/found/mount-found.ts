import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { mountCards } from './cards/card-routes.ts'
import { mountNewCars } from './new-cars.ts'
import type { CarsOf } from './pages.ts'
import { mountSitemap } from './sitemap/sitemap-routes.ts'
import { pages } from '#contract/pages.ts'

/** Pages of one person, as far as their addresses are alike. */
const hidden = pages.filter(({ noIndex }) => noIndex).map(({ path }) => path.replace(/:.*$/, ''))

/** What search engines may read, and where the addresses are listed. */
const robotsText = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...[...new Set(['/api/', '/dev/', ...hidden])].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')

function mountRobots(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  const text = robotsText(config.publicUrl)
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
