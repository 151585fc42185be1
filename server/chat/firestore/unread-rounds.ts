// Jobs for unread messages in Firestore: e-mails to absent people, and removal after 30 days.
import { later, eachAlone, minute } from '../../kernel/semaphore.ts'
import { chatLimits } from '#contract/chat/message-rules.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { emailRow, queueUnreadEmail, waitingRow } from '../email-unread.ts'
import { forgetPictures } from './deliveries.ts'
import { removeUnread, type StoredChat, unreadBetween } from './chat-documents.ts'
import { type FirestoreClient, firestoreClientOf } from './firestore-client.ts'
import { mapIn, stringIn } from './values.ts'

/** Maximum of a PostgreSQL `int` column. */
const mostMessages = 2 ** 31 - 1
const day = 1440 * minute
/** Days after which an unread message causes no e-mail, for example after a long downtime. */
const oldestDays = 7
/** Maximum chats in memory at once: one may have half a megabyte. */
const batch = 50

interface WaitingChat {
  user: string
  key: string
  sender: string
  unreadFrom: number
  car: string
  /** Id of the last message as in `chat_deliveries`. */
  lastId: string
}

/** Returns the query data of a chat; `undefined` for values that PostgreSQL cannot store, since clients write the ids. */
function waitingOf({
  key,
  users,
  lastSender,
  readUpTo,
  car = '',
  messages,
}: StoredChat): WaitingChat | undefined {
  const user = users.find((id) => id !== lastSender)
  const lastId = `${lastSender}:${stringIn(mapIn(messages.at(-1))['id'])}`
  if (user === undefined || lastSender === '' || readUpTo > mostMessages) return undefined
  const waits = { user, key, sender: lastSender, unreadFrom: readUpTo, car, lastId }
  return Object.values(waits).some((one) => String(one).includes('\0')) ? undefined : waits
}

/** Queues e-mails about unread messages, once until they are read, as for the server's own chats (decision 45). */
export async function emailUnreadInFirestore(deps: Deps): Promise<void> {
  const client = firestoreClientOf(deps)
  if (!client) return
  const now = deps.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const after = ago(oldestDays * day)
  const before = ago(chatLimits.emailAfterMinutes * minute)
  const waiting = new Map<string, WaitingChat[]>()
  for (let from: StoredChat | undefined; ;) {
    const found = await unreadBetween(client, { after, before, limit: batch, from })
    for (const chat of found) {
      const waits = waitingOf(chat)
      if (waits) waiting.set(waits.user, [...(waiting.get(waits.user) ?? []), waits])
    }
    if (found.length < batch) break
    from = found.at(-1)
  }
  await eachAlone([...waiting], ([user, chats]) => deps.db.tx((sql) => emailOne(sql, deps, user, chats)))
}

async function emailOne(sql: Sql, deps: Deps, user: string, chats: readonly WaitingChat[]): Promise<void> {
  const now = deps.now()
  const held = await sql.first(emailRow)`select email from users
    where id = ${user} and chat_emails and suspended_at is null for no key update`
  if (!held) return
  // The opening message has already caused its own e-mail.
  const unread = await sql.all(waitingRow)`with due as (
        select c.key, c.sender, c.unread_from, c.car from unnest(${chats.map(({ key }) => key)}::text[],
            ${chats.map(({ sender }) => sender)}::text[], ${chats.map(({ unreadFrom }) => unreadFrom)}::int[],
            ${chats.map(({ car }) => car)}::text[], ${chats.map(({ lastId }) => lastId)}::text[])
            as c (key, sender, unread_from, car, last)
          where not exists (select 1 from chat_settings x
              where x.user_id = ${user} and x.other_id = c.sender and (x.muted or x.blocked))
            and not exists (select 1 from chat_deliveries d where d.message_id = c.last and d.opening)),
      told as (insert into chat_told (key, user_id, unread_from, told_at)
        select key, ${user}, unread_from, ${now} from due on conflict do nothing returning key)
      select due.key, s.id as "from", s.fullname, (select k.title from cars k
          where k.id = due.car and k.status in ('active', 'sold')) as car
        from told join due using (key) join users s on s.id = due.sender and s.suspended_at is null`
  if (unread.length > 0)
    await queueUnreadEmail(sql, deps, { user, recipient: held.email, chats: unread, now })
}

/** Removes messages unread for 30 days; calls `forget` with the ids of the removed messages. */
export async function removeUndelivered(
  client: FirestoreClient,
  now: Date,
  forget: (ids: readonly string[]) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const before = new Date(now.getTime() - chatLimits.undeliveredDays * day)
  for (;;) {
    const chats = await unreadBetween(client, { before, limit: batch })
    let removed = 0
    for (const chat of chats) {
      const messages = await removeUnread(client, chat)
      // A chat with a newer message is no longer due.
      if (!messages) continue
      removed += 1
      await forget(messages)
    }
    if (removed === 0) return
  }
}

/** Runs the daily removal of unread messages. */
export async function forgetUndeliveredInFirestore(deps: Pick<Deps, 'config' | 'db' | 'now'>): Promise<void> {
  const client = firestoreClientOf(deps)
  if (!client) return
  await removeUndelivered(client, deps.now(), (ids) => forgetPictures(deps.db, ids))
  await deps.db.exec`delete from chat_told where told_at < ${later(deps.now(), -(oldestDays + 1) * day)}`
}
