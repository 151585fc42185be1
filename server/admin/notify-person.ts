import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { layOut } from '../kernel/mail/layout.ts'
import { queueEmail } from '../kernel/mail/outbox.ts'
import { siteIn } from '../reference/reference-store.ts'

interface PersonNotice {
  subject: string
  lines: readonly string[]
  /** The operator's own words. */
  quote?: string
  /** Below the public address. */
  link: { words: string; path: string }
  notes: readonly string[]
}

/** An e-mail to the person an operator's action is about, in the transaction of that action. */
export async function notifyPerson(
  sql: Sql,
  deps: Deps,
  recipient: string,
  notice: PersonNotice,
): Promise<void> {
  const site = await siteIn(sql, deps.config)
  const { path, words } = notice.link
  const link = { words, url: new URL(path, site.publicUrl).href }
  const id = deps.newId()
  await queueEmail(sql, {
    ...layOut({ ...notice, subject: `${notice.subject} · ${site.name}`, link }),
    id,
    dedup_key: id,
    recipient,
    created_at: deps.now(),
  })
}
