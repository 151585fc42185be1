// Authenticates the caller of a request. A token is a signed statement of who the user is, valid while its session exists.
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod/mini'
import { secondFactor } from '#contract/admin/second-factor.ts'
import { AppError } from '#contract/errors.ts'
import { headers, type Auth } from '#contract/http.ts'
import { roles, type User, user as userClaims } from '#contract/users/users.ts'
import { ByteLru } from './byte-lru.ts'
import type { Actor } from './call.ts'
import type { Config } from './config.ts'
import type { Db, Sql } from './db/sql.ts'
import { type Deps, onePer } from './deps.ts'
import { gather } from './gather.ts'

const issuer = 'motorkin'

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret)

/** Returns a signed token with the user and the session as claims. It expires after `life` seconds (R-ENT-19, R-ENT-24). */
export function issueToken(
  user: User,
  deps: Pick<Deps, 'config' | 'now'>,
  life: number,
  session?: string,
): Promise<string> {
  const now = Math.floor(deps.now().getTime() / 1000)
  return new SignJWT({ ...user, ...(session !== undefined && { sid: session }) })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setSubject(user.id)
    .setIssuedAt(now)
    .setExpirationTime(now + life)
    .sign(keyOf(deps.config.authSecret))
}

/** Claims of a verified token. */
interface Bearer {
  user: User
  /** Id of the session that issued the token; undefined for a token without a session. */
  session: string | undefined
  expires: Date
}

/** Maximum bytes of the token cache, and bytes of an entry in addition to the text of its token. */
const mostCachedBytes = 4 * 2 ** 20
const besideText = 500
/** Caches the claims of verified tokens by their text. Each config has its own cache, because it has its own secret. */
const tokenCacheOf = onePer<Config, ByteLru<Bearer>>(() => new ByteLru(mostCachedBytes))

async function verified(token: string, deps: Pick<Deps, 'config' | 'now'>): Promise<Bearer> {
  const { payload } = await jwtVerify(token, keyOf(deps.config.authSecret), {
    algorithms: ['HS256'],
    issuer,
    requiredClaims: ['exp'],
    currentDate: deps.now(),
  })
  const { sid, exp = 0 } = payload
  const session = typeof sid === 'string' ? sid : undefined
  return { user: Object.freeze(userClaims.parse(payload)), session, expires: new Date(exp * 1000) }
}

/**
 * Returns the claims of a token; throws `token_expired` or `unauthenticated`. A verified signature stays valid, so a cached
 * token is only checked for expiry. `isOver` asks the database about the session for each request.
 */
async function bearerOf(token: string, deps: Pick<Deps, 'config' | 'now'>): Promise<Bearer> {
  const cache = tokenCacheOf(deps.config)
  const known = cache.get(token)
  if (known) {
    if (known.expires > deps.now()) return known
    cache.delete(token)
  }
  try {
    const bearer = await verified(token, deps)
    cache.set(token, bearer, token.length + besideText)
    return bearer
  } catch (error) {
    throw new AppError(error instanceof errors.JWTExpired ? 'token_expired' : 'unauthenticated')
  }
}

/** Parts of a request that identify the caller. */
export interface Caller {
  headers: Readonly<Record<string, string | string[] | undefined>>
  ip: string
}

async function signedIn(caller: Caller, auth: Auth, deps: Deps): Promise<Bearer | undefined> {
  const { authorization } = caller.headers
  if (authorization === undefined) {
    if (auth === 'required' || auth === 'admin') throw new AppError('unauthenticated')
    return undefined
  }
  const token = /^Bearer +(\S+)$/i.exec(String(authorization))?.[1]
  try {
    if (token === undefined) throw new AppError('unauthenticated')
    return await bearerOf(token, deps)
  } catch (error) {
    // A route without authentication ignores an invalid token.
    if (auth === 'none') return undefined
    throw error
  }
}

/** Returns the actor by the token alone, without a check of the session. Throws when the request does not meet `auth`. */
export async function actorOf(caller: Caller, auth: Auth, deps: Deps): Promise<Actor> {
  const { user, session, expires } = (await signedIn(caller, auth, deps)) ?? {}
  const given = caller.headers[headers.device]
  const device = typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : undefined
  const guest = device === undefined ? `ip:${caller.ip}` : `d:${device}`
  // A guest's enquiry that is retried after a login must find the idempotency row of the guest, so the device stays the key.
  const key = user && (auth !== 'none' || device === undefined) ? `u:${user.id}` : guest
  return { key, user, device, session, expires }
}

/**
 * Returns the indexes in `all` of users who are suspended, also without a session, or whose session has ended. Users without
 * an account are not included: the routes detect a missing account themselves.
 */
export async function signedOutAmong(
  sql: Sql,
  all: readonly { user: string; session: string | undefined }[],
): Promise<ReadonlySet<number>> {
  const rows = await sql.all(z.object({ place: z.int() }))`select (a.place - 1)::int as place
    from unnest(${all.map(({ user }) => user)}::text[],
      ${all.map(({ session }) => session ?? null)}::text[]) with ordinality as a (user_id, session, place)
    where exists (select 1 from users u where u.id = a.user_id and (u.suspended_at is not null
      or (a.session is not null and not exists (select 1 from sessions s where s.id = a.session))))`
  return new Set(rows.map(({ place }) => place))
}

type SignedIn = Parameters<typeof signedOutAmong>[1][number]

/** Maximum tokens that one statement checks, and statements at the same time: one that hangs does not block all requests. */
const looks = { most: 200, lanes: 2 }
/**
 * Returns whether the session of a token has ended or its user is suspended. One statement checks all requests of the same
 * moment, and it never starts before the request.
 */
const isOver = onePer((db: Db) =>
  gather<SignedIn, boolean>({
    ...looks,
    run: async (all) => {
      const out = await signedOutAmong(db, all)
      return all.map((_, n) => out.has(n))
    },
  }),
)

/**
 * Returns the actor after a check of the session: a sign-out on another device takes effect at once, not when the token
 * expires. On a route without authentication such a caller is a guest.
 */
async function livingActor(caller: Caller, auth: Auth, deps: Deps): Promise<Actor> {
  const actor = await actorOf(caller, auth, deps)
  const { user, session } = actor
  if (!user || !(await isOver(deps.db)({ user: user.id, session }))) return actor
  if (auth !== 'none') throw new AppError('unauthenticated')
  return actorOf({ ...caller, headers: { ...caller.headers, authorization: undefined } }, auth, deps)
}

/** Returns the actor of a request that requires a signed-in user. */
export const requiredActor = (caller: Caller, deps: Deps): Promise<Actor> =>
  livingActor(caller, 'required', deps)

const roleRow = z.object({ role: z.enum(roles), second_factor_at: z.nullable(z.date()) })

/** Returns when the second factor expires that a session received at `at`. */
export const openUntil = (at: Date): Date => new Date(at.getTime() + secondFactor.hours * 3_600_000)

/**
 * Returns the actor when the user is an administrator whose session has a valid second factor (R-ROLE-20). The token
 * identifies the user; the database decides the role.
 */
async function adminOf(caller: Caller, deps: Deps): Promise<Actor> {
  const actor = await requiredActor(caller, deps)
  const row = await deps.db.first(roleRow)`select u.role, s.second_factor_at from users u
    left join sessions s on s.id = ${actor.session} and s.user_id = u.id where u.id = ${actor.user?.id ?? ''}`
  // A token can be valid after its account was deleted.
  if (!row) throw new AppError('unauthenticated')
  if (row.role !== 'admin') throw new AppError('forbidden')
  const at = row.second_factor_at
  if (at === null || openUntil(at) <= deps.now()) throw new AppError('second_factor_required')
  return actor
}

/** Returns the actor of a request; throws when the request does not meet `auth`. */
export function callerOf(caller: Caller, auth: Auth, deps: Deps): Promise<Actor> {
  return auth === 'admin' ? adminOf(caller, deps) : livingActor(caller, auth, deps)
}
