import { AppError } from '#contract/errors.ts'
import { isUniqueViolation } from '../../kernel/db/failures.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { takeAddress, verifyAddress } from '../users-store.ts'
import { findLink, type LinkRow, revokeLinks, spendLink } from './links-store.ts'

const expired = () => new AppError('link_expired')

/** The link for a new password, as long as it is good: for 2 hours and once (R-AUTH-19). */
export async function openReset(sql: Sql, secret: string, now: Date): Promise<LinkRow> {
  const link = await findLink(sql, { secret, kinds: ['reset'], now })
  if (!link || link.used_at !== null) throw expired()
  return link
}

/** Opens the link of an e-mail to an address; true when the account changed to it. Again is as good as once. */
export async function openLink({ db, now }: Deps, secret: string): Promise<boolean> {
  const open = async (sql: Sql) => {
    const link = await findLink(sql, { secret, kinds: ['verify', 'email'], now: now() })
    if (!link) throw expired()
    const changed = link.kind === 'email'
    if (link.used_at !== null) return changed
    const o = { user: link.user_id, email: link.email, now: now() }
    const done = await (changed ? takeAddress(sql, o) : verifyAddress(sql, o))
    if (!done) throw expired()
    await spendLink(sql, link, now())
    if (changed) await revokeLinks(sql, link.user_id, ['verify', 'email', 'reset'])
    return changed
  }
  try {
    return await db.tx(open)
  } catch (error) {
    // Another person has taken the address meanwhile.
    if (isUniqueViolation(error)) throw expired()
    throw error
  }
}
