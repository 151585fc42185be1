import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Letter, type MailTransport, messageOf, type Sender } from './letter.ts'

/** Named by time and key: a letter that is carried twice is one file. */
export function fileNameOf(letter: Pick<Letter, 'dedup_key' | 'created_at'>): string {
  const time = letter.created_at.toISOString().replace(/[:.]/g, '-')
  return `${time}-${createHash('sha256').update(letter.dedup_key).digest('hex').slice(0, 16)}.eml`
}

/** Keeps every letter as an .eml file in `dir`, for an installation without a mail server. */
export function localMailbox(dir: string, from: () => Sender | Promise<Sender>): MailTransport {
  return {
    send: async (letter) => {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const path = join(dir, fileNameOf(letter))
      await writeFile(`${path}.part`, await messageOf(letter, await from()), { mode: 0o600, flush: true })
      await rename(`${path}.part`, path)
    },
  }
}
