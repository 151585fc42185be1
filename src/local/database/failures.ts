import { isOffline, isRefused, named, type Kind } from '#contract/values/expected.ts'
/** Names of errors that mean a dead connection. Errors are distinguished by name, because messages differ between browsers. */
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

/** Whether the storage of the phone is full. Dexie wraps the error of the transaction in its own error. */
export function isQuota(error: unknown): boolean {
  const inner = innerOf(error)
  return nameOf(error) === 'QuotaExceededError' || (inner !== undefined && isQuota(inner))
}

/**
 * Whether the connection is dead and a new one may work (S06). This code aborts no transaction without an error of its own, so an
 * abort without a reason comes from the browser.
 */
export function isDead(error: unknown): boolean {
  const name = nameOf(error)
  if (name !== 'AbortError') return dead.has(name)
  const inner = innerOf(error)
  return nameOf(inner) === '' || isDead(inner)
}

/** Whether a store failed for an outside reason: the database is closed, full, refused or unusable. */
export const isStorageFailure: Kind = (error) =>
  isDead(error) || isQuota(error) || isRefused(error) || unusable(error)
/** Whether the file of the database is damaged or gone. */
const unusable = named('NotReadableError')

/**
 * Whether the browser raised the error. The worker uses this check, because it calls the browser directly and its size is
 * limited; any other error is a defect of our code.
 */
export const isBrowserFailure: Kind = (error) => error instanceof DOMException

/** Whether the failure of network or storage may pass, so that a retry makes sense. */
export const isPassing: Kind = (error) => isStorageFailure(error) || isOffline(error)

/** Returns the error of a store that is closed permanently. */
export const closed = () => new DOMException('This database is closed', 'DatabaseClosedError')

/** Returns the reason of an abort, which only the transaction holds; its requests report just an `AbortError`. */
export const reasonOf = (error: unknown, transaction: IDBTransaction | undefined): unknown =>
  nameOf(error) === 'AbortError' && transaction?.error ? transaction.error : error
