import { changesOne, isPast, truthOf } from '../kernel/db/lists.ts'
import { z } from 'zod/mini'
import type { CarCard } from '#contract/cars.ts'
import { part, raw, type Sql } from '../kernel/db/sql.ts'
import { cardColumns, cardFromRow, cardRow } from './cars-cards.ts'

/** A change of one favourite. */
interface Wish {
  user: string
  car: string
  now: Date
}

const sides = z.object({ person: z.boolean(), car: z.boolean() })
/** Returns whether the person and the car still exist: a token outlives its account. */
export async function bothThere(sql: Sql, { user, car }: Wish): Promise<z.output<typeof sides>> {
  const row = await sql.first(sides)`select exists (select 1 from users where id = ${user}) as person,
    exists (select 1 from cars where id = ${car}) as car`
  return row ?? { person: false, car: false }
}

/**
 * Sets the wanted state, or toggles it without `want`; returns the resulting state. A car that becomes a favourite again counts
 * as new.
 */
export async function setFavourite(sql: Sql, wish: Wish & { want?: boolean | undefined }): Promise<boolean> {
  const want = wish.want ?? null
  return truthOf(sql)`insert into favourites as f (user_id, car_id, wanted, created_at)
    values (${wish.user}, ${wish.car}, coalesce(${want}::boolean, true), ${wish.now})
    on conflict (user_id, car_id) do update set wanted = coalesce(${want}::boolean, not f.wanted),
      created_at = case when f.wanted then f.created_at else excluded.created_at end
    returning wanted`
}

/**
 * Records that a device has written with this `seq`; returns false when it has already written with this or a newer one. Stored
 * per device, so that a write of another device in between does not let an old one through (S31).
 */
export async function isNewest(sql: Sql, wish: Wish & { device: string; seq: number }): Promise<boolean> {
  return changesOne(sql)`insert into favourite_writes as w (user_id, car_id, device_id, seq, written_at)
    values (${wish.user}, ${wish.car}, ${wish.device}, ${wish.seq}, ${wish.now})
    on conflict (user_id, car_id, device_id)
      do update set seq = excluded.seq, written_at = excluded.written_at where w.seq < excluded.seq`
}

export async function hasFavourite(sql: Sql, user: string, car: string): Promise<boolean> {
  return truthOf(sql)`select wanted from favourites where user_id = ${user} and car_id = ${car}`
}

/** SQL: a person's favourites, newest first, without hidden cars and cars of suspended sellers. */
const shownOf = (user: string) => part`favourites f where f.user_id = ${user} and f.wanted
  and not exists (select 1 from cars h join users o on o.id = h.creator
    where h.id = f.car_id and (h.hidden_at is not null or o.suspended_at is not null))
  order by f.created_at desc, f.car_id`

/** Returns a page, newest first. Sold cars stay, with their status (R-LIST-32 is about public lists); hidden cars do not. */
export async function favouriteCars(
  sql: Sql,
  user: string,
  o: { page: number; limit: number },
): Promise<CarCard[]> {
  const rows = await sql.all(cardRow)`select ${raw(cardColumns)}, true as liked
    from (select f.car_id, f.created_at from ${shownOf(user)} limit ${o.limit} offset ${(o.page - 1) * o.limit}) page
    join cars c on c.id = page.car_id
    order by page.created_at desc, page.car_id`
  return rows.map(cardFromRow)
}

/** Maximum number of ids in a response. Clients mark these cars as favourites without another request. */
const mostIds = 1000

const idRow = z.object({ car_id: z.string(), count: z.int() })
export async function favouriteIdsOf(sql: Sql, user: string): Promise<{ ids: string[]; count: number }> {
  const rows = await sql.all(idRow)`select f.car_id, (count(*) over ())::int as count
    from ${shownOf(user)} limit ${mostIds}`
  return { ids: rows.map((r) => r.car_id), count: rows[0]?.count ?? 0 }
}

/** Days without a write about a car after which a device counts as lost. */
const writeLife = 730

/** SQL: deletes the `seq` numbers of lost devices. */
export const oldFavouriteWrites = `delete from favourite_writes where ${isPast('written_at', writeLife)}`
