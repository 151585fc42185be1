import { type Env, tryWrite } from '../platform/env.ts'
import type { SessionState } from './session.ts'

/**
 * Key in the plain storage: the person whose account deletion got no response, and the end of the token of that request. It
 * identifies the login but grants no access: a login that ends with its tab leaves no token behind.
 */
const deletionKey = 'motorkin-deletion'

type Login = Pick<SessionState, 'user' | 'token' | 'expired'>
const markOf = ({ user, token, expired }: Login) => user && `${user.id} ${(token ?? expired)?.slice(-16)}`

export function noteUnansweredDeletion(storage: Env['localStorage'], login: Login): void {
  const mark = markOf(login)
  if (mark !== undefined) tryWrite(storage, deletionKey, mark)
}

/** Returns the person whose deletion got no response, once this tab has another login or none, and removes the note. */
export function takeUnansweredDeletion(storage: Env['localStorage'], login: Login): string | undefined {
  const mark = storage?.getItem(deletionKey)
  if (mark == null || mark === markOf(login)) return undefined
  storage?.removeItem(deletionKey)
  return mark.split(' ', 1)[0]
}
