import { z } from 'zod/mini'
import type { CarCard, CarDetail } from '#contract/cars.ts'
import { limits } from '#contract/limits.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { cardColumns, cardFromRow, cardRow, detailColumns, likedColumn, shown } from './cars-cards.ts'
import { instantColumn } from '../kernel/db/lists.ts'

const detailRow = z.extend(cardRow, {
  description: z.string(),
  // As the seller has them.
  carfeatures: z.array(z.string()),
  interiorcolor: z.string(),
  updated_at: instantColumn,
  hidden: z.boolean(),
})

/** A car of any status by its slug or, failing that, its id, and whether it is hidden; the seller is still only an id. */
export async function carBySlugOrId(
  sql: Sql,
  slugOrId: string,
  user: string | undefined,
): Promise<{ car: Omit<CarDetail, 'creator'> & { creator: string }; hidden: boolean } | undefined> {
  const row = await sql.row(detailRow, {
    name: 'cars-detail',
    text: `select ${detailColumns}, ${likedColumn('$2::text')}, c.hidden_at is not null as hidden
      from cars c where c.slug = $1::text or c.id = $1::text
      order by c.slug = $1::text desc limit 1`,
    values: [slugOrId, user ?? null],
  })
  if (!row) return undefined
  const { hidden, ...rest } = row
  return { car: shown(rest), hidden }
}

const picturesRow = z.object({
  images: z.array(z.string()),
  version: z.int(),
  creator: z.string(),
  hidden: z.boolean(),
})
/** Addresses of the pictures that the card of a car may show, whatever its status; none of a suspended seller's. */
export const cardPicturesOf = (sql: Sql, id: string): Promise<z.output<typeof picturesRow> | undefined> =>
  sql.row(picturesRow, {
    text: `select jsonb_path_query_array(c.pictures, '$[0 to ${limits.cardPictures - 1}].url') as images, c.version,
        c.creator, c.hidden_at is not null as hidden
      from cars c join users u on u.id = c.creator and u.suspended_at is null where c.id = $1::text`,
    values: [id],
  })

/** Cars beside the ones one looks at. */
const recentCount = 6
const near = (condition: string, rank: number) => `(select id, created_at, ${rank} as rank from cars
  where status = 'active' and id <> $1 ${condition} order by created_at desc, id limit ${recentCount})`

/**
 * Up to six newest active others: same make and body first, then same body, then same make, then any. Four short
 * walks along indexes instead of one ordering of the whole table.
 */
export async function recentCars(
  sql: Sql,
  car: { _id: string; make: string; bodytype: string },
  user: string | undefined,
): Promise<CarCard[]> {
  const rows = await sql.rows(cardRow, {
    text: `select ${cardColumns}, ${likedColumn('$4::text')}
      from (select id, min(rank) as rank from (
          ${near('and make = $2 and bodytype = $3', 0)}
          union all ${near('and bodytype = $3', 1)}
          union all ${near('and make = $2', 2)}
          union all ${near('', 3)}
        ) found group by id) beside
      join cars c on c.id = beside.id
      order by beside.rank, c.created_at desc, c.id limit ${recentCount}`,
    values: [car._id, car.make, car.bodytype, user ?? null],
  })
  return rows.map(cardFromRow)
}
