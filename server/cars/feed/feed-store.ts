import { z } from 'zod/mini'
import { feedLimits } from '#contract/sync/feed.ts'
import { countOf, truthOf } from '../../kernel/db/lists.ts'
import type { Db, Sql } from '../../kernel/db/sql.ts'
import { later } from '../../kernel/semaphore.ts'
import { saleColumns, saleColumnsRow } from '../cars-cards.ts'
import { ever, type FeedPosition, type Walk } from './cursor.ts'

const day = 86_400_000

/** SQL: the oldest transaction that may be open. It can still add changes, so changes from its number on are not served (S54). */
const settled = 'pg_snapshot_xmin(pg_current_snapshot())'

const headRow = z.object({
  epoch: z.string(),
  mark: z.string(),
  begun: z.boolean(),
  tx: z.nullable(z.string()),
  id: z.nullable(z.string()),
})
const headStatement = {
  name: 'feed-head',
  text: `select s.epoch, feed_mark() as mark, l.tx::text as tx, l.car_id as id,
      exists (select 1 from feed_starts where mark = feed_mark()) as begun
    from feed_state s left join lateral
      (select tx, car_id from feed where tx < ${settled} order by tx desc, car_id desc limit 1) l on true`,
}

/** Returns the position of the last change that may be served. */
export async function headOf(db: Db): Promise<FeedPosition> {
  let head = await db.row(headRow, headStatement)
  if (head && !head.begun) {
    // No write has recorded this start of the database yet.
    await db.exec`select feed_begin()`
    head = await db.row(headRow, headStatement)
  }
  if (!head) throw new Error('The feed has no state.')
  return { epoch: head.epoch, mark: head.mark, tx: head.tx ?? '0', id: head.id ?? '' }
}

/**
 * Returns whether the database still knows all changes after a position. It does not when a restored backup lacks the position,
 * or when changes since then were deleted.
 * A restore does not show in the data: they are only older. But it requires a start of the database. Each start is recorded with
 * the last change before it, and every cursor names the start under which it was issued. A position is lost if it is newer than
 * the last change before a later start.
 */
export async function knows(sql: Sql, place: FeedPosition): Promise<boolean> {
  return truthOf(sql, {
    name: 'feed-knows',
    text: `select coalesce(s.epoch = $3 and b.tx is not null
        and not exists (select 1 from feed_starts s where s.mark <> $1 and s.tx > b.tx and s.after < $2::xid8)
        and $2::xid8 < pg_snapshot_xmax(pg_current_snapshot())
        and (s.forgotten = '0' or $2::xid8 > s.forgotten), false) as known
      from feed_state s left join lateral
        (select tx from feed_starts where mark = $1 order by tx limit 1) b on true`,
    values: [place.mark, place.tx, place.epoch],
  })
}

const columns = `${saleColumns}, coalesce(c.pictures -> 0 ->> 'url', '') as cover`
const carRow = { ...saleColumnsRow, cover: z.string() }

const change = { feed_tx: z.string(), feed_id: z.string() }
const changeRow = z.union([
  z.object({ ...change, active: z.literal(true), ...carRow }),
  z.object({ ...change, active: z.literal(false) }),
])

/** Returns the changes after a position, oldest first, each with its car if that is for sale. */
export async function changesAfter(sql: Sql, place: FeedPosition, limit: number) {
  const rows = await sql.rows(changeRow, {
    name: 'feed-changes',
    text: `select f.tx::text as feed_tx, f.car_id as feed_id, f.active, ${columns}
      from (select tx, car_id, active from feed where (tx, car_id) > ($1::xid8, $2::text) and tx < ${settled}
        order by tx, car_id limit $3::int) f
      left join cars c on c.id = f.car_id and f.active
      order by f.tx, f.car_id`,
    values: [place.tx, place.id, limit],
  })
  return rows.map((row) => ({ tx: row.feed_tx, id: row.feed_id, car: row.active ? row : undefined }))
}

/** SQL: creation time of a car in microseconds, the precision of the database; `instantOf` converts such a number back. */
export const micros = '(extract(epoch from c.created_at) * 1000000)::bigint'
export const instantOf = (parameter: string): string =>
  `(timestamptz 'epoch' + ${parameter} * interval '1 microsecond')`

/** Returns the creation time in milliseconds of the oldest of the newest `window` cars; null when there are fewer cars. */
export async function floorOf(sql: Sql, window: number): Promise<number | null> {
  const row = await sql.row(z.object({ created: z.int() }), {
    name: 'feed-floor',
    text: `select ${micros} as created from cars c where c.status = 'active'
      order by c.created_at desc, c.id offset $1::int limit 1`,
    values: [window - 1],
  })
  return row ? Math.floor(row.created / 1000) : null
}

/** Progress of a walk that has not begun. */
export const top = { created: ever * 1000, id: '' } as const

const listedRow = z.object({ ...carRow, micros: z.int() })

/** Returns cars for sale, newest first, from the progress of a walk down to its floor. */
export async function carsAfter(sql: Sql, walk: Walk, limit: number) {
  const at = instantOf('$1::bigint')
  const rows = await sql.rows(listedRow, {
    name: 'feed-cars',
    text: `select ${columns}, ${micros} as micros from cars c
      where c.status = 'active' and c.created_at <= ${at} and (c.created_at < ${at} or c.id > $2::text)
        and c.created_at >= ${instantOf('$3::bigint')}
      order by c.created_at desc, c.id limit $4::int`,
    values: [walk.created, walk.id, (walk.floor ?? -ever) * 1000, limit],
  })
  return rows.map(({ micros: created, ...car }) => ({ car, created }))
}
const totals = new WeakMap<Db, { place: string; total: number }>()

/** Returns the number of cars for sale; counted once per change of the feed. */
export async function totalOf(db: Db, { tx, id }: FeedPosition): Promise<number> {
  const place = `${tx} ${id}`
  const known = totals.get(db)
  if (known?.place === place) return known.total
  const text = `select count(*)::int as n from cars where status = 'active'`
  const total = await countOf(db, { name: 'feed-total', text })
  totals.set(db, { place, total })
  return total
}

/**
 * Deletes the records of cars that left the market too long ago; returns how many. A phone that has not fetched them starts over.
 * The last change of all stays, because the next cursor points to it.
 */
export async function forgetOldChanges(db: Db, now: Date): Promise<number> {
  // One statement, so that every deleted change is recorded in `forgotten`, whatever else is committed meanwhile.
  return countOf(db)`with gone as (
      delete from feed where not active and gone_at < ${later(now, -feedLimits.memory * day)}
        and tx < (select f.tx from feed f order by f.tx desc limit 1)
      returning tx
    ), noted as (
      update feed_state set forgotten = g.tx from (select tx from gone order by tx desc limit 1) g
      where g.tx > forgotten
    )
    select count(*)::int as n from gone`
}
