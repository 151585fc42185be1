import type { Command } from '#contract/commands.ts'
import type { ErrorCode, FieldErrors } from '#contract/errors.ts'
import { retryAfterCap } from './backoff.ts'

/** What a sender heard; the outbox knows nothing of HTTP beside these numbers. */
export type Heard =
  | { ok: true; status: number; body: unknown }
  /** `status` 0: nothing is known about what the server did. */
  | { ok: false; status: number; error: Failure }

export interface Failure {
  code: ErrorCode
  msg?: string
  fields?: FieldErrors
  /** Seconds. */
  retryAfter?: number
}

/** What an answer does to its item (SYNC 4.5). */
export type Verdict =
  | { to: 'done'; gone: boolean }
  | { to: 'rejected'; hold?: 'plan' }
  | { to: 'conflict' }
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

type Rules = Pick<Command<never>, 'auth' | 'whenGone'>
/** Jitter for "still being handled". */
const soon = (random: () => number) => 1000 + Math.floor(random() * 2000)

export function verdictOf(heard: Heard, rules: Rules, random: () => number): Verdict {
  if (heard.ok) return { to: 'done', gone: false }
  const { status, error } = heard
  const told = error.retryAfter === undefined ? undefined : Math.min(error.retryAfter * 1000, retryAfterCap)
  if (status === 0) return { to: 'wait', counts: 'netFails' }
  if (error.code === 'key_reused') return { to: 'quarantine' }
  switch (status) {
    case 401:
      // A login cannot cure a call that goes without one.
      return rules.auth === 'user' ? { to: 'held', hold: 'auth' } : { to: 'wait', counts: 'tries' }
    case 403:
      return error.code === 'subscription_required' ? { to: 'rejected', hold: 'plan' } : { to: 'rejected' }
    case 404:
    case 410:
      // A route that is missing says nothing about the thing itself.
      if (error.code === 'unknown_route') return { to: 'wait', counts: 'tries' }
      return rules.whenGone === 'done' ? { to: 'done', gone: true } : { to: 'rejected' }
    case 409:
    case 412:
      if (error.code !== 'key_in_progress') return { to: 'conflict' }
      return { to: 'wait', after: soon(random), counts: 'nothing' }
    case 425:
      return { to: 'wait', after: soon(random), counts: 'nothing' }
    case 426:
      return { to: 'held', hold: 'upgrade' }
    case 408:
      return { to: 'wait', ...after(told), counts: 'netFails' }
    case 429:
      return { to: 'wait', ...after(told), counts: 'nothing', everyone: true }
    case 503:
      return { to: 'wait', ...after(told), counts: 'netFails', everyone: told !== undefined }
    default:
      return status >= 500 ? { to: 'wait', counts: 'tries' } : { to: 'rejected' }
  }
}

const after = (told: number | undefined) => (told === undefined ? {} : { after: told })
