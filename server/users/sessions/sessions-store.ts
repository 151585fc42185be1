import { z } from 'zod/mini'
import { sessionLives, refreshCookie } from '#contract/users/sessions.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { insertRow, instantColumn, isPast, changeRow, findRow } from '../../kernel/db/lists.ts'
import type { Visitor } from '../../kernel/call.ts'
import type { Config } from '../../kernel/config.ts'
import { type User, user } from '#contract/users/users.ts'
import { issueToken } from '../../kernel/auth.ts'
import { isSameSecret, keyedHash } from '../../kernel/secrets.ts'
import type { Account } from '../users-store.ts'

/** Content of the refresh cookie: a session and the number of its renewals, signed by this server. */
export interface RefreshToken {
  session: string
  generation: number
}

const sign = (secret: string, { session, generation }: RefreshToken): string =>
  keyedHash(secret, `refresh ${session} ${generation}`)

export const writeRefreshToken = (secret: string, token: RefreshToken): string =>
  `${token.session}.${token.generation}.${sign(secret, token)}`

/** Reads a refresh token; undefined when the signature is not ours. */
export function readRefreshToken(secret: string, text: string | undefined): RefreshToken | undefined {
  const [, session = '', digits = '', mac = ''] =
    /^([\w-]{1,64})\.(\d{1,9})\.([\w-]{43})$/.exec(text ?? '') ?? []
  const token = { session, generation: Number(digits) }
  return isSameSecret(mac, sign(secret, token)) ? token : undefined
}

const row = z.object({
  id: z.string(),
  user_id: z.string(),
  generation: z.int(),
  reissued: z.int(),
  rotated_at: z.date(),
  remember: z.boolean(),
  expires_at: z.date(),
})
type SessionRow = z.output<typeof row>

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)
const lifeOf = (remember: boolean): number => (remember ? sessionLives.remembered : sessionLives.passing)

/**
 * Returns the token life in seconds for a client without `X-Device`, which cannot renew: the life of the whole session. Every
 * call checks that the session exists.
 */
export const plainLife = (device: string | undefined): number | undefined =>
  device === undefined ? sessionLives.plain : undefined

/** Most devices on which one person may be signed in. */
const most = 30

interface NewSession {
  id: string
  user: string
  remember: boolean
  device: string
  now: Date
  /** Seconds until the session ends without a renewal; by default as `remember` says. */
  life?: number | undefined
}

/** Begins a session; above the limit, the least recently used sessions end. */
export async function beginSession(sql: Sql, s: NewSession): Promise<RefreshToken> {
  const { id, user, remember, device, now } = s
  const times = { rotated_at: now, signed_in_at: now, last_seen_at: now }
  const expires_at = later(now, s.life ?? lifeOf(remember))
  await insertRow(sql, 'sessions', { id, user_id: user, remember, device, ...times, expires_at })
  await sql.exec`delete from sessions where id in (
    select id from sessions where user_id = ${s.user} order by last_seen_at desc, id desc offset ${most})`
  return { session: s.id, generation: 1 }
}

/**
 * Result of a renewal. `stolen`: a cookie that was exchanged long ago was sent again, so a second person has a copy; the
 * session has ended.
 */
type SessionRenewal =
  | { state: 'renewed'; session: SessionRow; generation: number }
  | { state: 'over' }
  | { state: 'stolen'; user: string }

/**
 * Milliseconds after an exchange in which the old cookie gets the same new cookie: tabs that renew at once get equal cookies,
 * so it does not matter which response the browser stores last.
 */
const sameMoment = 60_000

/**
 * Exchanges a refresh cookie; must run in a transaction. The cookie exchanged last is accepted again until its successor is
 * used: the response was lost, two tabs renewed at once, or the phone stopped before the browser stored the cookie. After
 * `sameMoment` it gets a new successor, which replaces the unused one. If a thief and the owner both hold a successor, the
 * second of them to renew reveals the theft.
 */
export async function renewSession(sql: Sql, token: RefreshToken, now: Date): Promise<SessionRenewal> {
  const session = await findRow(sql, 'sessions', row, { id: token.session }, 'for update')
  if (!session || session.expires_at <= now) return { state: 'over' }
  const { generation, reissued } = session
  const exchangedLast = token.generation === generation - 1 - reissued
  if (token.generation < generation && !exchangedLast) {
    await endSession(sql, { id: session.id, user: session.user_id })
    return { state: 'stolen', user: session.user_id }
  }
  if (exchangedLast && now.getTime() - session.rotated_at.getTime() < sameMoment) {
    return { state: 'renewed', session, generation }
  }
  // A generation above the stored one was issued by this server before the database was restored from a backup.
  const next = exchangedLast
    ? { generation: generation + 1, reissued: reissued + 1 }
    : { generation: token.generation + 1, reissued: 0 }
  const times = { rotated_at: now, last_seen_at: now, expires_at: later(now, lifeOf(session.remember)) }
  await changeRow(sql, 'sessions', { id: session.id }, { ...next, ...times })
  return { state: 'renewed', session, generation: next.generation }
}

export async function endSession(sql: Sql, { id, user }: { id: string; user: string }): Promise<void> {
  await sql.exec`delete from sessions where id = ${id} and user_id = ${user}`
}

/** Ends a session without a check of the user: the signed cookie proves the right to do so. */
export async function endFamily(sql: Sql, id: string): Promise<void> {
  await sql.exec`delete from sessions where id = ${id}`
}

/** Ends all sessions of a person except `but`; returns their number. */
export function endSessions(sql: Sql, user: string, but?: string): Promise<number> {
  return sql.exec`delete from sessions where user_id = ${user} and id is distinct from ${but}::text`
}

const listRow = z.object({
  id: z.string(),
  device: z.string(),
  signed_in_at: instantColumn,
  last_seen_at: instantColumn,
})
/** Returns the sessions that have not expired, most recently used first. */
export function sessionsOf(sql: Sql, user: string, now: Date): Promise<z.output<typeof listRow>[]> {
  return sql.all(listRow)`select id, device, signed_in_at, last_seen_at from sessions
    where user_id = ${user} and expires_at > ${now} order by last_seen_at desc, id desc`
}

/** Days for which a device is remembered after its last sign-in, and a link after its expiry. */
const lives = { device: 365, link: 7 } as const

/** Statements that delete expired sessions and throttles, old links and old devices. */
export const oldAccountTraces = [
  `delete from sessions where ${isPast('expires_at')}`,
  `delete from throttles where ${isPast('full_at')}`,
  `delete from account_links where ${isPast('expires_at', lives.link)}`,
  `delete from known_devices where ${isPast('seen_at', lives.device)}`,
]

// Functions for the refresh cookie and the access token.

type Secret = Pick<Config, 'authSecret'>

/** Returns the token of the request's cookie; undefined when the cookie is missing or forged. */
export const sessionIn = (visitor: Visitor, { authSecret }: Secret): RefreshToken | undefined =>
  readRefreshToken(authSecret, visitor.cookie(refreshCookie.name))

export function setSessionCookie(
  visitor: Visitor,
  { authSecret }: Secret,
  o: { token: RefreshToken; remember: boolean },
): void {
  const maxAge = o.remember ? sessionLives.remembered : undefined
  visitor.setCookie({ ...refreshCookie, value: writeRefreshToken(authSecret, o.token), maxAge })
}

export const clearSessionCookie = (visitor: Visitor): void =>
  visitor.setCookie({ ...refreshCookie, value: '', maxAge: 0 })

/**
 * Returns the public claims of an account (R-ENT-19) and an access token with them, valid for `life` seconds, but at least
 * for the configured minutes.
 */
export async function tokenFor(
  account: Account,
  deps: Deps,
  session: string,
  life = 0,
): Promise<{ data: User; token: string }> {
  const data = user.parse(account)
  const usual = deps.config.accessTokenMinutes * 60
  return { data, token: await issueToken(data, deps, Math.max(usual, life), session) }
}
