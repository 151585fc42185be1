import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Email, type MailTransport, messageOf, type EmailSender } from './email.ts'

/** Named by time and key: an e-mail that is carried twice is one file. */
export function fileNameOf(mail: Pick<Email, 'dedup_key' | 'created_at'>): string {
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
