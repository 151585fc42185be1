import type { Versioned } from '#contract/errors.ts'
import type { Refusal, Refused } from '../../transport/http-client.ts'
import type { Rules } from '../command.ts'

/** Full jitter: many phones that lost the same server do not come back in the same second (S42). */
export const backoffCap = 300_000
const backoffBase = 2000
/** The longest a server may ask us to wait. */
export const retryAfterCap = 3_600_000

export function backoff(failures: number, random: () => number): number {
  return Math.floor(random() * Math.min(backoffCap, backoffBase * 2 ** Math.min(failures, 30)))
}

/** A wish cannot wait longer than this, whatever a wrong clock once wrote (I19). */
export function clampNext(nextAt: number, now: number, cap: number = backoffCap): number {
  return Math.min(nextAt, now + cap)
}

/** What became of an attempt; the outbox knows nothing of HTTP beside these numbers. */
export type SendResult = { ok: true; status: number; body: unknown; replayed?: boolean } | Refused

export type Failure = Refusal

/** What an answer does to its item. */
export type Verdict =
  | { to: 'done' }
  | { to: 'rejected'; hold?: 'plan' }
  | { to: 'conflict'; theirs?: Versioned }
  | { to: 'held'; hold: 'auth' | 'upgrade' }
  | { to: 'quarantine' }
  | {
      to: 'wait'
      /** Milliseconds; backoff when left out. */
      after?: number
      /** Only a failure of our own server counts towards quarantine. */
      counts: 'tries' | 'netFails' | 'nothing'
      /** The whole partition waits, not this item alone. */
      everyone?: boolean
    }

type Judged = Pick<Rules, 'whenGone'> & { editing?: unknown; needsLogin: boolean }
/** Jitter for "still being handled". */
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
      // A login cannot cure a call that goes without one.
      return rules.needsLogin ? { to: 'held', hold: 'auth' } : { to: 'wait', counts: 'tries' }
    case 403:
      return planCodes.has(error.code) ? { to: 'rejected', hold: 'plan' } : { to: 'rejected' }
    case 404:
    case 410:
      // A route that is missing says nothing about the thing itself.
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
  // Where nothing was seen there is nothing to decide: it is a plain no.
  if (error.code === 'key_void' || !rules.editing) return { to: 'rejected' }
  return { to: 'conflict', ...(error.current ? { theirs: error.current } : {}) }
}

const after = (delay: number | undefined) => (delay === undefined ? {} : { after: delay })
