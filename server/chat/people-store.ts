import { isPast, type TakenRow, takeRow, truthOf, findRow } from '../kernel/db/lists.ts'
import { z } from 'zod/mini'
import { part, raw, type Sql, type SqlPart } from '../kernel/db/sql.ts'
import { AppError } from '#contract/errors.ts'
import type { conversationRoutes } from '#contract/chat/conversation.ts'
import type { BodyOf } from '#contract/http.ts'
import { chatKey, aboutCar } from '#contract/chat/chat.ts'
import { carStatuses } from '#contract/limits.ts'

/** Returns the SQL condition that one of the two, given by id or column, has blocked the other. */
export const blockStands = (one: string | SqlPart, other: string | SqlPart) =>
  part`(exists (select 1 from chat_settings s where s.blocked and s.user_id = ${one} and s.other_id = ${other})
    or exists (select 1 from chat_settings s where s.blocked and s.user_id = ${other} and s.other_id = ${one}))`

/** Tells whether one of the two has blocked the other. */
export async function isBlocked(sql: Sql, one: string, other: string): Promise<boolean> {
  return truthOf(sql)`select ${blockStands(one, other)} as blocked`
}

/** Returns the same error for both people, so that it does not reveal who blocked. */
export const cannotWrite = () => new AppError('forbidden', { msg: 'You cannot write to this person.' })

/** Row of a person's settings about another; without a row both are false. */
const settingRow = z.object({ muted: z.boolean(), blocked: z.boolean() })
type ChatSetting = z.output<typeof settingRow>

type SettingChange = BodyOf<typeof conversationRoutes.setChat> & { user: string; now: Date }

/** Changes the given settings; returns `undefined` when the other person has no account. */
export function setSetting(sql: Sql, c: SettingChange): Promise<ChatSetting | undefined> {
  const { muted = null, blocked = null } = c
  return sql.first(settingRow)`insert into chat_settings as s (user_id, other_id, muted, blocked, changed_at)
    select ${c.user}, id, coalesce(${muted}, false), coalesce(${blocked}, false), ${c.now} from users where id = ${c.other}
    on conflict (user_id, other_id) do update set muted = coalesce(${muted}, s.muted),
      blocked = coalesce(${blocked}, s.blocked), changed_at = excluded.changed_at
    returning muted, blocked`
}

const namedRow = z.extend(settingRow, { other: z.string() })
/** Returns a person's settings about others, by their ids. */
export async function chatSettingsOf(sql: Sql, user: string): Promise<ReadonlyMap<string, ChatSetting>> {
  const rows = await sql.all(namedRow)`select other_id as other, muted, blocked from chat_settings
    where user_id = ${user} and (muted or blocked)`
  return new Map(rows.map(({ other, ...setting }) => [other, setting]))
}

/** Reports about people. Of a chat they contain only the ids of the two people. */

/** Tells whether the two have a chat. */
export async function haveChat(sql: Sql, one: string, other: string): Promise<boolean> {
  return truthOf(sql)`select exists (select 1 from chats where key = ${chatKey(one, other)}) as there`
}

type GivenReport = BodyOf<typeof conversationRoutes.reportPerson>
/** Stores a report; an open report of the same person gets the new reason and text. */
export const savePersonReport = (
  sql: Sql,
  { reporter, person, now, ...given }: GivenReport & { id: string; reporter: string; now: Date },
): Promise<TakenRow> =>
  takeRow(
    sql,
    'person_reports',
    { ...given, reporter_id: reporter, person_id: person, created_at: now },
    `on conflict (reporter_id, person_id) where handled_at is null
      do update set reason = excluded.reason, words = excluded.words`,
  )

/** Closes the open reports about a person; returns their number. */
export function closePersonReports(
  sql: Sql,
  o: { person: string; note: string; now: Date },
): Promise<number> {
  return sql.exec`update person_reports set handled_at = ${o.now}, handled_note = ${o.note}
    where person_id = ${o.person} and handled_at is null`
}

/** Days for which a handled report is retained. */
const handledLife = 365

export const oldPersonReports = `delete from person_reports where ${isPast('handled_at', handledLife)}`

/** Queries for the people and cars of chats. */

const personRow = z.object({
  _id: z.string(),
  fullname: z.string(),
  avatarurl: z.string(),
  email: z.string(),
})
export type Party = z.output<typeof personRow>

/** Returns people by id; deleted accounts are missing. */
export async function peopleOf(
  sql: Sql,
  ids: readonly string[],
  hold = '',
): Promise<ReadonlyMap<string, Party>> {
  const people = await sql.all(personRow)`select id as _id, fullname, avatarurl, email from users
    where id = any (${ids}) ${raw(hold)}`
  return new Map(people.map((person) => [person._id, person]))
}

/** Returns people by id and locks them against deletion until the transaction ends. */
export const heldPeople = (sql: Sql, ids: readonly string[]) =>
  peopleOf(sql, ids, 'order by id for key share')

const carRow = z.object({ title: z.string(), status: z.enum(carStatuses), creator: z.string() })
/** Returns the car of a question and locks it, so that it cannot be sold before the message is stored. */
export const askedCar = (sql: Sql, id: string): Promise<z.output<typeof carRow> | undefined> =>
  findRow(sql, 'cars', carRow, { id }, 'for share')

/** Returns the cars of chats by id; deleted and hidden cars are missing. */
export async function carsAbout(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, z.output<typeof aboutCar>>> {
  const rows = await sql.all(aboutCar)`select id as _id, slug, title, price::float8 as price,
    coalesce(pictures -> 0 ->> 'url', '') as image, status, creator from cars
    where id = any (${ids}) and hidden_at is null`
  return new Map(rows.map((row) => [row._id, row]))
}
