import { insertRow } from '../db/lists.ts'
import type { Sql } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import type { Email } from './email.ts'

type Given = 'id' | 'dedup_key' | 'created_at'
/** Only what is about one thing needs a key: of two e-mails with the same one goes out. */
interface NewEmail extends Omit<Email, Given>, Partial<Pick<Email, Given>> {
  /** Nothing of it is stored once it was sent. */
  forget?: boolean
  /** It waits until an operator lets it go (docs/operations.md). */
  held?: boolean
}

/** Mail goes out after the transaction, once; see the mailer. */
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

/** Forgets the e-mails about what has these ids, which their keys begin with. */
export const dropEmails = (sql: Sql, about: readonly string[]): Promise<number> =>
  sql.exec`delete from mail_outbox where split_part(dedup_key, '.', 1) = any (${about})`

/** How e-mails are written: as plain text and as HTML in which nothing typed is markup. */

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

/** A header is one line: a line break typed into a title must not start a header of its own. */
export function headerLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, 200)
}

export interface EmailWords {
  subject: string
  /** Paragraphs before the link. */
  lines: readonly string[]
  /** Names and values, after them. */
  facts?: readonly (readonly [name: string, value: string])[]
  /** What a person wrote, after them. */
  quote?: string
  /** Its address may be a path of ours. */
  link?: { url: string; words: string }
  /** Paragraphs after it. */
  notes?: readonly string[]
  /** A small link under everything. */
  end?: { url: string; words: string }
  /** An entry for calendars that goes with it. */
  calendar?: string
}
interface EmailBody {
  subject: string
  body_text: string
  body_html: string
  calendar?: string
}

/** Styles are written at each element: mail programs drop style sheets. */
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

/** Queues an e-mail that is laid out as all of ours are. */
export const writeEmail = (
  sql: Sql,
  deps: EmailDeps,
  words: EmailWords,
  to: Omit<NewEmail, keyof EmailBody>,
): Promise<void> => queueEmail(sql, deps, { ...layOut(words, deps.config.publicUrl), ...to })
