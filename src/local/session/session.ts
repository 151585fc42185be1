import { type KeyValue, readJson, tryWrite } from '../platform/env.ts'
import type { User } from '#contract/users/users.ts'
import { listOf, propertiesOf } from '#contract/values/unknown.ts'
import { sessionClaim } from '#contract/users/refresh.ts'

/**
 * State of the login on this phone. The token is stored under the documented key. An expired token is removed, but the person's
 * data stays open (`account`), so that saved cars are available offline and waiting items can ask to sign in.
 */
export interface SessionState {
  user: User | undefined
  token: string | undefined
  /** Expired token of a login that continues, in place of `token`. The server exchanges it for a new one. */
  expired?: string | undefined
  /** Whether the token outlives the tab, so that the worker may use it too. */
  remembered: boolean
  /** Id of the person whose data is open: kept when the token expires, cleared by signing out. */
  account: string | undefined
}
/**
 * Result of exchanging an expired or refused token. `over`: its login has ended, or another person has signed in on this browser
 * meanwhile (I7). `unknown`: the server could not be reached; nothing is lost, and a later request retries.
 */
export type Renewal = { is: 'new'; token: string } | { is: 'over' } | { is: 'unknown' }

/** The remembered login as stored in the plain storage, and the number of its changes. */
export interface RememberedLogin {
  count: number
  values: Readonly<Record<string, string>>
}

export interface SessionPorts {
  lasting: KeyValue | undefined
  tab: KeyValue | undefined
  /** Returns the server time as far as known. */
  now: () => number
  changed: (state: SessionState) => void
}
export type Session = ReturnType<typeof createSession>

/** R-CONST-22 */
export const tokenKey = 'authentication-token'
/**
 * Key of an expired token of a login that continues. An expired token does not count as a login (R-ENT-25), so it has a key of
 * its own until it is exchanged.
 */
const expiredKey = 'motorkin-spent-token'
export const accountKey = 'motorkin-account'
/** Key of the number of changes of the remembered login, stored beside it, and in the tab as last seen there. */
export const countKey = 'motorkin-logins'
const remembered = [tokenKey, expiredKey, accountKey]
/** Key of the mirrored favourites (R-ENT-26), so that the first paint needs no database, which is authoritative. */
export const favouritesKey = 'favourites'
/** Key of the last searches, which are deleted at sign-out. */
export const searchesKey = 'motorkin-searches'
/** Key of the note of a person's last activity, which is deleted at sign-out too. */
export const carryOnKey = 'motorkin-carry-on'

export function readFavourites(storage: KeyValue | undefined): string[] {
  return listOf(readJson(storage, favouritesKey)).filter((id) => typeof id === 'string')
}

export function writeFavourites(storage: KeyValue | undefined, ids: readonly string[]): void {
  // If the storage is full, only the mirror is lost.
  if (ids.length === 0 || !tryWrite(storage, favouritesKey, JSON.stringify(ids)))
    storage?.removeItem(favouritesKey)
}

const countIn = (storage: Pick<KeyValue, 'getItem'> | undefined) => Number(storage?.getItem(countKey) ?? 0)

const isText = (value: unknown): value is string => typeof value === 'string'

function userOf(token: string, now: number): User | undefined {
  const claims = readToken(token)
  if (!claims || isExpired(claims, now)) return undefined
  const { fullname, email, avatarurl, is_subscriber, role } = {
    ...claims.all,
    ...propertiesOf(claims.all['user']),
  }
  // The checks equal the contract's `user`, whose schema is not part of the first view.
  if (!isText(fullname) || !isText(email) || !isText(avatarurl)) return undefined
  if (typeof is_subscriber !== 'boolean' || (role !== 'user' && role !== 'admin')) return undefined
  return { id: claims.sub, fullname, email, avatarurl, is_subscriber, role }
}

/** Returns the id of the person whose login this phone remembers. */
export function rememberedUser(lasting: Pick<KeyValue, 'getItem'> | undefined): string | undefined {
  const token = lasting?.getItem(tokenKey) ?? lasting?.getItem(expiredKey)
  return token == null ? undefined : readToken(token)?.sub
}

/** Returns the token for requests. */
const bearerOf = ({ token, expired }: SessionState) => token ?? expired

export function createSession({ lasting, tab, now, changed }: SessionPorts) {
  // With blocked storage the session lasts as long as the page.
  let inMemory: string | undefined
  let expiredInMemory: string | undefined
  /** Whether the storage was emptied: the tab counts more changes. A killed browser forgets both counts. */
  const emptied = countIn(tab) > countIn(lasting)
  let state: SessionState = read()
  const seen = countIn(lasting)
  if (seen > 0) tryWrite(tab, countKey, String(seen))

  function read(): SessionState {
    const own = tab?.getItem(accountKey)
    /** Whether the user belongs to this tab, which has one person until they sign out in it. */
    const isOwn = (user: User) => own == null || own === user.id
    const places = (key: string, memory: string | undefined) =>
      [
        [tab?.getItem(key), tab],
        [lasting?.getItem(key), lasting],
        [memory, undefined],
      ] as const
    const rest = (user: User, storage: KeyValue | undefined) => ({
      user,
      remembered: !!storage && storage === lasting,
      account: user.id,
    })
    for (const [token, storage] of places(tokenKey, inMemory)) {
      if (token == null) continue
      const user = userOf(token, now())
      if (user && isOwn(user)) return { ...rest(user, storage), token }
      if (user) continue
      forget(token)
      if (!isRenewable(token)) continue
      if (!tryWrite(storage, expiredKey, token)) expiredInMemory = token
    }
    for (const [expired, storage] of places(expiredKey, expiredInMemory)) {
      const user = expired == null ? undefined : userOf(expired, 0)
      if (expired != null && user && isOwn(user)) return { ...rest(user, storage), token: undefined, expired }
    }
    return {
      user: undefined,
      token: undefined,
      remembered: false,
      account: own ?? lasting?.getItem(accountKey) ?? undefined,
    }
  }
  /** Removes this token, or every token when left out. */
  function forget(token?: string) {
    if (token === undefined || token === inMemory) inMemory = undefined
    if (token === undefined || token === expiredInMemory) expiredInMemory = undefined
    for (const storage of [tab, lasting])
      for (const key of [tokenKey, expiredKey])
        if (token === undefined || storage?.getItem(key) === token) storage?.removeItem(key)
  }
  function closeAccount() {
    tab?.removeItem(accountKey)
    lasting?.removeItem(accountKey)
    // The next first paint must not show the hearts or searches of a person who left.
    for (const key of [favouritesKey, searchesKey, carryOnKey]) lasting?.removeItem(key)
  }
  function changedBy(work: () => void): SessionState {
    work()
    const count = String(countIn(lasting) + 1)
    if (tryWrite(lasting, countKey, count)) tryWrite(tab, countKey, count)
    return update()
  }
  function update(): SessionState {
    const next = read()
    const same =
      next.token === state.token &&
      next.expired === state.expired &&
      next.account === state.account &&
      next.remembered === state.remembered
    if (!same) {
      state = next
      changed(state)
    }
    return state
  }
  return {
    state: () => state,
    signIn: (token: string, remember: boolean) =>
      changedBy(() => {
        forget()
        closeAccount()
        const storage = remember ? lasting : tab
        if (!tryWrite(storage, tokenKey, token)) inMemory = token
        const claims = readToken(token)
        // The account is stored beside its token: other tabs know nothing of a login that ends with this tab.
        if (claims) tryWrite(storage, accountKey, claims.sub)
      }),
    signOut: () => {
      changedBy(() => {
        forget()
        closeAccount()
      })
    },
    /** Stores the token that replaces an expired one; false when that login is no longer the one of this tab. */
    renew: (expired: string, token: string) => {
      const current = update()
      if (bearerOf(current) !== expired) return false
      changedBy(() => {
        forget(expired)
        if (!tryWrite(current.remembered ? lasting : tab, tokenKey, token)) inMemory = token
      })
      return true
    },
    /** Removes a token that the server refused permanently; a newer one stays. */
    drop: (token: string) => {
      // Another tab may have stored a newer token that this tab has not read yet.
      if (bearerOf(update()) === token) {
        changedBy(() => {
          forget(token)
        })
      }
    },
    /** Reads the state again: another tab signed in or out, or a token expired. */
    refresh: update,
    /** Returns the current token, also an expired one that can be exchanged, and the id of its person. */
    bearer: () => {
      const token = bearerOf(update())
      return token !== undefined && state.user ? { token, sub: state.user.id } : undefined
    },
    /** Returns the login for a database to store; undefined when the plain storage is blocked. */
    remembered(): RememberedLogin | undefined {
      if (!lasting) return undefined
      const values: Record<string, string> = {}
      for (const key of remembered) {
        const value = lasting.getItem(key)
        if (value !== null) values[key] = value
      }
      return { count: countIn(lasting), values }
    },
    /**
     * Restores the login that a database stored. The plain storage reaches the disk later, and a killed browser may have lost the
     * last login or sign-out. Does nothing when the storage knows as much or more, or was emptied on purpose.
     */
    recall({ count, values }: RememberedLogin) {
      if (!lasting || emptied || count <= countIn(lasting)) return
      for (const key of remembered) {
        const value = values[key]
        if (value === undefined) lasting.removeItem(key)
        else tryWrite(lasting, key, value)
      }
      tryWrite(lasting, countKey, String(count))
      tryWrite(tab, countKey, String(count))
      update()
    },
  }
}

/**
 * Claims of a JWT, read without a check of its signature: the phone only needs its person and its end, and the server decides
 * whether it is valid. No schemas are used, because the worker reads tokens too.
 */
interface Claims {
  /** Id of the user. */
  sub: string
  /** Milliseconds; undefined when the token has no end. */
  expires: number | undefined
  all: Readonly<Record<string, unknown>>
}

function decodePart(part: string): unknown {
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes)) as unknown
}

/** Cache of the last token, because nearly all requests use the same one. */
let last: { token: string; claims: Claims | undefined } | undefined

export function readToken(token: string): Claims | undefined {
  if (last?.token !== token) last = { token, claims: read(token) }
  return last.claims
}

function read(token: string): Claims | undefined {
  try {
    const all = decodePart(token.split('.')[1] ?? '') as Record<string, unknown> | null
    const sub = all?.['sub'] ?? all?.['id']
    if (!all || typeof sub !== 'string' || sub === '') return undefined
    const exp = all['exp']
    return { sub, expires: typeof exp === 'number' ? exp * 1000 : undefined, all }
  } catch {
    return undefined
  }
}

export function isExpired(claims: Claims, now: number): boolean {
  return claims.expires !== undefined && claims.expires <= now
}

/** Whether the login of a token continues after it expires: the person then stays signed in while it is exchanged. */
export const isRenewable = (token: string): boolean => typeof readToken(token)?.all[sessionClaim] === 'string'
