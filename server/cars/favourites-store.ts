import { isPast, truthOf } from '../kernel/db/lists.ts'
import { z } from 'zod/mini'
import type { CarCard } from '#contract/cars.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { cardColumns, cardFromRow, cardRow, likedColumn } from './cars-cards.ts'

/** A wish of one person about one car. */
interface Wish {
  user: string
  car: string
  now: Date
}

/** Whether both sides of a wish are still there: a token outlives its account. */
export async function bothThere(sql: Sql, { user, car }: Wish): Promise<{ person: boolean; car: boolean }> {
  const row = await sql.row(z.object({ person: z.boolean(), car: z.boolean() }), {
    text: `select exists (select 1 from users where id = $1) as person,
      exists (select 1 from cars where id = $2) as car`,
    values: [user, car],
  })
  return row ?? { person: false, car: false }
}

/**
 * Sets the wanted state, or without `want` turns it over; answers the state it leads to. A car that becomes a favourite
 * again counts as new.
 */
export async function setFavourite(sql: Sql, wish: Wish & { want?: boolean | undefined }): Promise<boolean> {
  return truthOf(sql, {
    text: `insert into favourites as f (user_id, car_id, wanted, created_at)
      values ($1, $2, coalesce($3::boolean, true), $4)
      on conflict (user_id, car_id) do update set wanted = coalesce($3::boolean, not f.wanted),
        created_at = case when f.wanted then f.created_at else excluded.created_at end
      returning wanted`,
    values: [wish.user, wish.car, wish.want ?? null, wish.now],
  })
}

/**
 * Notes that a device has written with this `seq`; false when it has already written with this or a newer one.
 * Stored per device, so that a write of another device in between does not reopen the door to an old one (S31).
 */
export async function isNewest(sql: Sql, wish: Wish & { device: string; seq: number }): Promise<boolean> {
  const changed = await sql.run({
    text: `insert into favourite_writes as w (user_id, car_id, device_id, seq, written_at)
      values ($1, $2, $3, $4, $5) on conflict (user_id, car_id, device_id)
      do update set seq = excluded.seq, written_at = excluded.written_at where w.seq < excluded.seq`,
    values: [wish.user, wish.car, wish.device, wish.seq, wish.now],
  })
  return changed > 0
}

export async function hasFavourite(sql: Sql, user: string, car: string): Promise<boolean> {
  return truthOf(sql, {
    text: 'select wanted from favourites where user_id = $1 and car_id = $2',
    values: [user, car],
  })
}

/** Neither hidden nor of a person who is suspended. */
const isShown = `not exists (select 1 from cars h join users o on o.id = h.creator
  where h.id = f.car_id and (h.hidden_at is not null or o.suspended_at is not null))`

/** Newest favourite first; sold cars stay, with their status (R-LIST-32 is about public lists), hidden ones do not. */
export async function favouriteCars(
  sql: Sql,
  user: string,
  o: { page: number; limit: number },
): Promise<CarCard[]> {
  const rows = await sql.rows(cardRow, {
    text: `select ${cardColumns}, ${likedColumn('$1')}
      from (select f.car_id, f.created_at from favourites f where f.user_id = $1 and f.wanted and ${isShown}
        order by f.created_at desc, f.car_id limit $2 offset $3) page
      join cars c on c.id = page.car_id
      order by page.created_at desc, page.car_id`,
    values: [user, o.limit, (o.page - 1) * o.limit],
  })
  return rows.map(cardFromRow)
}

/** Hearts that can be drawn without asking again. */
const mostIds = 1000

export async function favouriteIdsOf(sql: Sql, user: string): Promise<{ ids: string[]; count: number }> {
  const rows = await sql.rows(z.object({ car_id: z.string(), count: z.int() }), {
    text: `select f.car_id, (count(*) over ())::int as count from favourites f
      where f.user_id = $1 and f.wanted and ${isShown} order by f.created_at desc, f.car_id limit ${mostIds}`,
    values: [user],
  })
  return { ids: rows.map((r) => r.car_id), count: rows[0]?.count ?? 0 }
}

/** Days after which a device that never wrote again about a car is taken for lost. */
const writeLife = 730

/** Forgets the numbers of devices that are lost. */
export const oldFavouriteWrites = `delete from favourite_writes where ${isPast('written_at', writeLife)}`
