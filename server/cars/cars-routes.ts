import { readQuery } from '#catalogue'
import { carRoutes } from '#contract/cars.ts'
import { AppError } from '#contract/errors.ts'
import type { Mount } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { referenceOf } from '../reference/reference-store.ts'
import { findCars } from './cars-search.ts'
import { likeCar } from './like-car.ts'
import { showCar } from './show-car.ts'
import { favouriteCars, favouriteIds } from './favourites-store.ts'

const ok = { success: true, msg: 'Success' } as const
const noSuchCar = () => new AppError('not_found', { msg: 'This car could not be found.' })

export function mountCars(mount: Mount, deps: Deps): void {
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

  mount(carRoutes.likeDislikeCar, async ({ body, user, actor, sql }) => {
    const liked = await likeCar(sql, { ...body, user: user.id, device: actor.device, now: deps.now() })
    if (liked === undefined) throw noSuchCar()
    const msg = liked ? 'Car added to favourites' : 'Car removed from favourites'
    return {
      ...ok,
      msg,
      data: { car_id: body.car_id, is_favorite: liked ? ('yes' as const) : ('no' as const) },
    }
  })

  mount(carRoutes.getFavoriteList, async ({ body, user, sql }) => {
    const data = await favouriteCars(sql, user.id, body)
    const { ids, count } = await favouriteIds(sql, user.id)
    return { ...ok, data, count_records: count, ids, as_of: asOf() }
  })
}
