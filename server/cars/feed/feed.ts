import { AppError } from '#contract/errors.ts'
import { packCars } from '#contract/sync/feed-pack.ts'
import type { FeedCar, FeedPage, FeedQuery } from '#contract/sync/feed.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { readCursor, writeCursor, type FeedPosition, type Walk } from './cursor.ts'
import { carsAfter, changesAfter, floorOf, headOf, knows, top, totalOf } from './feed-store.ts'

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** Returns one page of a walk, newest cars first. Changes meanwhile are sent with the changes after `place`. */
async function walkOn(db: Db, place: FeedPosition, walk: Walk, limit: number) {
  const rows = await carsAfter(db, walk, limit + 1)
  const more = rows.length > limit
  const listed = rows.slice(0, limit)
  const last = listed.at(-1)
  const cursor =
    more && last ? { place, walk: { floor: walk.floor, created: last.created, id: last.car._id } } : { place }
  return {
    full: true,
    cursor: writeCursor(cursor),
    more,
    cars: listed.map(({ car }) => car),
    deletes: [],
    outside: [],
    floor: iso(walk.floor),
  }
}

async function changesFrom(db: Db, head: FeedPosition, from: FeedPosition, query: FeedQuery) {
  const rows = await changesAfter(db, from, query.limit + 1)
  const more = rows.length > query.limit
  const changes = rows.slice(0, query.limit)
  const last = changes.at(-1)
  const floor = query.floor === undefined ? null : Date.parse(query.floor)
  const cars = changes.flatMap(({ car }) => car ?? [])
  const inside = (car: FeedCar) => floor === null || Date.parse(car.created_at) >= floor
  const at = last ?? from
  return {
    full: false,
    cursor: writeCursor({ place: { ...head, tx: at.tx, id: at.id } }),
    more,
    cars: cars.filter(inside),
    deletes: changes.filter(({ car }) => !car).map(({ id }) => id),
    outside: cars.filter((car) => !inside(car)).map(({ _id }) => _id),
    floor: iso(floor),
  }
}

/** Returns a page of the feed (I21), as of the feed's head. Throws `gone` when the caller has to start over. */
export async function readFeedPage(
  db: Db,
  query: FeedQuery,
  now: Date,
  known?: FeedPosition,
): Promise<FeedPage> {
  const asked = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const head = known ?? (await headOf(db))
  // Counted before the page is read: changes in between come with a later page.
  const total_active = await totalOf(db, head)
  const begun = async () => asked?.walk ?? { ...top, floor: await floorOf(db, query.window) }
  const found =
    asked && !asked.walk
      ? await changesFrom(db, head, asked.place, query)
      : await walkOn(db, asked?.place ?? head, await begun(), query.limit)
  // Checked last, because old changes may be deleted while the page is read.
  if (asked && !(await knows(db, asked.place))) {
    throw new AppError('gone', { msg: 'Too much happened since. Please start anew.' })
  }
  const { cars, ...rest } = found
  return { epoch: head.epoch, ...rest, ...packCars(cars), total_active, as_of: now.toISOString() }
}
