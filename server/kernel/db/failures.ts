// What a failure of the database means. Decided by SQLSTATE or system code, never by words.
import type { Kind } from '#contract/values/expected.ts'
import { AppError } from '#contract/errors.ts'

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Serialisation failure or deadlock: the same transaction may succeed when run again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** A lock was not free within the time we wait. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

/** A unique constraint refused the row; with `constraint`, that one. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  codeOf(error) === '23505' &&
  (constraint === undefined ||
    (error instanceof Error && 'constraint' in error && error.constraint === constraint))

/** 25006: a primary that has become a standby. 25P03: it closed a transaction that was idle. */
const away =
  /^(08...|25006|25P03|57P0[1-5]|57014|53...|55P03|40001|40P01|E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|(HOST|NET)(UNREACH|DOWN))|DB_AWAY)$/

/** A database that is away, overloaded or locked is worth another try; anything else is a bug and stays as it is. */
export function meaningOf(error: unknown): unknown {
  if (error instanceof AppError || !away.test(codeOf(error))) return error
  return Object.assign(new AppError('unavailable', { retryAfter: 1 }), { cause: error })
}

/** The same as a kind of failure that may be tolerated. */
export const isDatabaseAway: Kind = (error) => meaningOf(error) instanceof AppError

/** The connection to the database is gone. */
export class DatabaseAway extends Error {
  readonly code = 'DB_AWAY'
  constructor(reason: string, o?: ErrorOptions) {
    super(reason, o)
    this.name = 'DatabaseAway'
  }
}
