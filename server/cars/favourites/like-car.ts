import { AppError } from '#contract/errors.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { bothThere, isFavourite, isNewest, setFavourite, toggleFavourite } from './favourites-store.ts'

export interface Like {
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
export async function likeCar(sql: Sql, like: Like): Promise<boolean | undefined> {
  const { user, device, now, want, seq } = like
  const wish = { user, car: like.car_id, now }
  const there = await bothThere(sql, wish)
  if (!there.person) throw new AppError('unauthenticated')
  if (!there.car) return undefined
  if (want === undefined) return toggleFavourite(sql, wish)
  if (device !== undefined && seq !== undefined && !(await isNewest(sql, { ...wish, device, seq }))) {
    return isFavourite(sql, user, wish.car)
  }
  return setFavourite(sql, { ...wish, want: want === 'yes' })
}
