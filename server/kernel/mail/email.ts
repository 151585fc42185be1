import { text } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { z } from 'zod/mini'
import { driveFileName } from '#contract/forms/calendar.ts'

/** Row of an e-mail in the outbox. */
export const emailRow = z.object({
  id: z.string(),
  /** Deduplication key: two e-mails with the same key are the same e-mail. */
  dedup_key: z.string(),
  recipient: z.string(),
  subject: z.string(),
  body_text: z.string(),
  body_html: z.string(),
  created_at: z.date(),
  /** Additional headers, which never contain input of a user. */
  headers: z.optional(z.record(z.string(), z.string())),
  /** Address for replies, when it is not the sender. */
  reply_to: z.optional(z.nullable(z.string())),
  /** Calendar entry with its METHOD (RFC 5545). */
  calendar: z.optional(z.nullable(z.string())),
})
export type Email = z.output<typeof emailRow>

/** Transport of e-mails. `send` throws when an e-mail could not be sent, and the mailer retries. */
export interface MailTransport {
  send: (mail: Email) => Promise<void>
}

/** Sender of e-mails, read for each e-mail, because the site name may change while the server runs. */
export type EmailSender = string | { name: string; address: string }

/** Returns the attachment that mail programs offer to the calendar: the content type names the same method as the file. */
const calendarPart = (content: string) => ({
  filename: driveFileName,
  content,
  contentType: `text/calendar; charset=utf-8; method=${/^METHOD:(\w+)\r$/m.exec(content)?.[1] ?? 'PUBLISH'}`,
  contentTransferEncoding: 'base64' as const,
})

/**
 * Returns the e-mail in the form of nodemailer. Input of a user never becomes a header, and text that is not ASCII is
 * encoded.
 */
export const mailOf = (mail: Email, from: EmailSender) => ({
  from,
  // An object, because a comma in a text would separate two recipients.
  to: { name: '', address: mail.recipient },
  ...(mail.reply_to && { replyTo: { name: '', address: mail.reply_to } }),
  subject: mail.subject,
  date: mail.created_at,
  messageId: `<${mail.dedup_key}@motorkin>`,
  text: mail.body_text,
  html: mail.body_html,
  // `prepared` stops nodemailer from folding a value: a link in it must stay whole.
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

/** Returns the e-mail as a message that any mail program opens (RFC 5322, MIME). */
export async function messageOf(mail: Email, from: EmailSender): Promise<string> {
  const { message } = await writer.sendMail(mailOf(mail, from))
  return Buffer.isBuffer(message) ? message.toString() : text(message)
}
