import type { FastifyInstance } from 'fastify'
import { readQuery } from '#catalogue'
import { carRoutes } from '#contract/cars.ts'
import { AppError } from '#contract/errors.ts'
import type { Mount } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { referenceOf } from '../reference/reference-store.ts'
import { mountAds } from './ads-routes.ts'
import { flushClicks } from './clicks.ts'
import { mountFavourites } from './favourites-routes.ts'
import { findCars } from './cars-search.ts'
import { showCar } from './show-car.ts'

const ok = { success: true, msg: 'Success' } as const
const noSuchCar = () => new AppError('not_found', { msg: 'This car could not be found.' })

export function mountCars(app: FastifyInstance, mount: Mount, deps: Deps): void {
  mountAds(mount, deps)
  mountFavourites(mount, deps)
  app.addHook('onClose', () =>
    // A database that is away must not keep the rest from closing.
    flushClicks(deps.db).catch((error: unknown) =>
      app.log.error(error, 'the last views could not be written'),
    ),
  )
  const asOf = () => deps.now().toISOString()

  mount(carRoutes.getCarList, async ({ body, user, sql }) => {
    const search = readQuery(body, await referenceOf(deps))
    const found = await findCars(sql, search, { user: user?.id, facets: body.facets })
    const facets = found.facets && { facets: found.facets }
    return { ...ok, data: found.cars, count_records: found.total, ...facets, as_of: asOf() }
  })

  mount(carRoutes.getSingleCar, async ({ params, user, sql }) => {
    const shown = await showCar({ sql, db: deps.db, viewer: user?.id }, params.slug)
    if (!shown) throw noSuchCar()
    return { ...ok, ...shown, as_of: asOf() }
  })
}
