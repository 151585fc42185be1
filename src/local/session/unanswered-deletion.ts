import { type Env, tryWrite } from '../platform/env.ts'
import type { SessionState } from './session.ts'

/**
 * In the plain storage: whose account was asked to be deleted while no answer came, and the end of the token it was asked
 * with. That tells one login from the next and opens nothing: a login that ends with its tab leaves no token behind.
 */
const deletionKey = 'motorkin-deletion'

type Login = Pick<SessionState, 'user' | 'token' | 'expired'>
const markOf = ({ user, token, expired }: Login) => user && `${user.id} ${(token ?? expired)?.slice(-16)}`

export function noteUnansweredDeletion(storage: Env['localStorage'], login: Login): void {
  const mark = markOf(login)
  if (mark !== undefined) tryWrite(storage, deletionKey, mark)
}

/** Whose deletion was not answered, once that login is not the one of this tab any more; it is asked once. */
export function takeUnansweredDeletion(storage: Env['localStorage'], login: Login): string | undefined {
  const mark = storage?.getItem(deletionKey)
  if (mark == null || mark === markOf(login)) return undefined
  storage?.removeItem(deletionKey)
  return mark.split(' ', 1)[0]
}
