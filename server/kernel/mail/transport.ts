import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { type MailTransport, type EmailSender, mailOf, type Email, messageOf } from './email.ts'
import { createTransport } from 'nodemailer'
import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'

/** Returns a file name made of time and key, so that an e-mail that is sent twice gives one file. */
function fileNameOf(mail: Pick<Email, 'dedup_key' | 'created_at'>): string {
  const time = mail.created_at.toISOString().replace(/[:.]/g, '-')
  return `${time}-${createHash('sha256').update(mail.dedup_key).digest('hex').slice(0, 16)}.eml`
}

/** Returns a transport that stores each e-mail as an .eml file in `dir`, for an installation without a mail server. */
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

/** Milliseconds that a mail server may take to connect, to greet and to respond. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const

/** Returns the folder of the local mailbox. */
export const mailboxOf = (config: Pick<Config, 'dataDir'>): string => join(resolve(config.dataDir), 'mail')

/**
 * Returns the transport of e-mails: the mail server of SMTP_URL (`smtp:` or `smtps:`, with user and password in it) when set,
 * else the local mailbox. The site name becomes the name of a sender that is only an address (R-NAV-47).
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
