import { z } from 'zod/mini'
import type { CarCard, CarDetail } from '#contract/cars.ts'
import { limits } from '#contract/limits.ts'
import { inSql, part, raw, type Sql, type SqlPart } from '../kernel/db/sql.ts'
import {
  cardColumns,
  cardFromRow,
  cardRow,
  detailColumns,
  detailRow,
  likedColumn,
  shown,
} from './cars-cards.ts'

/** Returns a car of any status by its slug, else by its id, and whether it is hidden; `creator` is only an id. */
export async function carBySlugOrId(
  sql: Sql,
  slugOrId: string,
  user: string | undefined,
): Promise<{ car: Omit<CarDetail, 'creator'> & { creator: string }; hidden: boolean } | undefined> {
  const detail = inSql((statement) => sql.row(detailRow, { ...statement, name: 'cars-detail' }))
  const row =
    await detail`select ${raw(detailColumns)}, ${likedColumn(user)}, c.hidden_at is not null as hidden
    from cars c where c.slug = ${slugOrId} or c.id = ${slugOrId} order by c.slug = ${slugOrId} desc limit 1`
  if (!row) return undefined
  const { hidden, ...rest } = row
  return { car: shown(rest), hidden }
}

const firstUrls = `jsonb_path_query_array(c.pictures, '$[0 to ${limits.cardPictures - 1}].url')`
const picturesRow = z.object({
  images: z.array(z.string()),
  version: z.int(),
  creator: z.string(),
  hidden: z.boolean(),
})
/** Returns the pictures for the card of a car of any status; undefined without such a car or when its seller is suspended. */
export const cardPicturesOf = (sql: Sql, id: string): Promise<z.output<typeof picturesRow> | undefined> =>
  sql.first(picturesRow)`select ${raw(firstUrls)} as images, c.version, c.creator,
      c.hidden_at is not null as hidden
    from cars c join users u on u.id = c.creator and u.suspended_at is null where c.id = ${id}`

/** Number of related cars on the page of a car. */
const recentCount = 6

/**
 * Returns up to six of the newest other cars for sale: same make and body first, then same body, then same make, then any. Four
 * short index scans are cheaper than sorting the whole table.
 */
export async function recentCars(
  sql: Sql,
  car: { _id: string; make: string; bodytype: string },
  user: string | undefined,
): Promise<CarCard[]> {
  const { _id, make, bodytype } = car
  const near = (
    condition: SqlPart,
    rank: string,
  ) => part`(select id, created_at, ${raw(rank)} as rank from cars
    where status = 'active' and id <> ${_id} ${condition} order by created_at desc, id limit ${recentCount})`
  const rows = await sql.all(cardRow)`select ${raw(cardColumns)}, ${likedColumn(user)}
    from (select id, min(rank) as rank from (
        ${near(part`and make = ${make} and bodytype = ${bodytype}`, '0')}
        union all ${near(part`and bodytype = ${bodytype}`, '1')}
        union all ${near(part`and make = ${make}`, '2')}
        union all ${near(part``, '3')}
      ) found group by id) beside
    join cars c on c.id = beside.id
    order by beside.rank, c.created_at desc, c.id limit ${recentCount}`
  return rows.map(cardFromRow)
}
