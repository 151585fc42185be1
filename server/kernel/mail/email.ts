import { text } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { z } from 'zod/mini'
import { driveFileName } from '#contract/forms/calendar.ts'

/** An e-mail as it waits in the outbox. */
export const emailRow = z.object({
  id: z.string(),
  /** Two e-mails with one of these are the same e-mail. */
  dedup_key: z.string(),
  recipient: z.string(),
  subject: z.string(),
  body_text: z.string(),
  body_html: z.string(),
  created_at: z.date(),
  /** Beside the usual ones; written by us alone. */
  headers: z.optional(z.record(z.string(), z.string())),
  /** Whom an answer goes to, where that is not the sender. */
  reply_to: z.optional(z.nullable(z.string())),
  /** An entry for calendars, with its METHOD (RFC 5545). */
  calendar: z.optional(z.nullable(z.string())),
})
export type Email = z.output<typeof emailRow>

/** Carries an e-mail away; throws when it could not, then it is tried again. */
export interface MailTransport {
  send: (mail: Email) => Promise<void>
}

/** Whom e-mails are from, asked for each: what the site is called may change while the server runs. */
export type EmailSender = string | { name: string; address: string }

/** As mail programs offer it to the calendar: the type says the same method as the file. */
const calendarPart = (content: string) => ({
  filename: driveFileName,
  content,
  contentType: `text/calendar; charset=utf-8; method=${/^METHOD:(\w+)\r$/m.exec(content)?.[1] ?? 'PUBLISH'}`,
  contentTransferEncoding: 'base64' as const,
})

/** The e-mail as nodemailer takes it: nothing typed becomes a header, and what is no ASCII is encoded. */
export const mailOf = (mail: Email, from: EmailSender) => ({
  from,
  // Not as a text, in which a comma would make two of it.
  to: { name: '', address: mail.recipient },
  ...(mail.reply_to && { replyTo: { name: '', address: mail.reply_to } }),
  subject: mail.subject,
  date: mail.created_at,
  messageId: `<${mail.dedup_key}@motorkin>`,
  text: mail.body_text,
  html: mail.body_html,
  // As they are: a link in them must stay whole.
  headers: Object.entries(mail.headers ?? {}).map(([key, value]) => ({
    key,
    value: { prepared: true, value },
  })),
  ...(mail.calendar && { attachments: [calendarPart(mail.calendar)] }),
  encoding: 'base64' as const,
  textEncoding: 'base64' as const,
  disableFileAccess: true,
  disableUrlAccess: true,
})

const writer = createTransport({ streamTransport: true, newline: 'windows' })

/** The e-mail as a message that any mail program opens (RFC 5322, MIME). */
export async function messageOf(mail: Email, from: EmailSender): Promise<string> {
  const { message } = await writer.sendMail(mailOf(mail, from))
  return Buffer.isBuffer(message) ? message.toString() : text(message)
}
