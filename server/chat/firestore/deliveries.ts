import { idsOf, insertRow, truthOf, changeRow } from '../../kernel/db/lists.ts'
import { z } from 'zod/mini'
import { chatKey } from '#contract/chat/chat.ts'
import { raw, type Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { firebaseOf } from '../../kernel/firebase.ts'
import { later, nextTry } from '../../kernel/semaphore.ts'
import { peopleOf } from '../people-store.ts'
import {
  appendMessage,
  removeChatsOf,
  type ServerMessage,
  serverMessage,
  setBlocks,
} from './chat-documents.ts'
import { type FirestoreClient, firestoreClientOf } from './firestore-client.ts'

/**
 * Delivers to Firestore what transactions decided, after their commit and in order per chat, because a transaction may await
 * statements only. A repeated delivery is harmless, because Firestore knows the message id.
 */

/** Topic of the notification that a delivery is due. */
export const deliveryTopic = 'chat-delivery'

/** Queues a message. Returns false when a message of that id was queued before. */
export async function queueMessage(
  sql: Sql,
  o: { id: string; message: ServerMessage; at: Date; opening: boolean },
): Promise<boolean> {
  const { sender, receiver } = o.message
  const times = { created_at: o.at, next_at: o.at }
  const what = { key: chatKey(sender, receiver), kind: 'message', payload: o.message, opening: o.opening }
  const row = { message_id: o.id, ...what, ...times }
  const isNew = await insertRow(sql, 'chat_deliveries', row, 'on conflict (message_id) do nothing')
  if (isNew) await sql.notify(deliveryTopic, '')
  return isNew
}

export function isQueued(sql: Sql, id: string): Promise<boolean> {
  return truthOf(sql)`select exists (select 1 from chat_deliveries where message_id = ${id}) as there`
}

/** Tells whether the newest message queued for this chat has the same text and sender, and was queued at or after `since`. */
export async function isRepeated(sql: Sql, m: ServerMessage, since: Date): Promise<boolean> {
  return truthOf(sql)`select coalesce((select created_at >= ${since} and payload is not null
    and payload ->> 'sender' = ${m.sender} and payload ->> 'message' = ${m.message} from chat_deliveries
    where key = ${chatKey(m.sender, m.receiver)} and kind = 'message'
    order by place desc limit 1), false) as there`
}

async function queueTask(sql: Sql, key: string, kind: Due['kind'], at: Date): Promise<void> {
  await insertRow(sql, 'chat_deliveries', { key, kind, created_at: at, next_at: at })
  await sql.notify(deliveryTopic, '')
}

/** Queues an update of the blocks between two people; the delivery reads the current state. */
export const queueBlocks = (sql: Sql, one: string, other: string, at: Date): Promise<void> =>
  queueTask(sql, chatKey(one, other), 'blocks', at)

/**
 * Queues the removal of a deleted account's chats in Firestore; the database deletes the server's own chats by cascade.
 * Undelivered messages of the person's chats are deleted at once.
 */
export async function queueLeft(sql: Sql, user: string, at: Date): Promise<void> {
  await sql.exec`delete from chat_deliveries
    where kind = 'message' and ${user} = any (string_to_array(key, '_'))`
  await queueTask(sql, user, 'left', at)
}

const dueRow = z.object({
  place: z.int(),
  key: z.string(),
  kind: z.enum(['message', 'blocks', 'left']),
  payload: z.unknown(),
  tries: z.int(),
})
type Due = z.output<typeof dueRow>
/** Seconds for which a delivery is leased to one process; longer than a delivery takes. */
const lease = 60
const batch = 20

/** Leases the first due delivery of each chat; later ones of that chat wait. */
const takeDue = (sql: Sql, now: Date): Promise<Due[]> =>
  sql.all(dueRow)`update chat_deliveries d set next_at = ${later(now, lease * 1000)}, tries = d.tries + 1
    where d.delivered_at is null and d.next_at <= ${now} and d.place in (
      select place from (select distinct on (key) place, next_at from chat_deliveries
        where delivered_at is null order by key, place) first
      where next_at <= ${now} order by place limit ${batch})
    returning d.place::int, d.key, d.kind, d.payload, d.tries`

async function carry(client: FirestoreClient, sql: Sql, { kind, key, payload }: Due): Promise<void> {
  if (kind === 'left') return removeChatsOf(client, key)
  if (kind === 'message') {
    const message = serverMessage.parse(payload)
    // The chats of a deleted account were removed, and a waiting message must not start one again.
    const people = await peopleOf(sql, [message.sender, message.receiver])
    if (people.size === 2) await appendMessage(client, message)
    return
  }
  const [one = '', other = ''] = key.split('_')
  const blockers = () => idsOf(sql)`select user_id as id from chat_settings where blocked
    and ((user_id = ${one} and other_id = ${other}) or (user_id = ${other} and other_id = ${one})) order by 1`
  await setBlocks(client, [one, other], blockers)
}

/** Delivers everything that is due. A failed delivery is retried later; the first failure of the round is thrown. */
export async function deliverChats(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  stopping?: AbortSignal,
): Promise<void> {
  const client = firestoreClientOf(deps)
  if (!client) return
  const { db, now } = deps
  const failures: unknown[] = []
  const carryOne = async (due: Due): Promise<void> => {
    const { place, tries } = due
    try {
      await carry(client, db, due)
      await changeRow(db, 'chat_deliveries', { place }, { delivered_at: now() })
    } catch (error) {
      failures.push(error)
      const next_at = nextTry(now(), tries, { first: 1000, longest: 300_000 })
      await changeRow(db, 'chat_deliveries', { place }, { next_at })
    }
  }
  for (;;) {
    const found = stopping?.aborted ? [] : await takeDue(db, now())
    await Promise.all(found.map(carryOne))
    if (found.length === 0 || failures.length > 0) break
  }
  if (failures.length > 0) throw failures[0]
}

/** Deletes the payload of messages that were removed from their chat, so that nothing refers to their pictures. */
export const forgetPictures = (sql: Sql, ids: readonly string[]): Promise<number> =>
  sql.exec`update chat_deliveries set payload = null where message_id = any (${ids})`

/** Milliseconds for which the text of a delivered message is retained to detect a repeated opening question. */
const wordsLife = 86_400_000

/**
 * Deletes the text of delivered messages. Ids remain, so that a late duplicate is detected. Sender and picture remain as long
 * as the message, since they refer to the upload. Without Firestore the other tasks are deleted too.
 */
export async function forgetDeliveries(deps: Pick<Deps, 'config' | 'db' | 'now'>): Promise<void> {
  await deps.db.exec`update chat_deliveries set payload = case when payload ? 'image'
      then jsonb_build_object('sender', payload -> 'sender', 'image', payload -> 'image') end
    where payload ? 'message' and delivered_at < ${later(deps.now(), -wordsLife)}`
  const over = firebaseOf(deps.config) ? 'delivered_at is not null' : 'true'
  await deps.db.exec`delete from chat_deliveries where kind <> 'message' and ${raw(over)}`
}
