import { FirebaseError } from 'firebase/app'
import { within, type Timers } from '../../database/live.ts'
import { ChatError, type ChatErrorCode } from '../chat-store.ts'

/** What the codes of Firestore and of Firebase Authentication mean here; what is not listed may work later. */
const meanings = new Map<string, ChatErrorCode>([
  ['permission-denied', 'forbidden'],
  ['unauthenticated', 'unauthenticated'],
  ['invalid-argument', 'invalid'],
  ['unavailable', 'offline'],
  ['deadline-exceeded', 'offline'],
  ['cancelled', 'offline'],
  ['auth/network-request-failed', 'offline'],
  ['auth/timeout', 'offline'],
  ['auth/invalid-custom-token', 'unauthenticated'],
  ['auth/user-disabled', 'forbidden'],
])

/** Why the store did not do it, from whatever was thrown. */
export function asChatError(cause: unknown): ChatError {
  if (cause instanceof ChatError) return cause
  const code = cause instanceof FirebaseError ? meanings.get(cause.code) : undefined
  return new ChatError(code ?? 'unavailable', { cause })
}

/** Refused, because another write came between. */
export class Interference extends Error {
  override readonly name = 'Interference'
}

export const isDenied = (cause: unknown): boolean =>
  cause instanceof FirebaseError && cause.code === 'permission-denied'

/** Two writers met; the same again may succeed. */
export const isContention = (cause: unknown): boolean =>
  cause instanceof Interference ||
  (cause instanceof FirebaseError &&
    ['aborted', 'failed-precondition', 'already-exists'].includes(cause.code))

/** An assertion inside the SDK has no code. Its instance answers nothing afterwards. */
export const isBroken = (cause: unknown): boolean =>
  !(cause instanceof FirebaseError) && !(cause instanceof ChatError) && !(cause instanceof Interference)

/** `offline` when there is no result in time: the SDK waits for ever where packets vanish. */
export async function inTime<T>(work: Promise<T>, ms: number, timers: Timers): Promise<T> {
  const done = await within(ms, timers, work)
  if (!done) throw new ChatError('offline')
  return done.value
}
