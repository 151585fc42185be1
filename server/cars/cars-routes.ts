import { readQuery } from '#catalogue'
import { carRoutes } from '#contract/cars.ts'
import { AppError } from '#contract/errors.ts'
import type { Mount } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { referenceOf } from '../reference/reference-store.ts'
import { sellerOf } from '../users/users-store.ts'
import { countsAsView, safeDescription } from './cars-rules.ts'
import { findCars } from './cars-search.ts'
import { carBySlugOrId, recentCars } from './cars-store.ts'
import { clicksOf } from './clicks.ts'
import { likeCar } from './like-car.ts'
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
    const car = await carBySlugOrId(sql, params.slug, user?.id)
    const creator = car && (await sellerOf(sql, car.creator))
    if (!car || !creator) throw noSuchCar()
    const clicks = clicksOf(deps.db)
    if (countsAsView(user?.id, car.creator)) clicks.add(car._id)
    const description = safeDescription(car.description)
    const data = { ...car, creator, description, clicks: car.clicks + clicks.waiting(car._id) }
    return { ...ok, data, recent_list: await recentCars(sql, car, user?.id), as_of: asOf() }
  })

  mount(carRoutes.likeDislikeCar, async ({ body, user, actor, sql }) => {
    const liked = await likeCar(sql, { ...body, user: user.id, device: actor.device, now: deps.now() })
    if (liked === undefined) throw noSuchCar()
    const msg = liked ? 'Car added to favourites' : 'Car removed from favourites'
    return { ...ok, msg, data: { car_id: body.car_id, is_favorite: liked ? ('yes' as const) : ('no' as const) } }
  })

  mount(carRoutes.getFavoriteList, async ({ body, user, sql }) => {
    const data = await favouriteCars(sql, user.id, body)
    const { ids, count } = await favouriteIds(sql, user.id)
    return { ...ok, data, count_records: count, ids, as_of: asOf() }
  })
}
