import { AppError } from '#contract/errors.ts'
import { userRoutes, type User } from '#contract/users/users.ts'
import type { Session } from '../session/session.ts'
import type { Ask } from '../transport/request.ts'

export type SignIn = { ok: true; user: User } | { ok: false; error: AppError }
export interface Account {
  signIn: (credentials: { email: string; password: string }, remember: boolean) => Promise<SignIn>
  /** Works without signal. `keep: false`: nothing of theirs stays on this phone, what was not sent included. */
  signOut: (o?: { keep: boolean }) => Promise<void>
}

/** Signing in and out. */
export function createAccount(o: {
  ask: Ask
  session: Session
  /** What the store half does about it. */
  left: (account: string, keep: boolean) => Promise<void>
}): Account {
  return {
    async signIn(credentials, remember) {
      const answer = await o.ask(userRoutes.userLogin, { body: credentials })
      if (!answer.ok) return answer
      const { user } = o.session.signIn(answer.body.token, remember)
      return user ? { ok: true, user } : { ok: false, error: new AppError('bad_reply') }
    },
    async signOut({ keep } = { keep: true }) {
      const { account } = o.session.state()
      // The server is told in passing, with the token the session still has; the phone does not wait for it.
      o.ask(userRoutes.logout).catch(() => undefined)
      o.session.signOut()
      if (account !== undefined) await o.left(account, keep)
    },
  }
}
