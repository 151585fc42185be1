import { createTransport } from 'nodemailer'
import { mailOf, type MailTransport, type Sender } from './email.ts'

/** Milliseconds a mail server may take to let us in, and to go on. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const

/** Hands every e-mail to the mail server of an `smtp:` or `smtps:` address, which may carry user and password. */
export function smtpTransport(url: string, from: () => Sender | Promise<Sender>): MailTransport {
  const transport = createTransport({ url, ...patience })
  return {
    send: async (mail) => {
      await transport.sendMail(mailOf(mail, await from()))
    },
  }
}
