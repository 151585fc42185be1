import { z } from 'zod/mini'
import { type Enquiry, enquiry, type enquiryBody } from '#contract/forms/enquiries.ts'
import { AppError } from '#contract/errors.ts'
import { fullNumber } from '#contract/values/region.ts'
import { carStatuses } from '#contract/limits.ts'
import { ledgerOf } from '../cars/ads/ads-store.ts'
import { found } from '../kernel/call.ts'
import { insertRow, type RowPage, type PageQuery, pageOf, takenRow } from '../kernel/db/lists.ts'
import { part, type Sql } from '../kernel/db/sql.ts'

const sentRow = z.extend(takenRow, { car_id: z.string() })
export type SentEnquiry = z.output<typeof sentRow>

/** Returns the enquiry that was made under a reference from the phone. */
export const enquiryByRef = (sql: Sql, ref: string | undefined): Promise<SentEnquiry | undefined> =>
  sql.first(sentRow)`select id as _id, car_id, created_at from enquiries where client_ref = ${ref}`

const askedRow = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  status: z.enum(carStatuses),
  owner_id: z.string(),
  owner_email: z.string(),
})

/**
 * Returns the car of an enquiry and its seller, and locks it, so that it cannot be sold before the enquiry is stored. Throws
 * `gone` when it is no longer for sale. Locks the seller and the caller first, like ads and account deletion; another order
 * would risk a deadlock.
 */
export async function carForSale(sql: Sql, id: string, asker?: string): Promise<z.output<typeof askedRow>> {
  await sql.exec`select id from users
    where id in (${asker}, (select creator from cars where id = ${id})) order by id for key share`
  const car = await sql.first(askedRow)`select c.id, c.slug, c.title, c.status, u.id as owner_id,
    u.email as owner_email from cars c join users u on u.id = c.creator where c.id = ${id} for share of c`
  if (!car) found(await ledgerOf(sql, id), 'This car could not be found.')
  if (car?.status !== 'active') throw new AppError('gone')
  return car
}

type GivenEnquiry = Omit<z.output<typeof enquiryBody>, 'countryCode'>
type NewEnquiry = GivenEnquiry & { id: string; owner_id: string; country_code: string; created_at: Date }

/** Stores an enquiry; returns false when the reference was used meanwhile. */
export const addEnquiry = (sql: Sql, row: NewEnquiry): Promise<boolean> =>
  insertRow(sql, 'enquiries', row, 'on conflict (client_ref) do nothing')

const listRow = z.extend(z.omit(enquiry, { date: true, time: true }), {
  country_code: z.string(),
  created_at: takenRow.shape.created_at,
})

/** Returns the enquiries about a person's cars, newest first. */
export async function enquiriesOf(sql: Sql, owner: string, q: PageQuery): Promise<RowPage<Enquiry>> {
  const { data: rows, totalCount } = await pageOf(sql, listRow, q, {
    columns: `e.id as _id, e.name, e.email, e.country_code, e.gsm, e.message, e.created_at,
      json_build_object('_id', c.id, 'slug', c.slug, 'title', c.title) as car_id`,
    from: part`from enquiries e join cars c on c.id = e.car_id where e.owner_id = ${owner}`,
    order: 'e.created_at desc, e.id',
    counted: part`from enquiries where owner_id = ${owner}`,
  })
  const data = rows.map(({ country_code, gsm, ...e }) => ({
    ...e,
    gsm: fullNumber(country_code, gsm),
    // The date is in UTC, like `created_at`.
    date: e.created_at.slice(0, 10).split('-').reverse().join('-'),
    time: e.created_at.slice(11, 16),
  }))
  return { data, totalCount }
}
