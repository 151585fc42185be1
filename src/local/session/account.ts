import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { AppError } from '#contract/errors.ts'
import { plainCalls } from '#contract/plain-calls.ts'
import type { User } from '#contract/users/users.ts'
import type { Env } from '../platform/env.ts'
import type { Session } from './session.ts'
import type { AuthedRequest } from '../transport/http-client.ts'

const users = async () => (await import('#contract/users/users.ts')).userRoutes

export type SignIn = { ok: true; user: User } | { ok: false; error: AppError }

/** Key in the plain storage: a person signed out here, and the server does not know it yet. */
const owedKey = 'motorkin-owes-logout'
const lockName = 'motorkin-login'
/** Milliseconds to wait for the lock: a tab that was suspended while holding it must not prevent a login. */
const patience = 10_000

/** Returns functions for signing in and out. */
export function createAccount(o: {
  ask: AuthedRequest
  session: Session
  env: Pick<Env, 'localStorage' | 'locks' | 'setTimeout' | 'clearTimeout'>
  remember: (key: string, value: string) => void
  /** Called for the store half to close or delete the person's data. */
  left: (account: string, keep: boolean) => Promise<void>
}) {
  const { localStorage: storage, locks, setTimeout, clearTimeout } = o.env
  /** Runs one tab after another: a late response to a sign-out would delete the cookie of a login in another tab. */
  async function alone<T>(work: () => Promise<T>): Promise<T> {
    if (!locks) return work()
    let mine: Promise<T> | undefined
    const begin = () => (mine ??= work())
    await new Promise<void>((resolve) => {
      const limit = setTimeout(resolve, patience)
      const go = () => {
        clearTimeout(limit)
        resolve()
      }
      const onLock = () => {
        go()
        return begin()
      }
      locks.request(lockName, {}, onLock).catch(go)
    })
    return begin()
  }
  const isOwed = () => storage?.getItem(owedKey) === '1' && !o.session.state().user
  async function endSession() {
    const answer = await o.ask(plainCalls.logout, { cookies: true })
    // Any response means that the session is over or never existed.
    if (answer.ok || answer.status !== 0) storage?.removeItem(owedKey)
  }
  let ending: Promise<void> | undefined
  function endOnce(end: () => Promise<void>): Promise<void> {
    ending ??= end()
      .catch(ignoreExpected('sign-out', isPassing))
      .finally(() => {
        ending = undefined
      })
    return ending
  }
  return {
    signIn: async (credentials: { email: string; password: string }, remember: boolean): Promise<SignIn> => {
      // The late response to a sign-out would delete the cookie of this login.
      await ending
      return alone(async () => {
        const answer = await o.ask(async () => (await users()).userLogin, {
          body: { ...credentials, remember },
          cookies: true,
        })
        if (!answer.ok) return answer
        // The cookie belongs to this person now.
        storage?.removeItem(owedKey)
        const { user } = o.session.signIn(answer.body.token, remember)
        return user ? { ok: true, user } : { ok: false, error: new AppError('bad_reply') }
      })
    },
    /** Signs out, also offline. `keep: false` deletes all data of the person from this phone, including unsent writes. */
    signOut: async ({ keep }: { keep: boolean } = { keep: true }) => {
      const { account } = o.session.state()
      // The server is notified in the background with the current token; the phone does not wait for it.
      o.remember(owedKey, '1')
      void endOnce(() => {
        const done = endSession()
        return alone(() => done)
      })
      o.session.signOut()
      if (account !== undefined) await o.left(account, keep)
    },
    /** Deletes the data of a person who has already left this phone. */
    forget: (account: string) => o.left(account, false),
    /** Sends a sign-out that could not be sent before: a script cannot delete the cookie. */
    async finishSignOut() {
      if (!isOwed()) return
      // A person who signed in meanwhile has another cookie.
      await endOnce(() => alone(async () => (isOwed() ? endSession() : undefined)))
    },
  }
}
