import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { mountCards } from './cards/card-routes.ts'
import { mountNewCars } from './new-cars.ts'
import type { CarsOf } from './pages/visit.ts'
import { mountRobots } from './robots.ts'
import { mountSitemap } from './sitemap/sitemap-routes.ts'

/** What search engines and readers of links and feeds ask for beside the pages themselves. */
export function mountFound(app: FastifyInstance, deps: Deps, carsOf: CarsOf): void {
  mountRobots(app, deps)
  mountSitemap(app, deps)
  mountNewCars(app, deps, carsOf)
  mountCards(app, deps)
}
