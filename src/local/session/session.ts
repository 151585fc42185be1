import { user as userSchema, type User } from '#contract/users.ts'
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
    const fromTab = tab?.getItem(tokenKey) ?? undefined
    const kept = fromTab === undefined ? (lasting?.getItem(tokenKey) ?? undefined) : undefined
    const token = fromTab ?? kept ?? inMemory
    const user = token === undefined ? undefined : userOf(token, now())
    const account = tab?.getItem(accountKey) ?? lasting?.getItem(accountKey) ?? undefined
    if (token !== undefined && user) return { user, token, remembered: kept !== undefined, account: user.id }
    if (token !== undefined) forget()
    return { user: undefined, token: undefined, remembered: false, account }
  }
  function forget() {
    inMemory = undefined
    tab?.removeItem(tokenKey)
    lasting?.removeItem(tokenKey)
  }
  function closeAccount() {
    tab?.removeItem(accountKey)
    lasting?.removeItem(accountKey)
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
        forget()
        update()
      }
    },
    refresh: update,
  }
}
