import { AppError } from '#contract/errors.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { hasPaidPlan, withPaidPlan } from '../users/users-store.ts'
import { heldPeople } from './askers-store.ts'
import { blockedAmong, cannotWrite, type Pair } from './people/blocks.ts'

/** Who may write to whom; asked of the database each time. */

const needsPlan = () => new AppError('subscription_required', { msg: 'You need a plan to write in a chat.' })

/** Reading and answering needs a plan that runs (R-ROLE-07, R-ROLE-12). */
export async function needPlan(sql: Sql, user: string, now: Date): Promise<void> {
  if (!(await hasPaidPlan(sql, user, now))) throw needsPlan()
}

/** Why each of these may not write to the other; undefined where they may. Nobody of them leaves before the transaction ends. */
export async function refusalsOf(
  sql: Sql,
  all: readonly Pair[],
  now: Date,
): Promise<(AppError | undefined)[]> {
  const writers = [...new Set(all.map(({ from }) => from))]
  const people = await heldPeople(sql, [...new Set([...writers, ...all.map(({ to }) => to)])])
  const paid = await withPaidPlan(sql, writers, now)
  const blocked = await blockedAmong(sql, all)
  return all.map(({ from, to }, n) => {
    if (from === to) return new AppError('to_yourself')
    if (!people.has(from)) return new AppError('unauthenticated')
    if (!paid.has(from)) return needsPlan()
    if (!people.has(to)) return new AppError('gone', { msg: 'This person has no account any more.' })
    return blocked.has(n) ? cannotWrite() : undefined
  })
}
