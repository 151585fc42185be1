import { insertRow } from '../db/lists.ts'
import type { Sql } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import type { Email } from './email.ts'

type Given = 'id' | 'dedup_key' | 'created_at'
/** E-mail to queue. It needs a `dedup_key` only when it is about one event: the outbox takes one e-mail per key. */
interface NewEmail extends Omit<Email, Given>, Partial<Pick<Email, Given>> {
  /** Whether the row is deleted after the e-mail was sent. */
  forget?: boolean
  /** Whether the e-mail waits until an operator releases it (docs/operations.md). */
  held?: boolean
}

/** Queues an e-mail in the transaction of `sql`; the mailer sends it once after the commit. */
export async function queueEmail(
  sql: Sql,
  { newId, now }: Pick<Deps, 'newId' | 'now'>,
  { id = newId(), dedup_key = id, created_at = now(), ...l }: NewEmail,
): Promise<void> {
  await insertRow(sql, 'mail_outbox', {
    id,
    dedup_key,
    recipient: l.recipient,
    subject: l.subject,
    body_text: l.body_text,
    body_html: l.body_html,
    created_at,
    next_at: l.held ? 'infinity' : created_at,
    forget: l.forget ?? false,
    headers: JSON.stringify(l.headers ?? {}),
    reply_to: l.reply_to,
    calendar: l.calendar,
  })
}

/** Deletes the e-mails whose keys begin with one of these ids, and returns their number. */
export const dropEmails = (sql: Sql, about: readonly string[]): Promise<number> =>
  sql.exec`delete from mail_outbox where split_part(dedup_key, '.', 1) = any (${about})`

/** Layout of e-mails: plain text, and HTML in which input of a user is never markup. */

const entities = new Map<string, string>(
  Object.entries({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }),
)
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => entities.get(c) ?? c)

/** Returns a text as one line of a header: a line break in a title must not start another header. */
export function headerLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, 200)
    .replace(/\p{Surrogate}/gu, '')
}

export interface EmailWords {
  subject: string
  /** Paragraphs before the link. */
  lines: readonly string[]
  /** Names and values, after the paragraphs. */
  facts?: readonly (readonly [name: string, value: string])[]
  /** Text of a person, after the facts. */
  quote?: string
  /** Link, whose address may be a path of this site. */
  link?: { url: string; words: string }
  /** Paragraphs after the link. */
  notes?: readonly string[]
  /** Small link at the end. */
  end?: { url: string; words: string }
  /** Calendar entry that is attached. */
  calendar?: string
}
interface EmailBody {
  subject: string
  body_text: string
  body_html: string
  calendar?: string
}

/** Inline styles, because mail programs remove style sheets. */
const button =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#14532d;color:#ffffff;text-decoration:none'

export function layOut(words: EmailWords, publicUrl?: string): EmailBody {
  const { subject, lines, facts = [], quote = '', link, notes = [], end, ...more } = words
  const at = ({ url }: { url: string }) => (url.startsWith('/') ? new URL(url, publicUrl).href : url)
  const paragraphs = (all: readonly string[]) => all.map((text) => `<p>${escaped(text)}</p>`).join('')
  const url = link && escaped(at(link))
  const linked = link
    ? `<p><a href="${url}" style="${button}">${escaped(link.words)}</a></p><p style="color:#555555">${url}</p>`
    : ''
  const ended = end
    ? `<p style="font-size:13px"><a href="${escaped(at(end))}" style="color:#555555">${escaped(end.words)}</a></p>`
    : ''
  const rows = facts.map(([name, value]) => `<li><b>${escaped(name)}:</b> ${escaped(value)}</li>`).join('')
  const list = rows === '' ? '' : `<ul>${rows}</ul>`
  const quoted = quote === '' ? '' : `<p>${escaped(quote).replace(/\r?\n/g, '<br>')}</p>`
  const written = [
    ...lines,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${headerLine(value)}`).join('\n')] : []),
    ...(quote === '' ? [] : [quote]),
    ...(link ? [at(link)] : []),
    ...notes,
    ...(end ? [`${end.words}: ${at(end)}`] : []),
  ]
  return {
    ...more,
    subject: headerLine(subject),
    body_text: `${written.join('\n\n')}\n`,
    body_html: `<div style="font-family:sans-serif;font-size:16px;line-height:1.5">${paragraphs(lines)}${list}${quoted}${linked}${paragraphs(notes)}${ended}</div>`,
  }
}

export type EmailDeps = Pick<Deps, 'config' | 'newId' | 'now'>

/** Queues an e-mail with the standard layout. */
export const writeEmail = (
  sql: Sql,
  deps: EmailDeps,
  words: EmailWords,
  to: Omit<NewEmail, keyof EmailBody>,
): Promise<void> => queueEmail(sql, deps, { ...layOut(words, deps.config.publicUrl), ...to })
