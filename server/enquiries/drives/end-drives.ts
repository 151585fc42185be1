import { z } from 'zod/mini'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { emailKey } from '../../users/users-store.ts'
import { notifyAnswer } from './drives-post.ts'
import { changeDrive, type DriveRecord, driveById, openDrivesOf } from './drives-store.ts'

const idRow = z.object({ id: z.string() })
const nobody = { fullname: '', email: '', mobile_number: '', state: '', city: '', postcode: '' }

/**
 * For a person whose account goes: what they had asked for is cancelled and forgotten, what was asked of them is
 * declined,
 * and the people who wait for them are notified. `email` is their address where it was proved to be theirs.
 */
export async function endDrivesOf(
  sql: Sql,
  deps: Pick<Deps, 'config' | 'newId' | 'now'>,
  { user, email }: { user: string; email: string | undefined },
): Promise<void> {
  const open = await openDrivesOf(sql, { user, email })
  const isOwn = (d: DriveRecord) =>
    d.user_id === user || (email !== undefined && d.email.toLowerCase() === email)
  // By address, as everybody takes the counts of e-mails to them: two who leave at once do not wait for each other.
  const asked = open.filter((d) => !isOwn(d)).sort((a, b) => (emailKey(a.email) < emailKey(b.email) ? -1 : 1))
  for (const drive of asked) {
    const to = { ...drive, status: 'declined', proposed_datetime: null } as const
    await changeDrive(sql, { id: drive.id, to, note: '', now: deps.now() })
    const changed = await driveById(sql, drive.id)
    if (changed) await notifyAnswer(sql, deps, { drive: changed, was: drive.status, by: 'seller' })
  }
  await sql.run({ text: `update test_drives set note = '' where seller_id = $1`, values: [user] })
  const gone = await sql.rows(idRow, {
    text: 'delete from test_drives where user_id = $1 or lower(email) = $2 returning id',
    values: [user, email ?? null],
  })
  await sql.run({
    text: `delete from mail_outbox where split_part(dedup_key, '.', 1) = any ($1)`,
    values: [gone.map(({ id }) => id)],
  })
  for (const drive of open.filter(isOwn)) {
    const { version, status: was } = drive
    const ended = { ...drive, ...nobody, status: 'declined', cancelled: true, version: version + 1 } as const
    await notifyAnswer(sql, deps, { drive: { ...ended, updated_at: deps.now() }, was, by: 'person' })
  }
}
