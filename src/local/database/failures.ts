import { isOffline, isRefused, named, type Kind } from '#contract/values/expected.ts'
/** What the errors of a database mean. They are told apart by name: the words differ from browser to browser. */
const dead = new Set([
  'InvalidStateError',
  'UnknownError',
  'DatabaseClosedError',
  'TransactionInactiveError',
  'PrematureCommitError',
])

export const nameOf = (error: unknown): string =>
  error instanceof Error || error instanceof DOMException ? error.name : ''
const innerOf = (error: unknown): unknown => (error as { inner?: unknown } | null | undefined)?.inner

/** The phone is full. Dexie wraps what the transaction said into an error of its own. */
export function isQuota(error: unknown): boolean {
  const inner = innerOf(error)
  return nameOf(error) === 'QuotaExceededError' || (inner !== undefined && isQuota(inner))
}

/**
 * The connection is gone and a fresh one may work (S06). This code aborts nothing without an error of its
 * own, so an abort without a reason is the browser's.
 */
export function isDead(error: unknown): boolean {
  const name = nameOf(error)
  if (name !== 'AbortError') return dead.has(name)
  const inner = innerOf(error)
  return nameOf(inner) === '' || isDead(inner)
}

/** A database that is away, full, refused or taken over: everything that a store may say for reasons not ours. */
export const isStorageFailure: Kind = (error) =>
  isDead(error) || isQuota(error) || isRefused(error) || unusable(error)
/** The file of the database is damaged or gone. */
const unusable = named('NotReadableError')

/**
 * The same where nothing stands between us and the browser, and every byte counts: the worker. Other errors are ours.
 */
export const isBrowserFailure: Kind = (error) => error instanceof DOMException

/** What comes and goes with signal and storage, and is tried again at the next occasion. */
export const isPassing: Kind = (error) => isStorageFailure(error) || isOffline(error)

/** What a store says that is closed for good. */
export const closed = () => new DOMException('This database is closed', 'DatabaseClosedError')

/** The reason of an abort is on the transaction; what the requests say is only that there was one. */
export const reasonOf = (error: unknown, transaction: IDBTransaction | undefined): unknown =>
  nameOf(error) === 'AbortError' && transaction?.error ? transaction.error : error
