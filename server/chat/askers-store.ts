import { z } from 'zod/mini'
import { aboutCar } from '#contract/chat/chat.ts'
import { carStatuses } from '#contract/limits.ts'
import type { Sql } from '../kernel/db/sql.ts'

const personRow = z.object({
  _id: z.string(),
  fullname: z.string(),
  avatarurl: z.string(),
  email: z.string(),
})
export type Party = z.output<typeof personRow>

/** People by id; a person who has no account any more is not among them. */
export async function peopleOf(
  sql: Sql,
  ids: readonly string[],
  hold = '',
): Promise<ReadonlyMap<string, Party>> {
  const text = `select id as _id, fullname, avatarurl, email from users where id = any ($1) ${hold}`
  return new Map((await sql.rows(personRow, { text, values: [ids] })).map((row) => [row._id, row]))
}

/** The same, and none of them leaves before the transaction ends. */
export const heldPeople = (sql: Sql, ids: readonly string[]) =>
  peopleOf(sql, ids, 'order by id for key share')

const carRow = z.object({ title: z.string(), status: z.enum(carStatuses), creator: z.string() })
/** The car one asks about; held, so that it cannot be sold between this and the message. */
export function askedCar(sql: Sql, id: string): Promise<z.output<typeof carRow> | undefined> {
  return sql.row(carRow, {
    text: 'select title, status, creator from cars where id = $1 for share',
    values: [id],
  })
}

/** Cars that chats are about, by id; one that is deleted or hidden is not among them. */
export async function carsAbout(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, z.output<typeof aboutCar>>> {
  const rows = await sql.rows(aboutCar, {
    text: `select id as _id, slug, title, price::float8 as price, coalesce(pictures -> 0 ->> 'url', '') as image, status,
      creator from cars where id = any ($1) and hidden_at is null`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row._id, row]))
}
