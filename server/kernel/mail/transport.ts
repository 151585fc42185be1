import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { type MailTransport, type EmailSender, mailOf, type Email, messageOf } from './email.ts'
import { createTransport } from 'nodemailer'
import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'

/** Named by time and key: an e-mail that is carried twice is one file. */
function fileNameOf(mail: Pick<Email, 'dedup_key' | 'created_at'>): string {
  const time = mail.created_at.toISOString().replace(/[:.]/g, '-')
  return `${time}-${createHash('sha256').update(mail.dedup_key).digest('hex').slice(0, 16)}.eml`
}

/** Keeps every e-mail as an .eml file in `dir`, for an installation without a mail server. */
export function localMailbox(dir: string, from: () => EmailSender | Promise<EmailSender>): MailTransport {
  return {
    send: async (mail) => {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const path = join(dir, fileNameOf(mail))
      await writeFile(`${path}.part`, await messageOf(mail, await from()), { mode: 0o600, flush: true })
      await rename(`${path}.part`, path)
    },
  }
}

/** Milliseconds a mail server may take to let us in, and to go on. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const

/** The folder of the local mailbox. */
export const mailboxOf = (config: Pick<Config, 'dataDir'>): string => join(resolve(config.dataDir), 'mail')

/**
 * Who carries e-mails away: the mail server of an `smtp:` or `smtps:` address, which may carry user and password, where one is
 * set, else they stay in the local mailbox. A sender that is only an address is called what the site is called (R-NAV-47).
 */
export function openTransport(
  config: Pick<Config, 'dataDir' | 'mailFrom' | 'siteName' | 'smtpUrl'>,
  siteName: () => Promise<string> = () => Promise.resolve(config.siteName),
): MailTransport {
  const { smtpUrl, mailFrom } = config
  const sender = async (): Promise<EmailSender> =>
    mailFrom.includes('<') ? mailFrom : { name: await siteName(), address: mailFrom }
  if (smtpUrl === undefined) return localMailbox(mailboxOf(config), sender)
  const server = createTransport({ url: smtpUrl, ...patience })
  return { send: async (mail) => void (await server.sendMail(mailOf(mail, await sender()))) }
}
