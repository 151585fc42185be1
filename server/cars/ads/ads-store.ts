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

/** One's own ads as rows: what can be edited, who owns an id, what an id was answered. */

const typedOnly = z.object(adWords)
export const adRow = z.object({
  ...adWords,
  id: z.string(),
  slug: z.string(),
  creator: z.string(),
  version: z.int(),
  pictures: z.array(picture),
  created_at: z.date(),
  /** Why the operator has hidden it; '' where it is not. */
  hidden_for: z.string(),
})
export type AdRow = z.output<typeof adRow>

export const adColumns = columnsIn(adRow.shape)

/** The ad as its owner's next write finds it; nobody else writes it until the transaction ends. */
export const heldAd = (sql: Sql, id: string): Promise<AdRow | undefined> => adOf(sql, id, 'for update')

/** The ad as it is now. */
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

/** What is known of an ad's id for ever, also after the ad is gone. */
export const ledgerOf = (sql: Sql, id: string): Promise<z.output<typeof ledgerRow> | undefined> =>
  findRow(sql, 'car_ledger', ledgerRow, { car_id: id })

const buriedRow = z.object({ created_at: z.date() })
/** This person's ad that was deleted. One that was hidden then cannot be brought back by posting it again. */
export const buriedAd = (
  sql: Sql,
  o: { id: string; creator: string },
): Promise<z.output<typeof buriedRow> | undefined> =>
  sql.first(buriedRow)`select created_at from car_ledger
    where car_id = ${o.id} and creator = ${o.creator} and deleted_at is not null and hidden_for = ''`

/** Takes an id for a new ad; false when it is taken already. A second writer waits here for the first. */
export async function takeId(sql: Sql, o: { id: string; creator: string; now: Date }): Promise<boolean> {
  return changesOne(sql)`insert into car_ledger (car_id, creator, created_at)
    select ${o.id}, ${o.creator}, ${o.now} where not exists (select 1 from cars where id = ${o.id})
    on conflict do nothing`
}

export async function saveReply(sql: Sql, reply: AdVersion): Promise<void> {
  await changeRow(sql, 'car_ledger', { car_id: reply._id }, { reply: JSON.stringify(reply) })
}

/** Takes an ad away and notes that it was there, and how old it was: brought back it is no younger. */
export async function removeAd(sql: Sql, ad: AdRow, now: Date): Promise<void> {
  await sql.exec`insert into car_ledger
      (car_id, creator, created_at, deleted_at, likeness, title, hidden_for, slug_hash)
    values (${ad.id}, ${ad.creator}, ${ad.created_at}, ${now}, ${likenessOf(ad)}, ${ad.title}, ${ad.hidden_for},
      ${hashOf(ad.slug)}) on conflict (car_id) do update set
      deleted_at = excluded.deleted_at, created_at = excluded.created_at, likeness = excluded.likeness,
      title = excluded.title, hidden_for = excluded.hidden_for, slug_hash = excluded.slug_hash`
  await sql.exec`delete from cars where id = ${ad.id}`
}

/** The ledger outlives the words of an address. */
const hashOf = (slug: string): string => createHash('sha256').update(slug).digest('hex').slice(0, 32)

/** Whether an ad that was deleted had this address or id. */
export async function wasAd(sql: Sql, slugOrId: string): Promise<boolean> {
  return truthOf(sql)`select exists (select 1 from car_ledger
    where (slug_hash = ${hashOf(slugOrId)} or car_id = ${slugOrId}) and deleted_at is not null) as there`
}

/** Days after its end that an ad's own words are stored, as long as the key of its publishing at least. */
const replyLife = 90

/** Forgets the words of ads that are gone; that they were, and whose, stays known. */
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
/** A person's own ads of any status, or one of them, newest first, that have a token beginning with each word of `search`. */
export async function ownAds(
  sql: Sql,
  owner: string,
  q: PageQuery & { id?: string | undefined },
): Promise<RowPage<OwnCar>> {
  const { data, totalCount } = await pageOf(sql, ownRow, q, {
    columns: ownColumns(owner),
    // One person's ads are few: their tokens are looked at one by one.
    from: part`from cars c where c.creator = ${owner} ${q.id === undefined ? raw('') : part`and c.id = ${q.id}`}
      and not exists (select 1 from unnest(${textParts(q.search ?? '')}::text[]) w
        where not exists (select 1 from unnest(c.search_tokens) t where starts_with(t, w)))`,
    order: 'c.created_at desc, c.id',
  })
  return { data: data.map(ownOf), totalCount }
}

/** One of a person's own ads as their list shows it. */
export async function ownAdOf(sql: Sql, owner: string, id: string): Promise<OwnCar | undefined> {
  const row = await sql.first(ownRow)`select ${ownColumns(owner)} from cars c
    where c.creator = ${owner} and c.id = ${id}`
  return row && ownOf(row)
}

function ownOf(row: z.output<typeof ownRow>): OwnCar {
  const { description: _, interiorcolor: __, all_pictures, updated_at, hidden_for, hidden_at, ...card } = row
  // All of them: a seller names the one that is to go.
  const images = all_pictures.map((p) => p.url)
  return {
    ...cardFromRow({ ...card, images, carfeatures: soughtAmong(card.carfeatures) }),
    updated_at,
    fields: { ...typedOnly.parse(row), images },
    ...(hidden_at !== null && { hidden: { reason: hidden_for, at: hidden_at } }),
  }
}
