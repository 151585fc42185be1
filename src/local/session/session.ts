import { type KeyValue, readJson, tryWrite } from '../platform/env.ts'
import type { User } from '#contract/users/users.ts'
import { listOf, propertiesOf } from '#contract/values/unknown.ts'
import { sessionClaim } from '#contract/users/refresh.ts'

/**
 * Who is using this phone. The token lives under the documented key; an expired one is removed, but the person's
 * data stays open (`account`), so that saved cars are still there offline and waiting work can say "sign in to send".
 */
export interface SessionState {
  user: User | undefined
  token: string | undefined
  /** In place of a token: one that ran out, of a login that goes on. The server gives a new one for it. */
  expired?: string | undefined
  /** The token outlives the tab, so the worker may use it too. */
  remembered: boolean
  /** Whose data is open: kept when the token runs out, cleared by signing out. */
  account: string | undefined
}
/**
 * What became of a token that ran out or was refused. `over`: its login has ended, or someone else has signed in on
 * this browser meanwhile (I7). `unknown`: the server could not be reached; nothing is lost, and it is tried again.
 */
export type Renewal = { is: 'new'; token: string } | { is: 'over' } | { is: 'unknown' }

/** The remembered login as it is in the plain storage, and how often it changed until then. */
export interface RememberedLogin {
  count: number
  values: Readonly<Record<string, string>>
}

export interface SessionPorts {
  lasting: KeyValue | undefined
  tab: KeyValue | undefined
  /** The server's time as far as known. */
  now: () => number
  changed: (state: SessionState) => void
}
export type Session = ReturnType<typeof createSession>

/** R-CONST-22 */
export const tokenKey = 'authentication-token'
/** A token that ran out is none any more (R-ENT-25); of a login that goes on it is stored here until it is exchanged. */
const expiredKey = 'motorkin-spent-token'
export const accountKey = 'motorkin-account'
/** How often the remembered login of this phone changed; beside it, and in the tab as far as the tab has seen. */
export const countKey = 'motorkin-logins'
const remembered = [tokenKey, expiredKey, accountKey]
/**
 * Favourite ids are mirrored under the documented key (R-ENT-26): the hearts of the first paint need no database.
 * The database is the truth, this is its shadow.
 */
export const favouritesKey = 'favourites'
/** Last searches: read where they are needed, and gone with the person who signs out. */
export const searchesKey = 'motorkin-searches'
/** Where a person stopped; leaves with them as well. */
export const carryOnKey = 'motorkin-carry-on'

export function readFavourites(storage: KeyValue | undefined): string[] {
  return listOf(readJson(storage, favouritesKey)).filter((id) => typeof id === 'string')
}

export function writeFavourites(storage: KeyValue | undefined, ids: readonly string[]): void {
  // A full storage costs the shadow only.
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
  // As the contract's `user`, whose schema is not part of the first view.
  if (!isText(fullname) || !isText(email) || !isText(avatarurl)) return undefined
  if (typeof is_subscriber !== 'boolean' || (role !== 'user' && role !== 'admin')) return undefined
  return { id: claims.sub, fullname, email, avatarurl, is_subscriber, role }
}

/** The person whose login this phone remembers. */
export function rememberedUser(lasting: Pick<KeyValue, 'getItem'> | undefined): string | undefined {
  const token = lasting?.getItem(tokenKey) ?? lasting?.getItem(expiredKey)
  return token == null ? undefined : readToken(token)?.sub
}

/** What calls go under. */
const bearerOf = ({ token, expired }: SessionState) => token ?? expired

export function createSession({ lasting, tab, now, changed }: SessionPorts) {
  // Blocked storage: the session then lives as long as the page.
  let inMemory: string | undefined
  let expiredInMemory: string | undefined
  /** This tab has seen more than the storage knows: somebody emptied it. A browser that was killed forgets both. */
  const emptied = countIn(tab) > countIn(lasting)
  let state: SessionState = read()
  const seen = countIn(lasting)
  if (seen > 0) tryWrite(tab, countKey, String(seen))

  function read(): SessionState {
    const own = tab?.getItem(accountKey)
    /** This tab is one person's until they sign out here, also while another one is remembered by the phone. */
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
  /** Of this very token, or of any. */
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
    // The next first paint must not show the hearts of someone who left, nor what they looked for.
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
        // Beside its token: other tabs know nothing of a login that ends with this one.
        if (claims) tryWrite(storage, accountKey, claims.sub)
      }),
    signOut: () => {
      changedBy(() => {
        forget()
        closeAccount()
      })
    },
    /** The token that came for an expired one; false when that login is no longer the one of this tab. */
    renew: (expired: string, token: string) => {
      const current = update()
      if (bearerOf(current) !== expired) return false
      changedBy(() => {
        forget(expired)
        if (!tryWrite(current.remembered ? lasting : tab, tokenKey, token)) inMemory = token
      })
      return true
    },
    /** The server refused this very token for good; a newer one stays. */
    drop: (token: string) => {
      // Another tab may have a newer one, which this one does not know yet.
      if (bearerOf(update()) === token) {
        changedBy(() => {
          forget(token)
        })
      }
    },
    /** Looks again: another tab signed in or out, or time passed. */
    refresh: update,
    /** The current token, also an expired one that can be renewed, and whose it is. */
    bearer: () => {
      const token = bearerOf(update())
      return token !== undefined && state.user ? { token, sub: state.user.id } : undefined
    },
    /** What a database should keep of it; undefined where the plain storage is blocked. */
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
     * Takes back what a database stored: the plain storage reaches the disk later, and a browser that was killed may have
     * forgotten the last login or sign-out. Does nothing when the storage knows as much or more, or was emptied on purpose.
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
 * Reads a JWT without checking its signature: the phone only wants to know whose it is and until when; the server
 * decides whether it is good. Free of schemas, because the worker reads tokens as well.
 */
interface Claims {
  /** The user's id. */
  sub: string
  /** Milliseconds; undefined means the token names no end. */
  expires: number | undefined
  all: Readonly<Record<string, unknown>>
}

function decodePart(part: string): unknown {
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes)) as unknown
}

/** The last one that was read: a phone sends everything under the same. */
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

/** Whether the login of a token goes on after it: then the person stays signed in while it is exchanged. */
export const isRenewable = (token: string): boolean => typeof readToken(token)?.all[sessionClaim] === 'string'
