// Passwords are stored as argon2id only. An unknown address costs as much time as a known one, so that nobody can
// find out by a watch who has an account.
import { hash, verify } from '@node-rs/argon2'

export const hashPassword = (password: string): Promise<string> => hash(password)

let unknown: Promise<string> | undefined

/** Whether `password` belongs to `stored`; without `stored` always no, after the same work. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  unknown ??= hash('nobody has this password')
  const matches = await verify(stored ?? (await unknown), password)
  return stored !== undefined && matches
}
