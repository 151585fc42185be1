import { z } from 'zod/mini'
import {
  type TestDriveFormValues,
  testDriveRow,
  type TestDriveRow,
  type TestDriveState,
  testDriveStatuses,
} from '#contract/forms/test-drives.ts'
import { idsOf, insertRow, type RowPage, type PageQuery, pageOf, takenRow } from '../../kernel/db/lists.ts'
import { part, raw, type Sql } from '../../kernel/db/sql.ts'
import type { DriveState } from './drives-rules.ts'

const bookedRow = z.extend(takenRow, { status: z.enum(testDriveStatuses) })
export type Booked = z.output<typeof bookedRow>

/**
 * Returns the booking made under a reference. An older app may have sent a first copy without the login: a later copy with
 * the login assigns the booking to the person, if e-mail and phone number are the same.
 */
export async function bookedBy(
  sql: Sql,
  {
    client_ref: clientRef,
    email,
    mobile_number,
  }: { client_ref?: string | undefined } & Pick<TestDriveFormValues, 'email' | 'mobile_number'>,
  user: string | undefined,
): Promise<Booked | undefined> {
  if (clientRef === undefined) return undefined
  if (user !== undefined) {
    await sql.exec`update test_drives set user_id = (select id from users where id = ${user})
      where client_ref = ${clientRef} and user_id is null and email = ${email}
      and mobile_number = ${mobile_number}`
  }
  return sql.first(bookedRow)`select id as _id, status, created_at from test_drives
    where client_ref = ${clientRef}`
}

interface NewDrive extends TestDriveFormValues {
  id: string
  client_ref: string | undefined
  user: string | undefined
  /** Instant of `datetime`. */
  at: Date
  car: { id: string; title: string; owner_id: string } | undefined
  created_at: Date
}

/** Stores a booking; `undefined` when the reference was used meanwhile. A person with a deleted account books as a guest. */
export function addTestDrive(sql: Sql, d: NewDrive): Promise<Booked | undefined> {
  return sql.first(bookedRow)`insert into test_drives (id, client_ref, user_id, fullname, mobile_number,
      email, state, city, postcode, car_brand, car_model, datetime, status, created_at, updated_at,
      car_id, car_title, seller_id)
    values (${d.id}, ${d.client_ref}, (select id from users where id = ${d.user}), ${d.fullname}, ${d.mobile_number},
      ${d.email}, ${d.state}, ${d.city}, ${d.postcode}, ${d.car_brand}, ${d.car_model}, ${d.at}, 'pending',
      ${d.created_at}, ${d.created_at}, ${d.car?.id}, ${d.car?.title ?? ''}, ${d.car?.owner_id})
    on conflict (client_ref) do nothing returning id as _id, status, created_at`
}

const driveRow = z.extend(z.omit(testDriveRow, { _id: true, car: true, seller: true }), {
  id: z.string(),
  user_id: z.nullable(z.string()),
  seller_id: z.nullable(z.string()),
  seller_name: z.nullable(z.string()),
  seller_business: z.nullable(z.string()),
  seller_email: z.nullable(z.string()),
  seller_code: z.nullable(z.string()),
  seller_gsm: z.nullable(z.string()),
  car_id: z.nullable(z.string()),
  car_slug: z.nullable(z.string()),
  car_now: z.nullable(z.string()),
  car_place: z.nullable(z.string()),
  car_title: z.string(),
  datetime: z.date(),
  proposed_datetime: z.nullable(z.date()),
  note: z.string(),
  cancelled: z.boolean(),
  created_at: z.date(),
  updated_at: z.date(),
  held: z.boolean(),
})
export type DriveRecord = z.output<typeof driveRow>

const columns = `d.id, d.user_id, d.seller_id, s.fullname as seller_name, s.businessname as seller_business,
  s.email as seller_email, s.country_code as seller_code, s.gsm as seller_gsm, c.id as car_id, c.slug as car_slug, c.title as car_now,
  case when position(lower(c.city) in lower(c.address)) > 0 then c.address
    else concat_ws(', ', nullif(c.address, ''), c.city) end as car_place, d.car_title, d.fullname, d.email, d.mobile_number, d.state, d.city,
  d.postcode, d.car_brand, d.car_model, d.status, d.datetime, d.proposed_datetime, d.note, d.cancelled, d.version,
  d.created_at, d.updated_at, d.held_at is not null as held`
const joined = raw(
  `from test_drives d left join users s on s.id = d.seller_id left join cars c on c.id = d.car_id`,
)

/** Returns a request and locks its row until the transaction ends, so that it cannot change after the decision. */
export function heldDrive(sql: Sql, id: string): Promise<DriveRecord | undefined> {
  return sql.first(driveRow)`select ${raw(columns)} ${joined} where d.id = ${id} for update of d`
}

export function driveById(sql: Sql, id: string): Promise<DriveRecord | undefined> {
  return sql.first(driveRow)`select ${raw(columns)} ${joined} where d.id = ${id}`
}

/** Returns the open requests of this person or for this seller, and locks them until the transaction ends. */
export function openDrivesOf(
  sql: Sql,
  { user, email }: { user: string; email: string | undefined },
): Promise<DriveRecord[]> {
  return sql.all(driveRow)`select ${raw(columns)} ${joined}
    where (d.user_id = ${user} or d.seller_id = ${user} or lower(d.email) = ${email})
    and d.status in ('pending', 'confirmed') order by d.id for update of d`
}

export async function changeDrive(
  sql: Sql,
  { id, to, note, now }: { id: string; to: DriveState; note: string; now: Date },
): Promise<void> {
  await sql.exec`update test_drives set status = ${to.status}, datetime = ${to.datetime},
    proposed_datetime = ${to.proposed_datetime}, cancelled = ${to.cancelled}, note = ${note},
    version = version + 1, updated_at = ${now} where id = ${id}`
}

/** Returns the id of the request to which an answer with this reference belongs. */
export async function answeredBy(sql: Sql, clientRef: string | undefined): Promise<string | undefined> {
  const [id] = await idsOf(sql)`select test_drive_id as id from test_drive_answers
    where client_ref = ${clientRef}`
  return id
}
export async function noteAnswer(sql: Sql, drive: string, clientRef: string | undefined): Promise<void> {
  if (clientRef === undefined) return
  const row = { client_ref: clientRef, test_drive_id: drive }
  await insertRow(sql, 'test_drive_answers', row, 'on conflict do nothing')
}

/** Returns the state of a request without personal data or notes. */
export const driveStateOf = (d: DriveRecord): TestDriveState => ({
  _id: d.id,
  status: d.status,
  datetime: d.datetime.toISOString(),
  ...(d.proposed_datetime && { proposed_datetime: d.proposed_datetime.toISOString() }),
  ...(d.cancelled && { cancelled: true }),
  version: d.version,
  updated_at: d.updated_at.toISOString(),
})

/** Returns a request as the person who asked, or the seller, sees it. */
export function rowOf(d: DriveRecord, by: 'person' | 'seller'): TestDriveRow {
  const { note, proposed_datetime: _, cancelled: __, ...row } = d
  const car = d.car_id !== null && { _id: d.car_id, slug: d.car_slug ?? '', title: d.car_now ?? d.car_title }
  const seller = by === 'person' &&
    d.seller_id !== null && {
      _id: d.seller_id,
      fullname: d.seller_name ?? '',
      businessname: d.seller_business ?? '',
    }
  return testDriveRow.parse({
    ...row,
    ...driveStateOf(d),
    created_at: d.created_at.toISOString(),
    ...(car && { car }),
    ...(note !== '' && { note }),
    ...(seller && { seller }),
  })
}

const counted = z.object({ n: z.int(), waiting: z.int() })
/** Returns what a person has booked while signed in, newest first (R-ENT-31). */
export async function testDrivesOf(sql: Sql, user: string, q: PageQuery): Promise<RowPage<TestDriveRow>> {
  const { data, totalCount } = await pageOf(sql, driveRow, q, {
    columns,
    from: part`${joined} where d.user_id = ${user}`,
    order: 'd.created_at desc, d.id',
    counted: part`from test_drives where user_id = ${user}`,
  })
  return { data: data.map((row) => rowOf(row, 'person')), totalCount }
}

/** SQL condition that the seller has not answered yet. */
const waits = `d.status = 'pending' and d.proposed_datetime is null`

/** Returns the requests for a person's cars: unanswered ones first, then the newest. */
export async function drivesForSeller(
  sql: Sql,
  seller: string,
  o: PageQuery,
): Promise<{ data: TestDriveRow[]; totalCount: number; waiting: number }> {
  const rows = await sql.all(driveRow)`select ${raw(columns)} ${joined}
    where d.seller_id = ${seller} and d.held_at is null
    order by (${raw(waits)}) desc, d.created_at desc, d.id limit ${o.limit} offset ${(o.page - 1) * o.limit}`
  const count = await sql.first(counted)`select count(*)::int as n,
    (count(*) filter (where ${raw(waits)}))::int as waiting from test_drives d
    where d.seller_id = ${seller} and d.held_at is null`
  const data = rows.map((row) => rowOf(row, 'seller'))
  return { data, totalCount: count?.n ?? 0, waiting: count?.waiting ?? 0 }
}
