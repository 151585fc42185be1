import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { type MailTransport, type EmailSender, mailOf } from './email.ts'
import { localMailbox } from './mailbox.ts'
import { createTransport } from 'nodemailer'

/** Milliseconds a mail server may take to let us in, and to go on. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const

/** Hands every e-mail to the mail server of an `smtp:` or `smtps:` address, which may carry user and password. */
function smtpTransport(url: string, from: () => EmailSender | Promise<EmailSender>): MailTransport {
  const transport = createTransport({ url, ...patience })
  return {
    send: async (mail) => {
      await transport.sendMail(mailOf(mail, await from()))
    },
  }
}

/** The folder of the local mailbox. */
export const mailboxOf = (config: Pick<Config, 'dataDir'>): string => join(resolve(config.dataDir), 'mail')

/**
 * Who carries e-mails away: a mail server where one is set, else they stay in the local mailbox. A sender that is only an
 * address is called what the site is called (R-NAV-47).
 */
export function openTransport(
  config: Pick<Config, 'dataDir' | 'mailFrom' | 'siteName' | 'smtpUrl'>,
  siteName: () => Promise<string> = () => Promise.resolve(config.siteName),
): MailTransport {
  const { smtpUrl, mailFrom } = config
  const sender = async (): Promise<EmailSender> =>
    mailFrom.includes('<') ? mailFrom : { name: await siteName(), address: mailFrom }
  return smtpUrl === undefined ? localMailbox(mailboxOf(config), sender) : smtpTransport(smtpUrl, sender)
}
