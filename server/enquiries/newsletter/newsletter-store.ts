import { changeRow, idsOf, insertRow, isPast } from '../../kernel/db/lists.ts'
import { z } from 'zod/mini'
import type { Sql } from '../../kernel/db/sql.ts'
import { keyedHash, linkHash, makeLinkSecret } from '../../kernel/secrets.ts'

/** Table with one row per address, whatever happened: requested, then confirmed by its owner, then unsubscribed. */

export const subscribers = 'newsletter_subscribers'
type NewsletterLinkKind = 'confirm' | 'unsubscribe'

const day = 86_400_000
/** Days for which a confirmation link is valid, and for which an unconfirmed address is retained. */
export const newsletterLives = { confirm: 7, asked: 30 } as const

/** Returns the hash that remains of an unsubscribed address. */
export const addressHash = (secret: string, address: string): string =>
  keyedHash(secret, `newsletter ${address}`)

/**
 * Records that a person asked for the newsletter at an address. The same two statements run for every address, so that the
 * response time reveals nothing; a job decides later whether an e-mail follows.
 */
export async function askNewsletter(
  sql: Sql,
  a: {
    id: string
    address: string
    hash: string
    ref: string | undefined
    now: Date
    /** False for suspected spam, which is stored without an e-mail. */
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

/** Claims a due e-mail for this transaction; returns `undefined` when another process has claimed it. */
export function takeDueEmail(sql: Sql, id: string): Promise<DueEmail | undefined> {
  return sql.first(dueRow)`update newsletter_subscribers set letter_due = false where id in (
      select id from newsletter_subscribers where id = ${id} and letter_due and state <> 'unsubscribed'
      for update skip locked)
    returning id, email, state, letters_at`
}

/** Creates the link of an e-mail and returns its secret, which is not stored. */
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

/** Returns the subscriber of a link and locks the row until the transaction ends; `undefined` for an expired or unknown link. */
export function subscriberOf(
  sql: Sql,
  l: { secret: string; kind: NewsletterLinkKind; now: Date },
): Promise<z.output<typeof linkedRow> | undefined> {
  return sql.first(linkedRow)`select s.id, s.state from newsletter_links l
    join newsletter_subscribers s on s.id = l.subscriber_id
    where l.hash = ${linkHash(l.secret)} and l.kind = ${l.kind}
      and (l.expires_at is null or l.expires_at > ${l.now}) for update of s`
}

/** Confirms a subscriber. A welcome e-mail and the transfer to the mailing-list service become due. */
export async function confirmSubscriber(sql: Sql, id: string, now: Date): Promise<void> {
  const isTold = { letters_at: [], letter_due: true }
  const isHandedOn = { forward_state: 'due', forward_at: now, forward_tries: 0, forward_note: '' }
  const confirmed = { state: 'confirmed', confirmed_at: now, unsubscribed_at: null }
  await changeRow(sql, subscribers, { id }, { ...confirmed, ...isTold, ...isHandedOn })
}

/** Returns the addresses of confirmed subscribers, in the order of confirmation. */
export async function confirmedAddresses(sql: Sql): Promise<string[]> {
  return idsOf(sql)`select email as id from newsletter_subscribers where state = 'confirmed'
    order by confirmed_at, id`
}

/**
 * Deletes the address and retains its hash. Links to unsubscribe stay valid, so a repeated click succeeds. The e-mail count
 * is reset, because the person needs a new e-mail to subscribe again.
 */
export async function unsubscribe(sql: Sql, id: string, now: Date): Promise<void> {
  const gone = { state: 'unsubscribed', unsubscribed_at: now, email: null, letter_due: false, letters_at: [] }
  await changeRow(sql, subscribers, { id }, gone)
  await sql.exec`delete from newsletter_links where subscriber_id = ${id} and kind = 'confirm'`
}

/** Unsubscribes the address of a deleted account. */
export async function unsubscribeAddress(sql: Sql, address: string, now: Date): Promise<void> {
  const [subscriber] = await idsOf(sql)`select id from newsletter_subscribers where email = ${address}
    for update`
  if (subscriber !== undefined) await unsubscribe(sql, subscriber, now)
}

const isUnconfirmed = `state = 'asked' and ${isPast('asked_at', newsletterLives.asked)}`
/** Deletes addresses that nobody confirmed; of addresses that were unsubscribed before, the hash remains. */
export const oldNewsletterRows = [
  `delete from newsletter_subscribers where ${isUnconfirmed} and unsubscribed_at is null`,
  `update newsletter_subscribers set state = 'unsubscribed', email = null, letter_due = false where ${isUnconfirmed}`,
  `delete from newsletter_links where ${isPast('expires_at')}`,
]
