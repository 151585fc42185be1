import { user as userSchema, type User } from '#contract/users/users.ts'
import { favouritesKey } from './mirror.ts'
import { isExpired, readToken } from './token.ts'

/**
 * Who is using this phone. The token lives under the documented key; an expired one is removed, but the person's
 * data stays open (`account`), so that saved cars are still there offline and waiting work can say "sign in to send".
 */
export interface SessionState {
  user: User | undefined
  token: string | undefined
  /** The token outlives the tab, so the worker may use it too. */
  remembered: boolean
  /** Whose data is open: kept when the token runs out, cleared by signing out. */
  account: string | undefined
}
interface Storage {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
}
export interface SessionPorts {
  lasting: Storage | undefined
  tab: Storage | undefined
  /** The server's time as far as known. */
  now: () => number
  changed: (state: SessionState) => void
}
export interface Session {
  state: () => SessionState
  signIn: (token: string, remember: boolean) => SessionState
  signOut: () => void
  /** The server refused this very token for good; a newer one stays. */
  drop: (token: string) => void
  /** Looks again: another tab signed in or out, or time passed. */
  refresh: () => SessionState
}

/** R-CONST-22 */
export const tokenKey = 'authentication-token'
export const accountKey = 'motorkin-account'

export function userOf(token: string, now: number): User | undefined {
  const claims = readToken(token)
  if (!claims || isExpired(claims, now)) return undefined
  const given = claims.all['user']
  const parsed = userSchema.safeParse({
    ...claims.all,
    ...(typeof given === 'object' && given !== null ? given : {}),
    id: claims.sub,
  })
  return parsed.success ? parsed.data : undefined
}

export function createSession({ lasting, tab, now, changed }: SessionPorts): Session {
  // Blocked storage: the session then lives as long as the page.
  let inMemory: string | undefined
  let state: SessionState = read()

  function read(): SessionState {
    const own = tab?.getItem(accountKey)
    for (const [token, storage] of [
      [tab?.getItem(tokenKey), tab],
      [lasting?.getItem(tokenKey), lasting],
      [inMemory, undefined],
    ] as const) {
      if (token == null) continue
      const user = userOf(token, now())
      // This tab is one person's until they sign out here, also while another one is remembered by the phone.
      if (user && (own == null || own === user.id))
        return { user, token, remembered: !!storage && storage === lasting, account: user.id }
      if (!user) forget(token)
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
    for (const storage of [tab, lasting])
      if (token === undefined || storage?.getItem(tokenKey) === token) storage?.removeItem(tokenKey)
  }
  function closeAccount() {
    tab?.removeItem(accountKey)
    lasting?.removeItem(accountKey)
    // The next first paint must not show the hearts of someone who left.
    lasting?.removeItem(favouritesKey)
  }
  function write(storage: Storage | undefined, key: string, value: string): boolean {
    try {
      storage?.setItem(key, value)
      return storage !== undefined
    } catch {
      return false
    }
  }
  function update(): SessionState {
    const next = read()
    const same =
      next.token === state.token && next.account === state.account && next.remembered === state.remembered
    if (!same) {
      state = next
      changed(state)
    }
    return state
  }
  return {
    state: () => state,
    signIn(token, remember) {
      forget()
      closeAccount()
      const storage = remember ? lasting : tab
      if (!write(storage, tokenKey, token)) inMemory = token
      const claims = readToken(token)
      // Beside its token: other tabs know nothing of a login that ends with this one.
      if (claims) write(storage, accountKey, claims.sub)
      return update()
    },
    signOut() {
      forget()
      closeAccount()
      update()
    },
    drop(token) {
      // Another tab may have a newer one of which this one has not heard yet.
      if (update().token === token) {
        forget(token)
        update()
      }
    },
    refresh: update,
  }
}
