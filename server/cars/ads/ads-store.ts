import { createHash } from 'node:crypto'
import { z } from 'zod/mini'
import { soughtAmong } from '#contract/values/options.ts'
import { textParts } from '#catalogue'
import { adVersion, adWords, type AdVersion, type OwnCar } from '#contract/ads.ts'
import { picture } from '#contract/cars.ts'
import {
  changeRow,
  changesOne,
  type RowPage,
  type PageQuery,
  pageOf,
  truthOf,
  instantColumn,
  isPast,
  findRow,
} from '../../kernel/db/lists.ts'
import { part, raw, type Sql } from '../../kernel/db/sql.ts'
import { likenessOf } from './ad-rules.ts'
import { cardColumns, cardFromRow, cardRow, columnsIn, likedColumn } from '../cars-cards.ts'

/** Rows of a person's own ads, and the ledger of ids: who owns an id and which reply it got. */

const typedOnly = z.object(adWords)
export const adRow = z.object({
  ...adWords,
  id: z.string(),
  slug: z.string(),
  creator: z.string(),
  version: z.int(),
  pictures: z.array(picture),
  created_at: z.date(),
  /** Reason for which the operator has hidden the ad; '' if it is not hidden. */
  hidden_for: z.string(),
})
export type AdRow = z.output<typeof adRow>

export const adColumns = columnsIn(adRow.shape)

/** Returns the ad and locks its row until the transaction ends. */
export const heldAd = (sql: Sql, id: string): Promise<AdRow | undefined> => adOf(sql, id, 'for update')

export function adOf(sql: Sql, id: string, hold: '' | 'for update' = ''): Promise<AdRow | undefined> {
  return sql.first(adRow)`select ${raw(adColumns)} from cars c where c.id = ${id} ${raw(hold)}`
}

export const adVersionOf = (ad: AdRow): AdVersion => ({
  _id: ad.id,
  slug: ad.slug,
  version: ad.version,
  fields: { ...typedOnly.parse(ad), images: ad.pictures.map((p) => p.url) },
})

const ledgerRow = z.object({ creator: z.string(), reply: z.nullable(adVersion) })

/** Returns the permanent record of an ad's id, which remains after the ad is deleted. */
export const ledgerOf = (sql: Sql, id: string): Promise<z.output<typeof ledgerRow> | undefined> =>
  findRow(sql, 'car_ledger', ledgerRow, { car_id: id })

const buriedRow = z.object({ created_at: z.date() })
/** Returns this person's deleted ad. An ad that was hidden when deleted is left out, so that it cannot be brought back. */
export const buriedAd = (
  sql: Sql,
  o: { id: string; creator: string },
): Promise<z.output<typeof buriedRow> | undefined> =>
  sql.first(buriedRow)`select created_at from car_ledger
    where car_id = ${o.id} and creator = ${o.creator} and deleted_at is not null and hidden_for = ''`

/** Reserves an id for a new ad; false when it is taken. A concurrent writer waits here for the first. */
export async function takeId(sql: Sql, o: { id: string; creator: string; now: Date }): Promise<boolean> {
  return changesOne(sql)`insert into car_ledger (car_id, creator, created_at)
    select ${o.id}, ${o.creator}, ${o.now} where not exists (select 1 from cars where id = ${o.id})
    on conflict do nothing`
}

export async function saveReply(sql: Sql, reply: AdVersion): Promise<void> {
  await changeRow(sql, 'car_ledger', { car_id: reply._id }, { reply: JSON.stringify(reply) })
}

/** Deletes an ad and records the deletion and the ad's creation time, which the ad keeps if it is brought back. */
export async function removeAd(sql: Sql, ad: AdRow, now: Date): Promise<void> {
  await sql.exec`insert into car_ledger
      (car_id, creator, created_at, deleted_at, likeness, title, hidden_for, slug_hash)
    values (${ad.id}, ${ad.creator}, ${ad.created_at}, ${now}, ${likenessOf(ad)}, ${ad.title}, ${ad.hidden_for},
      ${hashOf(ad.slug)}) on conflict (car_id) do update set
      deleted_at = excluded.deleted_at, created_at = excluded.created_at, likeness = excluded.likeness,
      title = excluded.title, hidden_for = excluded.hidden_for, slug_hash = excluded.slug_hash`
  await sql.exec`delete from cars where id = ${ad.id}`
}

/** Returns a hash of an address. The ledger is permanent, so it must not store the words of the address. */
const hashOf = (slug: string): string => createHash('sha256').update(slug).digest('hex').slice(0, 32)

/** Returns whether a deleted ad had this address or id. */
export async function wasAd(sql: Sql, slugOrId: string): Promise<boolean> {
  return truthOf(sql)`select exists (select 1 from car_ledger
    where (slug_hash = ${hashOf(slugOrId)} or car_id = ${slugOrId}) and deleted_at is not null) as there`
}

/** Days after deletion for which an ad's texts are stored, at least as long as the idempotency key of its publication. */
const replyLife = 90

/** SQL: deletes the texts of deleted ads. Their existence and owners stay recorded. */
export const wordsOfGoneAds = `update car_ledger set reply = null, likeness = null, title = null
  where ${isPast('deleted_at', replyLife)} and (reply is not null or likeness is not null)`

export async function isPerson(sql: Sql, user: string): Promise<boolean> {
  return truthOf(sql)`select true from users where id = ${user}`
}

const ownRow = z.extend(cardRow, {
  ...adWords,
  all_pictures: z.array(picture),
  updated_at: instantColumn,
  hidden_for: z.string(),
  hidden_at: z.nullable(instantColumn),
})
const ownColumns = (owner: string) => part`${raw(cardColumns)}, ${likedColumn(owner)}, c.description,
  c.interiorcolor, c.updated_at, c.pictures as all_pictures, c.hidden_for, c.hidden_at`
/** Returns a person's own ads of any status, newest first, that have a token beginning with each word of `search`. */
export async function ownAds(
  sql: Sql,
  owner: string,
  q: PageQuery & { id?: string | undefined },
): Promise<RowPage<OwnCar>> {
  const { data, totalCount } = await pageOf(sql, ownRow, q, {
    columns: ownColumns(owner),
    // A person has few ads, so their tokens are compared one by one.
    from: part`from cars c where c.creator = ${owner} ${q.id === undefined ? raw('') : part`and c.id = ${q.id}`}
      and not exists (select 1 from unnest(${textParts(q.search ?? '')}::text[]) w
        where not exists (select 1 from unnest(c.search_tokens) t where starts_with(t, w)))`,
    order: 'c.created_at desc, c.id',
  })
  return { data: data.map(ownOf), totalCount }
}

/** Returns one of a person's own ads in the form of their list. */
export async function ownAdOf(sql: Sql, owner: string, id: string): Promise<OwnCar | undefined> {
  const row = await sql.first(ownRow)`select ${ownColumns(owner)} from cars c
    where c.creator = ${owner} and c.id = ${id}`
  return row && ownOf(row)
}

function ownOf(row: z.output<typeof ownRow>): OwnCar {
  const { description: _, interiorcolor: __, all_pictures, updated_at, hidden_for, hidden_at, ...card } = row
  // All pictures, so that the seller can select one to delete.
  const images = all_pictures.map((p) => p.url)
  return {
    ...cardFromRow({ ...card, images, carfeatures: soughtAmong(card.carfeatures) }),
    updated_at,
    fields: { ...typedOnly.parse(row), images },
    ...(hidden_at !== null && { hidden: { reason: hidden_for, at: hidden_at } }),
  }
}
