import type { Versioned } from '#contract/errors.ts'
import type { Refusal, Refused } from '../../transport/http-client.ts'
import type { Rules } from '../command.ts'

/** Maximum backoff in milliseconds. With full jitter, phones that lost the same server return at different times (S42). */
export const backoffCap = 300_000
const backoffBase = 2000
/** Milliseconds, the maximum that a server may ask a phone to wait. */
export const retryAfterCap = 3_600_000

export function backoff(failures: number, random: () => number): number {
  return Math.floor(random() * Math.min(backoffCap, backoffBase * 2 ** Math.min(failures, 30)))
}

/** Returns `nextAt`, limited to `cap` from now, because a wrong clock may have stored it (I19). */
export function clampNext(nextAt: number, now: number, cap: number = backoffCap): number {
  return Math.min(nextAt, now + cap)
}

/** Result of an attempt; the outbox knows nothing else of HTTP. */
export type SendResult = { ok: true; status: number; body: unknown; replayed?: boolean } | Refused

export type Failure = Refusal

/** Effect of a response on its item. */
export type Verdict =
  | { to: 'done' }
  | { to: 'rejected'; hold?: 'plan' }
  | { to: 'conflict'; theirs?: Versioned }
  | { to: 'held'; hold: 'auth' | 'upgrade' }
  | { to: 'quarantine' }
  | {
      to: 'wait'
      /** Milliseconds; the backoff applies when left out. */
      after?: number
      /** Counter to increase; only failures of our own server (`tries`) count towards quarantine. */
      counts: 'tries' | 'netFails' | 'nothing'
      /** Whether the whole partition waits, not this item alone. */
      everyone?: boolean
    }

type Judged = Pick<Rules, 'whenGone'> & { editing?: unknown; needsLogin: boolean }
/** Returns 1 to 3 seconds with jitter, for a request that the server is still handling. */
const soon = (random: () => number) => 1000 + Math.floor(random() * 2000)
const planCodes: ReadonlySet<string> = new Set(['subscription_required', 'plan_limit'])

export function verdictOf(reply: SendResult, rules: Judged, random: () => number): Verdict {
  if (reply.ok) return { to: 'done' }
  const { status, error } = reply
  const delay = error.retryAfter === undefined ? undefined : Math.min(error.retryAfter * 1000, retryAfterCap)
  if (status === 0) return { to: 'wait', counts: 'netFails' }
  if (error.code === 'key_reused') return { to: 'quarantine' }
  switch (status) {
    case 401:
      // A login does not help a request that is sent without one.
      return rules.needsLogin ? { to: 'held', hold: 'auth' } : { to: 'wait', counts: 'tries' }
    case 403:
      return planCodes.has(error.code) ? { to: 'rejected', hold: 'plan' } : { to: 'rejected' }
    case 404:
    case 410:
      // A missing route says nothing about the entity.
      if (error.code === 'unknown_route') return { to: 'wait', counts: 'tries' }
      return { to: rules.whenGone }
    case 409:
    case 412:
      return conflict(error, rules, random)
    case 425:
      return { to: 'wait', after: soon(random), counts: 'nothing' }
    case 426:
      return { to: 'held', hold: 'upgrade' }
    case 408:
      return { to: 'wait', ...after(delay), counts: 'netFails' }
    case 429:
      return { to: 'wait', ...after(delay), counts: 'nothing', everyone: true }
    case 503:
      return { to: 'wait', ...after(delay), counts: 'netFails', everyone: delay !== undefined }
    default:
      return status >= 500 ? { to: 'wait', counts: 'tries' } : { to: 'rejected' }
  }
}

function conflict(error: Failure, rules: Judged, random: () => number): Verdict {
  if (error.code === 'key_in_progress') return { to: 'wait', after: soon(random), counts: 'nothing' }
  // Without a seen state there is nothing to decide, so this is a refusal.
  if (error.code === 'key_void' || !rules.editing) return { to: 'rejected' }
  return { to: 'conflict', ...(error.current ? { theirs: error.current } : {}) }
}

const after = (delay: number | undefined) => (delay === undefined ? {} : { after: delay })
