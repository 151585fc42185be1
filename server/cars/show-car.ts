import type { CarReply } from '#contract/cars.ts'
import { AppError } from '#contract/errors.ts'
import type { Db, Sql } from '../kernel/db/sql.ts'
import { sellerOf } from '../users/users-store.ts'
import { countsAsView, safeDescription } from './cars-rules.ts'
import { carBySlugOrId, recentCars } from './cars-store.ts'
import { clicksOf } from './clicks.ts'

/** A car's own page with its seller and what stands beside it; counts the view where somebody looks. One that is hidden is there for its seller alone. */
export async function showCar(
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
