import { AppError } from '#contract/errors.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { endSessions } from '../../users/sessions/sessions-store.ts'
import { audit, type Operator } from '../audit.ts'
import { forgetFactor } from '../second-factor/factors-store.ts'
import { heldAdmins, heldPerson, onlyAdmin, setRole } from './people-store.ts'

/** The operator. No call gives or takes the role: only a person with a shell does (`npm run admin`). */

export async function makeAdmin(sql: Sql, deps: Deps, by: Operator, { id }: { id: string }): Promise<void> {
  const person = await heldPerson(sql, id)
  if (!person || person.role === 'admin') throw new AppError('decided_meanwhile')
  await setRole(sql, id, 'admin')
  const changed = { before: { role: 'user' }, after: { role: 'admin' } }
  await audit(sql, deps, by, { action: 'make-admin', thing: 'person', id, ...changed })
}

/** With it go the second factor and every session, whose token still names the role. */
export async function removeAdmin(sql: Sql, deps: Deps, by: Operator, { id }: { id: string }): Promise<void> {
  const admins = await heldAdmins(sql)
  const person = await heldPerson(sql, id)
  if (person?.role !== 'admin') throw new AppError('decided_meanwhile')
  if (admins.every((admin) => admin === id)) throw onlyAdmin()
  await setRole(sql, id, 'user')
  await forgetFactor(sql, id)
  await endSessions(sql, id)
  const changed = { before: { role: 'admin' }, after: { role: 'user' } }
  await audit(sql, deps, by, { action: 'remove-admin', thing: 'person', id, ...changed })
}

/** For a phone that is lost with its recovery codes: the next visit sets one up. False when there was none. */
export async function resetSecondFactor(
  sql: Sql,
  deps: Deps,
  by: Operator,
  { id }: { id: string },
): Promise<boolean> {
  if (!(await forgetFactor(sql, id))) return false
  await endSessions(sql, id)
  await audit(sql, deps, by, { action: 'reset-second-factor', thing: 'person', id })
  return true
}
