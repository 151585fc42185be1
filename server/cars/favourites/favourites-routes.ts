import { carRoutes } from '#contract/cars.ts'
import { AppError } from '#contract/errors.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { favouriteCars, favouriteIds } from './favourites-store.ts'
import { likeCar } from './like-car.ts'

const ok = { success: true, msg: 'Success' } as const
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
    const { ids, count } = await favouriteIds(sql, user.id)
    return { ...ok, data, count_records: count, ids, as_of: deps.now().toISOString() }
  })
}
