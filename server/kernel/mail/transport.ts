import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { MailTransport } from './letter.ts'
import { localMailbox } from './mailbox.ts'
import { smtpTransport } from './smtp.ts'

/** The folder of the local mailbox. */
export const mailboxOf = (config: Pick<Config, 'dataDir'>): string => join(resolve(config.dataDir), 'mail')

/** Who carries letters away: a mail server where one is set, else they stay in the local mailbox. */
export function openTransport(config: Pick<Config, 'dataDir' | 'mailFrom' | 'smtpUrl'>): MailTransport {
  const { smtpUrl, mailFrom } = config
  return smtpUrl === undefined ? localMailbox(mailboxOf(config), mailFrom) : smtpTransport(smtpUrl, mailFrom)
}
