// Notifies people by e-mail of unread messages (decision 45).
import { later, eachAlone } from '../kernel/semaphore.ts'
import { idsOf, truthOf, changeRow, findRow } from '../kernel/db/lists.ts'
import { z } from 'zod/mini'
import { chatLimits } from '#contract/chat/message-rules.ts'
import { part, raw, type Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { firebaseOf } from '../kernel/firebase.ts'
import { type EmailDeps, type EmailWords, headerLine, writeEmail } from '../kernel/mail/outbox.ts'
import { siteIn } from '../reference/reference-store.ts'
import { hasPaidPlan } from '../users/users-store.ts'

/** Maximum chats that an e-mail names. */
const named = 10

const firstName = (fullname: string) => headerLine(fullname).split(' ')[0] ?? ''
const aboutCar = (car: string | null) => (car === null ? '' : ` about "${headerLine(car)}"`)

/** Returns the e-mail about unread messages; `paid`: the person's plan includes the chat. */
export function unreadEmail(site: string, chats: readonly WaitingChat[], paid: boolean): EmailWords {
  const [first] = chats
  const only = chats.length === 1 ? first : undefined
  const more = chats.length - named
  return {
    subject: only
      ? `${firstName(only.fullname)} wrote to you${aboutCar(only.car)}`
      : `${chats.length} people wrote to you on ${site}`,
    lines: [
      'You have messages that you have not read:',
      ...chats
        .slice(0, named)
        .map(({ fullname, car }) => `${firstName(fullname)} wrote to you${aboutCar(car)}.`),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    link: {
      url: only ? `/chat?with=${encodeURIComponent(only.from)}` : '/chat',
      words: only ? 'Open the chat' : 'Open your chats',
    },
    notes: [
      ...(paid ? [] : ['Reading and answering messages needs a plan. You have none at the moment.']),
      `You get this e-mail because a message was not read for ${chatLimits.emailAfterMinutes} minutes. There is no other one for the same chat until you have read it.`,
    ],
    end: { url: '/profile?tab=profile&view=edit', words: 'Turn these e-mails off in your profile' },
  }
}

/** Maximum people per run; the next run is a minute later. */
const batch = 200
const minute = 60_000
/** Milliseconds after which a person whose stream has ended counts as away. */
const awayAfter = 1.5 * minute
/** Milliseconds after which an unread message causes no e-mail, for example after a long downtime. */
const oldest = 7 * 1440 * minute

const receiver = 'case when c.last_sender = c.first_user then c.second_user else c.first_user end'
/** Returns the SQL of the due chats `c`, each with its receiver `u` and its sender `s`. */
const due = (now: Date) => part`chats c join users u on u.id = ${raw(receiver)}
  join users s on s.id = c.last_sender
  where not c.receiver_has_read and c.emailed_at is null
    and c.updated_at <= ${later(now, -chatLimits.emailAfterMinutes * minute)}
    and c.updated_at > ${later(now, -oldest)}
    and u.chat_emails and u.suspended_at is null and s.suspended_at is null
    and not exists (select 1 from chat_people p
      where p.user_id = u.id and p.online_at > ${later(now, -awayAfter)})
    and not exists (select 1 from chat_settings x
      where x.user_id = u.id and x.other_id = s.id and (x.muted or x.blocked))`

/** Row with what an e-mail says about one chat: sender and car, but not the text (decision 45). */
export const waitingRow = z.object({
  key: z.string(),
  from: z.string(),
  fullname: z.string(),
  car: z.nullable(z.string()),
})
type WaitingChat = z.output<typeof waitingRow>
const chatRow = z.extend(waitingRow, { updated_at: z.date() })
export const emailRow = z.object({ email: z.string() })

/** Runs once. Two concurrent processes write each e-mail once. */
export async function emailUnread(deps: Pick<Deps, 'config' | 'db' | 'newId' | 'now'>): Promise<void> {
  // With Firestore only Firestore knows the read marks.
  if (firebaseOf(deps.config)) return
  const now = deps.now()
  const people = await idsOf(deps.db)`select u.id from ${due(now)} group by u.id
    order by min(c.updated_at) limit ${batch}`
  await eachAlone(people, (user) => deps.db.tx((sql) => emailOne(sql, deps, user, now)))
}

async function emailOne(sql: Sql, deps: EmailDeps, user: string, now: Date): Promise<void> {
  // The row is locked first: another process waits here and then finds nothing due.
  const held = await findRow(sql, 'users', emailRow, { id: user }, 'for no key update')
  const chats = held ? await heldChats(sql, user, now) : []
  if (!held || chats.length === 0) return
  await sql.exec`update chats set emailed_at = ${now} where key = any (${chats.map(({ key }) => key)})`
  await queueUnreadEmail(sql, deps, { user, recipient: held.email, chats, now })
}

/** Queues the e-mail about these chats to this address. */
export async function queueUnreadEmail(
  sql: Sql,
  deps: EmailDeps,
  o: { user: string; recipient: string; chats: readonly WaitingChat[]; now: Date },
): Promise<void> {
  const { recipient, now: created_at } = o
  const isPaid = await hasPaidPlan(sql, o.user, created_at)
  const { name } = await siteIn(sql, deps.config)
  await writeEmail(sql, deps, unreadEmail(name, o.chats, isPaid), { recipient, created_at, forget: true })
}

/** Returns the due chats of one person, newest first, and locks them until the transaction ends. */
async function heldChats(sql: Sql, user: string, now: Date): Promise<WaitingChat[]> {
  // A fixed order prevents deadlocks between processes that lock several chats.
  const chats = await sql.all(chatRow)`select c.key, s.id as "from", s.fullname, c.updated_at, (select k.title
      from cars k where k.id = c.car_id and k.status in ('active', 'sold')) as car
    from ${due(now)} and u.id = ${user} order by c.key for no key update of c`
  return chats.sort((a, b) => b.updated_at.getTime() - a.updated_at.getTime())
}

/** Tells whether a person accepts e-mails about messages of that sender. */
export async function wantsEmail(sql: Sql, user: string, from: string): Promise<boolean> {
  return truthOf(sql)`select chat_emails and not exists (select 1 from chat_settings
    where user_id = ${user} and other_id = ${from} and (muted or blocked)) as wanted from users
    where id = ${user}`
}

/** Marks the chat: an e-mail about its unread messages is queued. */
export async function markEmailed(sql: Sql, key: string, now: Date): Promise<void> {
  await changeRow(sql, 'chats', { key }, { emailed_at: now })
}
