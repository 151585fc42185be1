import { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { raw, type Sql } from '../kernel/db/sql.ts'
import { hasPaidPlan, planRuns } from '../users/users-store.ts'
import { blockStands, cannotWrite } from './people-store.ts'

/** Checks who may write to whom, with a database query each time. */

const needsPlan = () => new AppError('subscription_required', { msg: 'You need a plan to write in a chat.' })

/** Throws `subscription_required` without a current plan, which reading and answering need (R-ROLE-07, R-ROLE-12). */
export async function needPlan(sql: Sql, user: string, now: Date): Promise<void> {
  if (!(await hasPaidPlan(sql, user, now))) throw needsPlan()
}

const standing = z.object({
  place: z.int(),
  here: z.boolean(),
  there: z.boolean(),
  paid: z.boolean(),
  blocked: z.boolean(),
})

/** Returns why each pair may not write, or `undefined`. Locks the accounts against deletion in this transaction. */
export async function refusalsOf(
  sql: Sql,
  all: readonly { from: string; to: string }[],
  now: Date,
): Promise<(AppError | undefined)[]> {
  const [writer, receiver] = [raw('a.writer'), raw('a.receiver')]
  const [writers, receivers] = [all.map(({ from }) => from), all.map(({ to }) => to)]
  // The query looks for each person in `held`, so that PostgreSQL locks all of them.
  const rows = await sql.all(standing)`with held as materialized (
      select id from users where id = any (${[...writers, ...receivers]}::text[]) order by id for key share)
    select (a.place - 1)::int as place, a.writer in (select id from held) as here,
      a.receiver in (select id from held) as there,
      ${planRuns(writer, now)} as paid, ${blockStands(writer, receiver)} as blocked
    from unnest(${writers}::text[], ${receivers}::text[]) with ordinality as a (writer, receiver, place) order by a.place`
  return rows.map(({ place, here, there, paid, blocked }) => {
    const { from, to } = all[place] ?? {}
    if (from === to) return new AppError('to_yourself')
    if (!here) return new AppError('unauthenticated')
    if (!paid) return needsPlan()
    if (!there) return new AppError('gone', { msg: 'This person has no account any more.' })
    return blocked ? cannotWrite() : undefined
  })
}
