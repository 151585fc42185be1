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

/** What the cookie says: a session and how often it was renewed, signed by us. */
export interface RefreshToken {
  session: string
  generation: number
}

const sign = (secret: string, { session, generation }: RefreshToken): string =>
  keyedHash(secret, `refresh ${session} ${generation}`)

export const writeRefreshToken = (secret: string, token: RefreshToken): string =>
  `${token.session}.${token.generation}.${sign(secret, token)}`

/** Undefined for what we did not sign. */
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

/** Only who names a device can renew a token. Else it is the one of the whole session, which every call asks after. */
export const plainLife = (device: string | undefined): number | undefined =>
  device === undefined ? sessionLives.plain : undefined

/** Devices one person may be signed in on. */
const most = 30

interface NewSession {
  id: string
  user: string
  remember: boolean
  device: string
  now: Date
  /** Seconds it lasts when it is never renewed; as `remember` says when left out. */
  life?: number | undefined
}

/** Begins a session; of too many those end that were used longest ago. */
export async function beginSession(sql: Sql, s: NewSession): Promise<RefreshToken> {
  const { id, user, remember, device, now } = s
  const times = { rotated_at: now, signed_in_at: now, last_seen_at: now }
  const expires_at = later(now, s.life ?? lifeOf(remember))
  await insertRow(sql, 'sessions', { id, user_id: user, remember, device, ...times, expires_at })
  await sql.exec`delete from sessions where id in (
    select id from sessions where user_id = ${s.user} order by last_seen_at desc, id desc offset ${most})`
  return { session: s.id, generation: 1 }
}

/** `stolen`: a cookie that was exchanged long ago came back, so a person has a copy; the session is over. */
type SessionRenewal =
  | { state: 'renewed'; session: SessionRow; generation: number }
  | { state: 'over' }
  | { state: 'stolen'; user: string }

/** Tabs that ask in the same moment get the same cookie: it does not matter whose answer the browser keeps. */
const sameMoment = 60_000

/**
 * Exchanges a cookie. The one that was exchanged last is taken again as long as none that came of it was used: its
 * answer was lost, two tabs asked at once, or the phone died before its browser wrote the cookie down. After that
 * moment it brings a cookie of its own, in place of what nobody used; so if both are held, by a thief and by the
 * owner, the second to come shows it. Run it in a transaction.
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
  // One that is higher than ours was given by us in time that a restored database has lost.
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

/** For the holder of the cookie. */
export async function endFamily(sql: Sql, id: string): Promise<void> {
  await sql.exec`delete from sessions where id = ${id}`
}

/** Ends all sessions of a person, but the one that is named; returns how many. */
export function endSessions(sql: Sql, user: string, but?: string): Promise<number> {
  return sql.exec`delete from sessions where user_id = ${user} and id is distinct from ${but}::text`
}

const listRow = z.object({
  id: z.string(),
  device: z.string(),
  signed_in_at: instantColumn,
  last_seen_at: instantColumn,
})
/** Living sessions, the one used last first. */
export function sessionsOf(sql: Sql, user: string, now: Date): Promise<z.output<typeof listRow>[]> {
  return sql.all(listRow)`select id, device, signed_in_at, last_seen_at from sessions
    where user_id = ${user} and expires_at > ${now} order by last_seen_at desc, id desc`
}

/** Days a device is known after its last sign-in, and a link is remembered after its end. */
const lives = { device: 365, link: 7 } as const

/** Forgets sessions and throttles that are over, old links and devices. */
export const oldAccountTraces = [
  `delete from sessions where ${isPast('expires_at')}`,
  `delete from throttles where ${isPast('full_at')}`,
  `delete from account_links where ${isPast('expires_at', lives.link)}`,
  `delete from known_devices where ${isPast('seen_at', lives.device)}`,
]

// The cookie that a browser keeps, and the token that goes with it.

type Secret = Pick<Config, 'authSecret'>

/** The session whose cookie came along; undefined for none and for a made up one. */
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

/** The user, as far as a token and the phone may know of an account (R-ENT-19), and a token that says so, for `life` seconds or as long as one lasts that is renewed. */
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
