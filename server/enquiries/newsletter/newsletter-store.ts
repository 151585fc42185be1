import { changeRow, idsOf, insertRow, isPast } from '../../kernel/db/lists.ts'
import { z } from 'zod/mini'
import type { Sql } from '../../kernel/db/sql.ts'
import { keyedHash, linkHash, makeLinkSecret } from '../../kernel/secrets.ts'

/** One row for each address, whatever was done with it: asked, then confirmed by its owner, then unsubscribed. */

export const subscribers = 'newsletter_subscribers'
type NewsletterLinkKind = 'confirm' | 'unsubscribe'

const day = 86_400_000
/** Days a link to confirm is good for, and an address that nobody confirmed is kept. */
export const newsletterLives = { confirm: 7, asked: 30 } as const

/** What is left of an address that was unsubscribed. */
export const addressHash = (secret: string, address: string): string =>
  keyedHash(secret, `newsletter ${address}`)

/**
 * Notes that a person asked for the newsletter at an address. The same two statements for every address, so that their
 * time tells nothing; whether an e-mail follows is decided when it is written.
 */
export async function askNewsletter(
  sql: Sql,
  a: {
    id: string
    address: string
    hash: string
    ref: string | undefined
    now: Date
    /** False for what looks like spam: it is kept, and nobody is written to. */
    mail: boolean
  },
): Promise<void> {
  const who = { id: a.id, email: a.address, address_hash: a.hash, state: 'asked', client_ref: a.ref }
  const due = { asked_at: a.now, letter_due: a.mail, forward_at: a.now }
  await insertRow(sql, subscribers, { ...who, ...due }, 'on conflict do nothing')
  const { address, hash, ref = null } = a
  await sql.exec`update newsletter_subscribers set email = ${address}, address_hash = ${hash}, client_ref = ${ref},
      asked_at = ${a.now}, letter_due = letter_due or ${a.mail},
      state = case state when 'unsubscribed' then 'asked' else state end
    where (email = ${address} or address_hash = ${hash})
      and (client_ref is distinct from ${ref} or ${ref}::text is null)`
}

export async function dueEmails(sql: Sql, most: number): Promise<string[]> {
  return idsOf(sql)`select id from newsletter_subscribers where letter_due
    order by asked_at, id limit ${most}`
}

const dueRow = z.object({
  id: z.string(),
  email: z.string(),
  state: z.enum(['asked', 'confirmed']),
  letters_at: z.array(z.date()),
})
export type DueEmail = z.output<typeof dueRow>

/** The e-mail to write, for one transaction alone; undefined when another process has it. */
export function takeDueEmail(sql: Sql, id: string): Promise<DueEmail | undefined> {
  return sql.first(dueRow)`update newsletter_subscribers set letter_due = false where id in (
      select id from newsletter_subscribers where id = ${id} and letter_due and state <> 'unsubscribed'
      for update skip locked)
    returning id, email, state, letters_at`
}

/** Makes the link of an e-mail and returns its secret, once. */
export async function makeNewsletterLink(
  sql: Sql,
  { subscriber: subscriber_id, kind, now }: { subscriber: string; kind: NewsletterLinkKind; now: Date },
): Promise<string> {
  const secret = makeLinkSecret()
  const expires_at = kind === 'confirm' ? new Date(now.getTime() + newsletterLives.confirm * day) : null
  await insertRow(sql, 'newsletter_links', { hash: linkHash(secret), subscriber_id, kind, expires_at })
  return secret
}

const linkedRow = z.object({ id: z.string(), state: z.enum(['asked', 'confirmed', 'unsubscribed']) })

/** Whose link it is, held until the transaction ends; undefined for one that is over or was never ours. */
export function subscriberOf(
  sql: Sql,
  l: { secret: string; kind: NewsletterLinkKind; now: Date },
): Promise<z.output<typeof linkedRow> | undefined> {
  return sql.first(linkedRow)`select s.id, s.state from newsletter_links l
    join newsletter_subscribers s on s.id = l.subscriber_id
    where l.hash = ${linkHash(l.secret)} and l.kind = ${l.kind}
      and (l.expires_at is null or l.expires_at > ${l.now}) for update of s`
}

/** Confirmed by the person who reads e-mails to the address; it is to be told, and handed on. */
export async function confirmSubscriber(sql: Sql, id: string, now: Date): Promise<void> {
  const isTold = { letters_at: [], letter_due: true }
  const isHandedOn = { forward_state: 'due', forward_at: now, forward_tries: 0, forward_note: '' }
  const confirmed = { state: 'confirmed', confirmed_at: now, unsubscribed_at: null }
  await changeRow(sql, subscribers, { id }, { ...confirmed, ...isTold, ...isHandedOn })
}

/** The people who may be written to, in the order in which they confirmed. */
export async function confirmedAddresses(sql: Sql): Promise<string[]> {
  return idsOf(sql)`select email as id from newsletter_subscribers where state = 'confirmed'
    order by confirmed_at, id`
}

/**
 * Keeps the hash alone. Links to unsubscribe stay good, so that once more is as good as once. Its e-mails are not counted
 * on: clients that left read them, and without a new one nobody could come back.
 */
export async function unsubscribe(sql: Sql, id: string, now: Date): Promise<void> {
  const gone = { state: 'unsubscribed', unsubscribed_at: now, email: null, letter_due: false, letters_at: [] }
  await changeRow(sql, subscribers, { id }, gone)
  await sql.exec`delete from newsletter_links where subscriber_id = ${id} and kind = 'confirm'`
}

/** The same for an address whose owner leaves for good. */
export async function unsubscribeAddress(sql: Sql, address: string, now: Date): Promise<void> {
  const [subscriber] = await idsOf(sql)`select id from newsletter_subscribers where email = ${address}
    for update`
  if (subscriber !== undefined) await unsubscribe(sql, subscriber, now)
}

const isUnconfirmed = `state = 'asked' and ${isPast('asked_at', newsletterLives.asked)}`
/** Forgets addresses that nobody confirmed; of those that were unsubscribed before, the hash stays. */
export const oldNewsletterRows = [
  `delete from newsletter_subscribers where ${isUnconfirmed} and unsubscribed_at is null`,
  `update newsletter_subscribers set state = 'unsubscribed', email = null, letter_due = false where ${isUnconfirmed}`,
  `delete from newsletter_links where ${isPast('expires_at')}`,
]
