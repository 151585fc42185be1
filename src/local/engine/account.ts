import { AppError } from '#contract/errors.ts'
import { userRoutes, type User } from '#contract/users.ts'
import type { Session } from '../session/session.ts'
import type { Ask } from '../transport/request.ts'

export type SignIn = { ok: true; user: User } | { ok: false; error: AppError }
export interface Account {
  signIn: (credentials: { email: string; password: string }, remember: boolean) => Promise<SignIn>
  signOut: () => Promise<void>
}

/** Signing in and out. Signing out works without signal and never deletes what waits to be sent. */
export function createAccount(o: { ask: Ask; session: Session }): Account {
  return {
    async signIn(credentials, remember) {
      const answer = await o.ask(userRoutes.userLogin, { body: credentials })
      if (!answer.ok) return answer
      const { user } = o.session.signIn(answer.body.token, remember)
      return user ? { ok: true, user } : { ok: false, error: new AppError('bad_reply') }
    },
    signOut() {
      // The server is told in passing, with the token the session still has; the phone does not wait for it.
      o.ask(userRoutes.logout).catch(() => undefined)
      o.session.signOut()
      return Promise.resolve()
    },
  }
}
