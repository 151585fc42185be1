import { text } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'

/** A letter as it waits in the outbox. */
export interface Letter {
  id: string
  /** Two letters with one of these are the same letter. */
  dedup_key: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  created_at: Date
  /** Beside the usual ones; written by us alone. */
  headers?: Readonly<Record<string, string>>
}

/** Carries a letter away; throws when it could not, then it is tried again. */
export interface MailTransport {
  send: (letter: Letter) => Promise<void>
}

/** Whom letters are from, asked for each: what the site is called may change while the server runs. */
export type Sender = string | { name: string; address: string }

/** The letter as nodemailer takes it: nothing typed becomes a header, and what is no ASCII is encoded. */
export const mailOf = (letter: Letter, from: Sender) => ({
  from,
  // Not as a text, in which a comma would make two of it.
  to: { name: '', address: letter.recipient },
  subject: letter.subject,
  date: letter.created_at,
  messageId: `<${letter.dedup_key}@motorkin>`,
  text: letter.body_text,
  html: letter.body_html,
  // As they are: a link in them must stay whole.
  headers: Object.entries(letter.headers ?? {}).map(([key, value]) => ({
    key,
    value: { prepared: true, value },
  })),
  encoding: 'base64' as const,
  textEncoding: 'base64' as const,
  disableFileAccess: true,
  disableUrlAccess: true,
})

const writer = createTransport({ streamTransport: true, newline: 'windows' })

/** The letter as a message that any mail program opens (RFC 5322, MIME). */
export async function messageOf(letter: Letter, from: Sender): Promise<string> {
  const { message } = await writer.sendMail(mailOf(letter, from))
  return Buffer.isBuffer(message) ? message.toString() : text(message)
}
