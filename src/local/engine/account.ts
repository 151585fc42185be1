import { AppError } from '#contract/errors.ts'
import { userRoutes, type User } from '#contract/users/users.ts'
import type { KeyValue } from '../start/env.ts'
import type { Session } from '../session/session.ts'
import type { Ask } from '../transport/request.ts'

export type SignIn = { ok: true; user: User } | { ok: false; error: AppError }
export interface Account {
  signIn: (credentials: { email: string; password: string }, remember: boolean) => Promise<SignIn>
  /** Works without signal. `keep: false`: nothing of theirs stays on this phone, what was not sent included. */
  signOut: (o?: { keep: boolean }) => Promise<void>
  /** Tells the server of a sign-out that it could not be told of: no script can take its cookie away. */
  finishSignOut: () => Promise<void>
}

/** In the plain storage: somebody signed out here, and the server does not know it. */
const owedKey = 'motorkin-owes-logout'

/** Signing in and out. */
export function createAccount(o: {
  ask: Ask
  session: Session
  storage: KeyValue | undefined
  remember: (key: string, value: string) => void
  /** What the store half does about it. */
  left: (account: string, keep: boolean) => Promise<void>
}): Account {
  async function tell() {
    const answer = await o.ask(userRoutes.logout, { cookies: true })
    // Anything but silence is an answer: the session is over, or was not one.
    if (answer.ok || answer.status !== 0) o.storage?.removeItem(owedKey)
  }
  let telling: Promise<void> | undefined
  function tellTheServer(): Promise<void> {
    telling ??= tell()
      .catch(() => undefined)
      .finally(() => {
        telling = undefined
      })
    return telling
  }
  return {
    async signIn(credentials, remember) {
      // Its late answer would take away the cookie of this login.
      await telling
      const answer = await o.ask(userRoutes.userLogin, { body: { ...credentials, remember }, cookies: true })
      if (!answer.ok) return answer
      // The cookie is this person's now.
      o.storage?.removeItem(owedKey)
      const { user } = o.session.signIn(answer.body.token, remember)
      return user ? { ok: true, user } : { ok: false, error: new AppError('bad_reply') }
    },
    async signOut({ keep } = { keep: true }) {
      const { account } = o.session.state()
      // The server is told in passing, with the token the session still has; the phone does not wait for it.
      o.remember(owedKey, '1')
      void tellTheServer()
      o.session.signOut()
      if (account !== undefined) await o.left(account, keep)
    },
    async finishSignOut() {
      if (o.storage?.getItem(owedKey) !== '1' || o.session.state().user) return
      await tellTheServer()
    },
  }
}
