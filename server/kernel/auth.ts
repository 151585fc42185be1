// Who calls. A token is a signed statement of who the user is, and counts as long as the session that gave it lives.
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

/** A token whose claims are the user and the session, good for `life` seconds (R-ENT-19, R-ENT-24). */
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

/** What a token says. */
interface Bearer {
  user: User
  /** Missing in tokens that no session gave. */
  session: string | undefined
  expires: Date
}

/** Bytes of tokens that are cached; those of one beside its text. */
const mostCachedBytes = 4 * 2 ** 20
const besideText = 500
/** What the tokens with a good signature contain, by their text; of the secret of these settings. */
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
 * Throws `token_expired` or `unauthenticated`. A text that was signed by us stays so: of one that was seen before only
 * its end is looked at. Whether its session lives is asked of the database each time, by others.
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

/** What of a request says who calls. */
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
    // A call that asks for nobody works with whatever the phone sent along.
    if (auth === 'none') return undefined
    throw error
  }
}

/** Who calls, by the token alone: whether its session lives is not asked. Throws when the authority is not met. */
export async function actorOf(caller: Caller, auth: Auth, deps: Deps): Promise<Actor> {
  const { user, session, expires } = (await signedIn(caller, auth, deps)) ?? {}
  const given = caller.headers[headers.device]
  const device = typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : undefined
  const guest = device === undefined ? `ip:${caller.ip}` : `d:${device}`
  // A guest's enquiry that is sent again after a login must meet the row it left as a guest.
  const key = user && (auth !== 'none' || device === undefined) ? `u:${user.id}` : guest
  return { key, user, device, session, expires }
}

/**
 * The places in the list of those who were signed out elsewhere or are suspended, also where no session gave the token;
 * not of those who have no account any more, whose calls know that themselves.
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

/** Looks of one statement, and statements at once: one that hangs does not keep everybody. */
const looks = { most: 200, lanes: 2 }
/** Whether a token counts no more. Asks the database once for all who call in the same moment; never before they call. */
const isOver = onePer((db: Db) =>
  gather<SignedIn, boolean>({
    ...looks,
    run: async (all) => {
      const out = await signedOutAmong(db, all)
      return all.map((_, n) => out.has(n))
    },
  }),
)

/** Who makes a call that their token counts for: a sign-out elsewhere counts at once, not when the token ends. */
async function livingActor(caller: Caller, auth: Auth, deps: Deps): Promise<Actor> {
  const actor = await actorOf(caller, auth, deps)
  const { user, session } = actor
  if (!user || !(await isOver(deps.db)({ user: user.id, session }))) return actor
  if (auth !== 'none') throw new AppError('unauthenticated')
  return actorOf({ ...caller, headers: { ...caller.headers, authorization: undefined } }, auth, deps)
}

/** Who makes a call of their own. */
export const requiredActor = (caller: Caller, deps: Deps): Promise<Actor> =>
  livingActor(caller, 'required', deps)

const roleRow = z.object({ role: z.enum(roles), second_factor_at: z.nullable(z.date()) })

/** Until when a code counts for the session it was given in. */
export const openUntil = (at: Date): Date => new Date(at.getTime() + secondFactor.hours * 3_600_000)

/**
 * One of the operator's own people, in a session with a second factor (R-ROLE-20). A token says who calls; what they may
 * do is the database's to say.
 */
async function adminOf(caller: Caller, deps: Deps): Promise<Actor> {
  const actor = await requiredActor(caller, deps)
  const row = await deps.db.first(roleRow)`select u.role, s.second_factor_at from users u
    left join sessions s on s.id = ${actor.session} and s.user_id = u.id where u.id = ${actor.user?.id ?? ''}`
  // A token outlives its account.
  if (!row) throw new AppError('unauthenticated')
  if (row.role !== 'admin') throw new AppError('forbidden')
  const at = row.second_factor_at
  if (at === null || openUntil(at) <= deps.now()) throw new AppError('second_factor_required')
  return actor
}

/** The caller of a call of this authority; throws when it is not met. */
export function callerOf(caller: Caller, auth: Auth, deps: Deps): Promise<Actor> {
  return auth === 'admin' ? adminOf(caller, deps) : livingActor(caller, auth, deps)
}
