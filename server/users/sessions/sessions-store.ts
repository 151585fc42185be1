import { z } from 'zod/mini'
import { sessionLives } from '#contract/users/sessions.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { RefreshToken } from './refresh-token.ts'

const row = z.object({
  id: z.string(),
  user_id: z.string(),
  generation: z.int(),
  rotated_at: z.date(),
  remember: z.boolean(),
  device: z.string(),
  signed_in_at: z.date(),
  last_seen_at: z.date(),
  expires_at: z.date(),
})
export type SessionRow = z.output<typeof row>
const columns = Object.keys(row.shape).join(', ')

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)
const lifeOf = (remember: boolean) => (remember ? sessionLives.remembered : sessionLives.passing)

/** Devices one person may be signed in on. */
const most = 30

export interface NewSession {
  id: string
  user: string
  remember: boolean
  device: string
  now: Date
}

/** Begins a session; of too many those end that were used longest ago. */
export async function beginSession(sql: Sql, s: NewSession): Promise<RefreshToken> {
  await sql.run({
    name: 'session-begin',
    text: `insert into sessions
        (id, user_id, rotated_at, remember, device, signed_in_at, last_seen_at, expires_at)
      values ($1, $2, $3, $4, $5, $3, $3, $6)`,
    values: [s.id, s.user, s.now, s.remember, s.device, later(s.now, lifeOf(s.remember))],
  })
  await sql.run({
    name: 'session-trim',
    text: `delete from sessions where id in (
        select id from sessions where user_id = $1 order by last_seen_at desc, id desc offset ${most})`,
    values: [s.user],
  })
  return { session: s.id, generation: 1 }
}

/** `stolen`: a cookie that was exchanged long ago came back, so somebody has a copy; the session is over. */
export type Renewal =
  | { state: 'renewed'; session: SessionRow; generation: number }
  | { state: 'over' }
  | { state: 'stolen'; user: string }

/**
 * Exchanges a cookie. The one before the present one is answered like the present one, which nobody has used yet: its
 * answer was lost, two tabs asked at once, or the phone died before its browser wrote the cookie down. Run it in a
 * transaction.
 */
export async function renewSession(sql: Sql, token: RefreshToken, now: Date): Promise<Renewal> {
  const session = await sql.row(row, {
    name: 'session-held',
    text: `select ${columns} from sessions where id = $1 for update`,
    values: [token.session],
  })
  if (!session) return { state: 'over' }
  if (session.expires_at <= now) return { state: 'over' }
  if (token.generation === session.generation - 1) {
    return { state: 'renewed', session, generation: session.generation }
  }
  if (token.generation < session.generation) {
    await endSession(sql, { id: session.id, user: session.user_id })
    return { state: 'stolen', user: session.user_id }
  }
  // A higher one was given by us in time that a restored database has lost.
  const generation = token.generation + 1
  await sql.run({
    name: 'session-renew',
    text: `update sessions set generation = $2, rotated_at = $3, last_seen_at = $3, expires_at = $4 where id = $1`,
    values: [session.id, generation, now, later(now, lifeOf(session.remember))],
  })
  return { state: 'renewed', session, generation }
}

export async function endSession(sql: Sql, { id, user }: { id: string; user: string }): Promise<void> {
  await sql.run({
    name: 'session-end',
    text: 'delete from sessions where id = $1 and user_id = $2',
    values: [id, user],
  })
}

/** For who holds the cookie, whoever it is. */
export async function endFamily(sql: Sql, id: string): Promise<void> {
  await sql.run({ name: 'session-end-family', text: 'delete from sessions where id = $1', values: [id] })
}

/** Ends all sessions of somebody, but the one that is named. */
export async function endSessions(sql: Sql, user: string, but?: string): Promise<void> {
  await sql.run({
    name: 'session-end-others',
    text: 'delete from sessions where user_id = $1 and id is distinct from $2::text',
    values: [user, but ?? null],
  })
}

/** Living sessions, the one used last first. */
export function sessionsOf(sql: Sql, user: string, now: Date): Promise<SessionRow[]> {
  return sql.rows(row, {
    name: 'session-list',
    text: `select ${columns} from sessions where user_id = $1 and expires_at > $2
      order by last_seen_at desc, id desc`,
    values: [user, now],
  })
}
