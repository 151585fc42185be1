// Queries of the list index: all cars for sale in steps, the changes since a database snapshot, and cards.
import { z } from 'zod/mini'
import type { SearchableCar } from '#catalogue'
import { raw, type Sql } from '../../kernel/db/sql.ts'
import { cardColumns, cardFromRow, cardRow, searchedColumns, searchedRow } from '../cars-cards.ts'
import { instantOf, micros } from '../feed/feed-store.ts'
import { countOf, idsOf } from '../../kernel/db/lists.ts'

const text = z.string()

/** Returns the number of cars for sale, counted up to `most` + 1. */
export function countUpTo(sql: Sql, most: number): Promise<number> {
  return countOf(sql)`select count(*)::int as n
    from (select 1 from cars where status = 'active' limit ${most + 1}) c`
}

/**
 * Returns a database snapshot: which transactions are visible. A later query for everything outside the snapshot returns exactly
 * what was committed since, in any commit order.
 */
export async function pictureOf(sql: Sql): Promise<string> {
  const row = await sql.row(z.object({ picture: text }), {
    name: 'list-picture',
    text: 'select pg_current_snapshot()::text as picture',
  })
  return row?.picture ?? ''
}

const walkRow = z.object({ ...searchedRow, micros: z.int() })
/** Position of the last car that was read. */
export interface WalkCursor {
  make: string
  model: string
  micros: number
  id: string
}
export const walkStart: WalkCursor = { make: '', model: '', micros: 0, id: '' }

/** Returns the next cars for sale. Similar cars are adjacent, so they are also adjacent in the index. */
export async function carsFrom(
  sql: Sql,
  step: WalkCursor,
  limit: number,
): Promise<{ cars: SearchableCar[]; last: WalkCursor | undefined }> {
  const at = instantOf('$3::bigint')
  // Two queries, each of which starts in the database index where the last one ended. A single query would read all cars of a
  // model again.
  const rows = await sql.rows(walkRow, {
    name: 'list-walk',
    text: `select ${searchedColumns}, ${micros} as micros from cars c
      where c.status = 'active' and c.make = $1 and c.model = $2
        and c.created_at <= ${at} and (c.created_at < ${at} or c.id > $4::text)
      order by c.created_at desc, c.id limit $5::int`,
    values: [step.make, step.model, step.micros, step.id, limit],
  })
  if (rows.length < limit) {
    const others = await sql.all(walkRow)`select ${raw(searchedColumns)}, ${raw(micros)} as micros from cars c
      where c.status = 'active' and (c.make, c.model) > (${step.make}::text, ${step.model}::text)
      order by c.make, c.model, c.created_at desc, c.id limit ${limit - rows.length}::int`
    rows.push(...others)
  }
  const end = rows.at(-1)
  return {
    cars: rows.map((car) => ({ ...car, status: 'active' })),
    last: end && { make: end.make, model: end.model, micros: end.micros, id: end._id },
  }
}

const head = { picture: text, epoch: text, mark: text }
const change = { ...head, tx: text, changed: text }
const changeRow = z.union([
  z.object({ ...change, active: z.literal(true), ...searchedRow }),
  z.object({ ...change, active: z.literal(false) }),
  z.object({ ...head, tx: z.null() }),
])
export interface ListingChange {
  tx: string
  id: string
  /** The car while it is for sale; else undefined. */
  car: SearchableCar | undefined
}
export interface ListingChanges {
  picture: string
  epoch: string
  /** Start of the database; see `FeedPosition`. */
  mark: string
  changes: ListingChange[]
}

/**
 * Returns the newest change of every car that was committed after the snapshot `picture`, in the order of the feed after `from`.
 * Unlike the feed of phones, which store only a position, this query need not wait for open transactions.
 */
export async function changesSince(
  sql: Sql,
  picture: string,
  from: { tx: string; id: string },
  limit: number,
): Promise<ListingChanges> {
  const rows = await sql.rows(changeRow, {
    name: 'list-changes',
    text: `select s.picture, s.epoch, s.mark, f.tx::text as tx, f.car_id as changed,
        f.active and c.id is not null as active, ${searchedColumns}
      from (select pg_current_snapshot()::text as picture, epoch, feed_mark() as mark from feed_state) s
      left join lateral (
        select tx, car_id, active from feed
        where tx >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(tx, $1::pg_snapshot)
          and (tx, car_id) > ($2::xid8, $3::text)
        order by tx, car_id limit $4::int
      ) f on true
      left join cars c on c.id = f.car_id and f.active
      order by f.tx, f.car_id`,
    values: [picture, from.tx, from.id, limit],
  })
  const [first] = rows
  if (!first) throw new Error('The feed has no state.')
  const changes = rows.flatMap((row): ListingChange[] => {
    if (row.tx === null) return []
    const car = row.active ? { ...row, status: 'active' as const } : undefined
    return [{ tx: row.tx, id: row.changed, car }]
  })
  return { picture: first.picture, epoch: first.epoch, mark: first.mark, changes }
}

const shownRow = z.extend(cardRow, { same: z.boolean() })
export interface ShownCard {
  id: string
  /** The card as JSON for a person without favourites. */
  json: string
  /** Whether the car has not changed since the snapshot. */
  same: boolean
}

/** Returns the cards of the cars for sale among `ids`, compared with a snapshot. */
export async function shownCardsOf(sql: Sql, ids: readonly string[], picture: string): Promise<ShownCard[]> {
  const rows = await sql.rows(shownRow, {
    name: 'list-cards',
    text: `select ${cardColumns}, false as liked, pg_visible_in_snapshot(f.tx, $2::pg_snapshot) as same
      from cars c join feed f on f.car_id = c.id where c.id = any($1::text[]) and c.status = 'active'`,
    values: [ids, picture],
  })
  return rows.map(({ same, ...row }) => ({
    id: row._id,
    json: JSON.stringify(cardFromRow(row)),
    same,
  }))
}

/** Returns the ids of the cars that a person likes, out of `ids`. */
export async function likedAmong(sql: Sql, user: string, ids: readonly string[]): Promise<Set<string>> {
  const liked = await idsOf(sql)`select car_id as id from favourites
    where user_id = ${user} and wanted and car_id = any(${ids})`
  return new Set(liked)
}
