import { changeRow, changesOne } from '../kernel/db/lists.ts'
import { z } from 'zod/mini'
import { roles } from '#contract/users/users.ts'
import type { Sql } from '../kernel/db/sql.ts'

const factorRow = z.object({
  role: z.enum(roles),
  email: z.string(),
  secret: z.nullable(z.string()),
  last_step: z.coerce.number(),
  recovery_codes: z.array(z.string()),
  pending: z.nullable(z.string()),
  pending_at: z.nullable(z.date()),
  /** Time at which this session last gave a code. */
  second_factor_at: z.nullable(z.date()),
})
export type Factor = z.output<typeof factorRow>

/** Returns a person's second factor and whether the session has given a code; undefined without an account. */
export function factorOf(
  sql: Sql,
  { user, session }: { user: string; session: string | undefined },
): Promise<Factor | undefined> {
  return sql.first(factorRow)`select u.role, u.email, f.secret, coalesce(f.last_step, 0)::float8 as last_step,
      coalesce(f.recovery_codes, '{}') as recovery_codes, f.pending, f.pending_at, s.second_factor_at
    from users u left join second_factors f on f.user_id = u.id
      left join sessions s on s.id = ${session} and s.user_id = u.id
    where u.id = ${user}`
}

export async function beginFactor(sql: Sql, o: { user: string; pending: string; now: Date }): Promise<void> {
  await sql.exec`insert into second_factors (user_id, pending, pending_at)
    values (${o.user}, ${o.pending}, ${o.now}) on conflict (user_id) do update
    set pending = excluded.pending, pending_at = excluded.pending_at`
}

/** Activates the pending secret; returns false when the set-up was restarted or confirmed meanwhile. */
export async function confirmFactor(
  sql: Sql,
  o: { user: string; pending: string; step: number; recoveryCodes: readonly string[]; now: Date },
): Promise<boolean> {
  return changesOne(sql)`update second_factors set secret = pending, pending = null, pending_at = null,
    last_step = ${o.step}, recovery_codes = ${o.recoveryCodes}, set_up_at = ${o.now}
    where user_id = ${o.user} and pending = ${o.pending}`
}

/** Uses up the code of a 30-second step; returns false when the code of that step or of a later one was used. */
export function takeStep(sql: Sql, user: string, step: number): Promise<boolean> {
  return changesOne(sql)`update second_factors set last_step = ${step}
    where user_id = ${user} and last_step < ${step}`
}

/** Uses up a recovery code; returns false for an unknown or used code. */
export async function takeRecoveryCode(sql: Sql, user: string, hash: string): Promise<boolean> {
  return changesOne(sql)`update second_factors set recovery_codes = array_remove(recovery_codes, ${hash})
    where user_id = ${user} and ${hash} = any (recovery_codes)`
}

/** Notes that the session has given a code; returns false without such a session. */
export const openSession = (
  sql: Sql,
  o: { user: string; session: string | undefined; now: Date },
): Promise<boolean> =>
  changeRow(sql, 'sessions', { id: o.session, user_id: o.user }, { second_factor_at: o.now })

/** Closes the admin area for all sessions except `but`: the factor that they used is replaced. */
export async function closeSessions(sql: Sql, user: string, but: string | undefined): Promise<void> {
  await sql.exec`update sessions set second_factor_at = null
    where user_id = ${user} and id is distinct from ${but}::text and second_factor_at is not null`
}

/** Deletes a second factor; returns false when there was none. */
export const forgetFactor = (sql: Sql, user: string): Promise<boolean> =>
  changesOne(sql)`delete from second_factors where user_id = ${user}`
