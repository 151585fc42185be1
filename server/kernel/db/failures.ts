// Classifies errors of the database by SQLSTATE or system code, never by their text.
import type { Kind } from '#contract/values/expected.ts'
import { AppError } from '#contract/errors.ts'

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Returns whether an error is a serialisation failure or a deadlock: a retry of the transaction may succeed. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** Returns whether a lock was not free within the lock timeout. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

/** Returns whether a unique constraint refused the row; with `constraint`, whether that one did. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  codeOf(error) === '23505' &&
  (constraint === undefined ||
    (error instanceof Error && 'constraint' in error && error.constraint === constraint))

/**
 * Codes of a database that is unavailable for a time. 25006: the primary has become a standby. 25P03: the database closed an
 * idle transaction.
 */
const away =
  /^(08...|25006|25P03|57P0[1-5]|57014|53...|55P03|40001|40P01|E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|(HOST|NET)(UNREACH|DOWN))|DB_AWAY)$/

/**
 * Returns `unavailable` for a database that is away, overloaded or locked, because a retry may succeed. Returns any other
 * error unchanged, because it is a bug.
 */
export function meaningOf(error: unknown): unknown {
  if (error instanceof AppError || !away.test(codeOf(error))) return error
  return Object.assign(new AppError('unavailable', { retryAfter: 1 }), { cause: error })
}

/** Returns whether a failure means `unavailable`, as a kind of failure that a caller may tolerate. */
export const isDatabaseAway: Kind = (error) => {
  const meant = meaningOf(error)
  return meant instanceof AppError && meant.code === 'unavailable'
}

/** Error of a connection to the database that was lost or cannot be opened. */
export class DatabaseAway extends Error {
  readonly code = 'DB_AWAY'
  constructor(reason: string, o?: ErrorOptions) {
    super(reason, o)
    this.name = 'DatabaseAway'
  }
}
