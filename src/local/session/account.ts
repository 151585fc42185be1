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

/** In the plain storage: somebody signed out here, and the server does not know it. */
const owedKey = 'motorkin-owes-logout'
const lockName = 'motorkin-login'
/** Milliseconds: a tab that was put to sleep in the middle of it keeps nobody from signing in. */
const patience = 10_000

/** Signing in and out. */
export function createAccount(o: {
  ask: AuthedRequest
  session: Session
  env: Pick<Env, 'localStorage' | 'locks' | 'setTimeout' | 'clearTimeout'>
  remember: (key: string, value: string) => void
  /** What the store half does about it. */
  left: (account: string, keep: boolean) => Promise<void>
}) {
  const { localStorage: storage, locks, setTimeout, clearTimeout } = o.env
  /** One tab after another: a late answer to a sign-out would take away the cookie of a login in another tab. */
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
    // Anything but silence is an answer: the session is over, or was not one.
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
      // Its late answer would take away the cookie of this login.
      await ending
      return alone(async () => {
        const answer = await o.ask(async () => (await users()).userLogin, {
          body: { ...credentials, remember },
          cookies: true,
        })
        if (!answer.ok) return answer
        // The cookie is this person's now.
        storage?.removeItem(owedKey)
        const { user } = o.session.signIn(answer.body.token, remember)
        return user ? { ok: true, user } : { ok: false, error: new AppError('bad_reply') }
      })
    },
    /** Works without signal. `keep: false`: nothing of theirs stays on this phone, what was not sent included. */
    signOut: async ({ keep }: { keep: boolean } = { keep: true }) => {
      const { account } = o.session.state()
      // The server is notified in passing, with the token the session still has; the phone does not wait for it.
      o.remember(owedKey, '1')
      void endOnce(() => {
        const done = endSession()
        return alone(() => done)
      })
      o.session.signOut()
      if (account !== undefined) await o.left(account, keep)
    },
    /** Nothing of somebody who has left this phone already stays on it. */
    forget: (account: string) => o.left(account, false),
    /** Sends the server a sign-out that could not be sent before: no script can take its cookie away. */
    async finishSignOut() {
      if (!isOwed()) return
      // Whoever signed in while this waited has another cookie.
      await endOnce(() => alone(async () => (isOwed() ? endSession() : undefined)))
    },
  }
}
