import { FirebaseError } from 'firebase/app'
import { within, type Timers } from '../../database/live.ts'
import { ChatError, type ChatErrorCode } from '../chat-store.ts'

/** Meanings of the error codes of Firestore and Firebase Authentication. An unlisted code may be temporary. */
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

/** Converts any thrown value to a `ChatError`. */
export function asChatError(cause: unknown): ChatError {
  if (cause instanceof ChatError) return cause
  const code = cause instanceof FirebaseError ? meanings.get(cause.code) : undefined
  return new ChatError(code ?? 'unavailable', { cause })
}

/** Error of an attempt that a concurrent write or a replaced connection interrupted. */
export class Interference extends Error {
  override readonly name = 'Interference'
}

export const isDenied = (cause: unknown): boolean =>
  cause instanceof FirebaseError && cause.code === 'permission-denied'

/** Tells whether a concurrent write caused the failure, so that a retry may succeed. */
export const isContention = (cause: unknown): boolean =>
  cause instanceof Interference ||
  (cause instanceof FirebaseError &&
    ['aborted', 'failed-precondition', 'already-exists'].includes(cause.code))

/** Tells whether an assertion inside the SDK failed, which has no code. The instance answers nothing afterwards. */
export const isBroken = (cause: unknown): boolean =>
  !(cause instanceof FirebaseError) && !(cause instanceof ChatError) && !(cause instanceof Interference)

/** Throws `offline` when there is no result in time: the SDK waits without limit when packets are lost. */
export async function inTime<T>(work: Promise<T>, ms: number, timers: Timers): Promise<T> {
  const done = await within(ms, timers, work)
  if (!done) throw new ChatError('offline')
  return done.value
}
