import { text } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { driveFileName } from '#contract/forms/calendar.ts'

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
  /** Whom an answer goes to, where that is not the sender. */
  reply_to?: string | null
  /** An entry for calendars, with its METHOD (RFC 5545). */
  calendar?: string | null
}

/** Carries a letter away; throws when it could not, then it is tried again. */
export interface MailTransport {
  send: (letter: Letter) => Promise<void>
}

/** Whom letters are from, asked for each: what the site is called may change while the server runs. */
export type Sender = string | { name: string; address: string }

/** As mail programs offer it to the calendar: the type says the same method as the file. */
const calendarPart = (content: string) => ({
  filename: driveFileName,
  content,
  contentType: `text/calendar; charset=utf-8; method=${/^METHOD:(\w+)\r$/m.exec(content)?.[1] ?? 'PUBLISH'}`,
  contentTransferEncoding: 'base64' as const,
})

/** The letter as nodemailer takes it: nothing typed becomes a header, and what is no ASCII is encoded. */
export const mailOf = (letter: Letter, from: Sender) => ({
  from,
  // Not as a text, in which a comma would make two of it.
  to: { name: '', address: letter.recipient },
  ...(letter.reply_to && { replyTo: { name: '', address: letter.reply_to } }),
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
  ...(letter.calendar && { attachments: [calendarPart(letter.calendar)] }),
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
