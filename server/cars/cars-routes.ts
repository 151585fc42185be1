import type { FastifyInstance } from 'fastify'
import { carRoutes } from '#contract/cars.ts'
import { AppError } from '#contract/errors.ts'
import { headers } from '#contract/http.ts'
import { found, type Mount, ok, type ServerCall } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { mountAlerts } from './alerts/alerts.ts'
import { mountAds } from './ads/ads-routes.ts'
import { clicksOf } from './clicks.ts'
import { mountDrafts } from './drafts.ts'
import { mountFeed } from './feed/feed-routes.ts'
import { mountList, type ListRouteOptions } from './list/list-routes.ts'
import type { ListService } from './list/list-service.ts'
import { sellerOf } from '../users/users-store.ts'
import { safeDescription } from './ads/ad-rules.ts'
import { carBySlugOrId, cardPicturesOf, recentCars } from './cars-store.ts'
import {
  favouriteCars,
  favouriteIdsOf,
  bothThere,
  hasFavourite,
  isNewest,
  setFavourite,
} from './favourites-store.ts'

const noSuchCar = 'This car could not be found.'

/** Mounts the calls about cars; returns the service that answers lists. */
export function mountCars(
  app: FastifyInstance,
  mount: Mount,
  deps: Deps,
  o: ListRouteOptions & { limits?: boolean } = { checkReplies: false },
): ListService {
  const list = mountList(app, deps, o)
  mountAds(app, mount, deps, { limits: o.limits ?? true })
  mountDrafts(mount, deps)
  mountFavourites(mount, deps)
  mountAlerts(app, mount, deps)
  mountFeed(app, deps)
  app.addHook('onClose', () =>
    // The rest must close even if the database is unreachable.
    clicksOf(deps.db)
      .flush()
      .catch((error: unknown) => app.log.error(error, 'the last views could not be written')),
  )
  const asOf = () => deps.now().toISOString()

  mount(carRoutes.getSingleCar, async ({ params, user, sql, visitor }) => {
    const { car, hidden } = found(await carBySlugOrId(sql, params.slug, user?.id), noSuchCar)
    // A hidden ad is visible to its seller only.
    if (hidden && car.creator !== user?.id) throw new AppError('gone')
    const views = clicksOf(deps.db)
    // Every view counts except the seller's own and the server's requests for rendering (R-ENT-10).
    const looks = visitor.header(headers.drawing) === undefined && user?.id !== car.creator
    if (looks) views.add(car._id)
    // Computed before the next wait: after it the database may already contain the same views.
    const clicks = car.clicks + views.waiting(car._id)
    const creator = found(await sellerOf(sql, car.creator, deps.now()), noSuchCar)
    const data = { ...car, creator, clicks, description: safeDescription(car.description) }
    return { ...ok, data, recent_list: await recentCars(sql, car, user?.id), as_of: asOf() }
  })

  mount(carRoutes.getCarPictures, async ({ params, user, sql }) => {
    const { hidden, creator, ...data } = found(await cardPicturesOf(sql, params.id), noSuchCar)
    if (hidden && creator !== user?.id) throw new AppError('gone')
    return { ...ok, data, as_of: asOf() }
  })
  return list
}

function mountFavourites(mount: Mount, deps: Deps): void {
  mount(carRoutes.likeDislikeCar, async (call) => {
    const liked = found(await likeCar(call), noSuchCar)
    const msg = liked ? 'Car added to favourites' : 'Car removed from favourites'
    const is_favorite = liked ? ('yes' as const) : ('no' as const)
    return { ...ok, msg, data: { car_id: call.body.car_id, is_favorite } }
  })

  mount(carRoutes.getFavoriteList, async ({ body, user, sql }) => {
    const data = await favouriteCars(sql, user.id, body)
    const { ids, count } = await favouriteIdsOf(sql, user.id)
    return { ...ok, data, count_records: count, ids, as_of: deps.now().toISOString() }
  })
}

/**
 * Sets or toggles a favourite: without `want` the call toggles. With `want` it sets the wanted state, unless the same device has
 * already written with this or a newer `seq`. Returns the resulting state; undefined when there is no such car.
 */
async function likeCar({ body, user, actor, sql, deps }: ServerCall<typeof carRoutes.likeDislikeCar>) {
  const { want, seq } = body
  const { device } = actor
  const wish = { user: user.id, car: body.car_id, now: deps.now() }
  const there = await bothThere(sql, wish)
  if (!there.person) throw new AppError('unauthenticated')
  if (!there.car) return undefined
  const isOrdered = want !== undefined && device !== undefined && seq !== undefined
  if (isOrdered && !(await isNewest(sql, { ...wish, device, seq })))
    return hasFavourite(sql, user.id, wish.car)
  return setFavourite(sql, { ...wish, want: want && want === 'yes' })
}
