import { createTransport } from 'nodemailer'
import { type MailTransport, messageOf } from './letter.ts'

/** Milliseconds a mail server may take to let us in, and to go on. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const

/** The bare address of `Motorkin <hello@motorkin.example>`. */
const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

/** Hands every letter to the mail server of an `smtp:` or `smtps:` address, which may carry user and password. */
export function smtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport({ url, ...patience, disableFileAccess: true, disableUrlAccess: true })
  return {
    send: async (letter) => {
      await transport.sendMail({
        envelope: { from: addressIn(from), to: [letter.recipient] },
        raw: messageOf(letter, from),
      })
    },
  }
}
