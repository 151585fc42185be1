import type { User } from '#contract/users/users.ts'
import type { Account } from './users-store.ts'

/** What a token and the phone may know of an account (R-ENT-19). */
export function userOf({ id, fullname, email, avatarurl, is_subscriber, role }: Account): User {
  return { id, fullname, email, avatarurl, is_subscriber, role }
}
