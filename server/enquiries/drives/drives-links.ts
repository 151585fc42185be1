import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod/mini'
import type { Sql } from '../../kernel/db/sql.ts'

/** Secrets in e-mails to people without an account. Only their hashes are stored, so every e-mail has one of its own. */

/** Days a link is good for after the test drive. */
const linkLife = 30
const day = 86_400_000
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Makes a link to a request and returns its secret, once. */
export async function makeDriveLink(sql: Sql, drive: string, until: Date): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await sql.run({
    text: 'insert into test_drive_links (hash, test_drive_id, expires_at) values ($1, $2, $3)',
    values: [hashOf(secret), drive, new Date(until.getTime() + linkLife * day)],
  })
  return secret
}

/** The request that a link opens. */
export async function linkedDrive(sql: Sql, secret: string, now: Date): Promise<string | undefined> {
  const row = await sql.row(z.object({ test_drive_id: z.string() }), {
    text: 'select test_drive_id from test_drive_links where hash = $1 and expires_at > $2',
    values: [hashOf(secret), now],
  })
  return row?.test_drive_id
}

export function forgetDriveLinks(sql: Sql, now: Date): Promise<number> {
  return sql.run({ text: 'delete from test_drive_links where expires_at < $1', values: [now] })
}
