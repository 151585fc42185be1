import { carRoutes } from '#contract/cars.ts'
import { AppError } from '#contract/errors.ts'
import { type Mount, ok } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import {
  favouriteCars,
  favouriteIdsOf,
  bothThere,
  hasFavourite,
  isNewest,
  setFavourite,
  toggleFavourite,
} from './favourites-store.ts'
import type { Sql } from '../kernel/db/sql.ts'

const noSuchCar = () => new AppError('not_found', { msg: 'This car could not be found.' })

export function mountFavourites(mount: Mount, deps: Deps): void {
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
  if (want === undefined) return toggleFavourite(sql, wish)
  if (device !== undefined && seq !== undefined && !(await isNewest(sql, { ...wish, device, seq }))) {
    return hasFavourite(sql, user, wish.car)
  }
  return setFavourite(sql, { ...wish, want: want === 'yes' })
}
