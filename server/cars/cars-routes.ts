import type { FastifyInstance } from 'fastify'
import { carRoutes, type CarReply } from '#contract/cars.ts'
import { AppError } from '#contract/errors.ts'
import { headers } from '#contract/http.ts'
import { type Mount, ok } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { mountAlerts } from './alerts/alerts.ts'
import { mountAds } from './ads/ads-routes.ts'
import { flushClicks, clicksOf } from './clicks.ts'
import { mountDrafts } from './drafts.ts'
import { mountFeed } from './feed/feed-routes.ts'
import { mountList, type ListRouteOptions } from './list/list-routes.ts'
import type { ListService } from './list/list-service.ts'
import type { Db, Sql } from '../kernel/db/sql.ts'
import { sellerOf } from '../users/users-store.ts'
import { countsAsView, safeDescription } from './ads/ad-rules.ts'
import { carBySlugOrId, cardPicturesOf, recentCars } from './cars-store.ts'
import {
  favouriteCars,
  favouriteIdsOf,
  bothThere,
  hasFavourite,
  isNewest,
  setFavourite,
} from './favourites-store.ts'

const noSuchCar = () => new AppError('not_found', { msg: 'This car could not be found.' })

/** Mounts the calls about cars; says what answers lists of them. */
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
    // A database that is away must not keep the rest from closing.
    flushClicks(deps.db).catch((error: unknown) =>
      app.log.error(error, 'the last views could not be written'),
    ),
  )
  const asOf = () => deps.now().toISOString()

  mount(carRoutes.getSingleCar, async ({ params, user, sql, visitor }) => {
    const looks = visitor.header(headers.drawing) === undefined
    const shown = await showCar({ sql, db: deps.db, viewer: user?.id, looks, now: deps.now() }, params.slug)
    if (!shown) throw noSuchCar()
    return { ...ok, ...shown, as_of: asOf() }
  })

  mount(carRoutes.getCarPictures, async ({ params, user, sql }) => {
    const found = await cardPicturesOf(sql, params.id)
    if (!found) throw noSuchCar()
    const { hidden, creator, ...data } = found
    if (hidden && creator !== user?.id) throw new AppError('gone')
    return { ...ok, data, as_of: asOf() }
  })
  return list
}

/**
 * A car's own page with its seller and what is beside it; counts the view of a person. One that is hidden is there for
 * its seller alone.
 */
async function showCar(
  o: { sql: Sql; db: Db; viewer: string | undefined; looks: boolean; now: Date },
  slugOrId: string,
): Promise<Pick<CarReply, 'data' | 'recent_list'> | undefined> {
  const found = await carBySlugOrId(o.sql, slugOrId, o.viewer)
  if (!found) return undefined
  const { car, hidden } = found
  if (hidden && car.creator !== o.viewer) throw new AppError('gone')
  const views = clicksOf(o.db)
  if (o.looks && countsAsView(o.viewer, car.creator)) views.add(car._id)
  // Added up before anything else is waited for: later the same views might be in the database already.
  const clicks = car.clicks + views.waiting(car._id)
  const creator = await sellerOf(o.sql, car.creator, o.now)
  if (!creator) return undefined
  return {
    data: { ...car, creator, clicks, description: safeDescription(car.description) },
    recent_list: await recentCars(o.sql, car, o.viewer),
  }
}

function mountFavourites(mount: Mount, deps: Deps): void {
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
    const { ids, count } = await favouriteIdsOf(sql, user.id)
    return { ...ok, data, count_records: count, ids, as_of: deps.now().toISOString() }
  })
}

interface Like {
  user: string
  device: string | undefined
  car_id: string
  want?: 'yes' | 'no' | undefined
  seq?: number | undefined
  now: Date
}

/**
 * Without `want` the call toggles. With `want` it sets the wanted state, unless the same device has already written
 * with this or a newer `seq`: then nothing changes and the answer is what holds. Undefined when there is no such car.
 */
async function likeCar(sql: Sql, like: Like): Promise<boolean | undefined> {
  const { user, device, now, want, seq } = like
  const wish = { user, car: like.car_id, now }
  const there = await bothThere(sql, wish)
  if (!there.person) throw new AppError('unauthenticated')
  if (!there.car) return undefined
  const isOrdered = want !== undefined && device !== undefined && seq !== undefined
  if (isOrdered && !(await isNewest(sql, { ...wish, device, seq }))) return hasFavourite(sql, user, wish.car)
  return setFavourite(sql, { ...wish, want: want && want === 'yes' })
}
