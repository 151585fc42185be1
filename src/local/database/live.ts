import { ignoreExpected } from '#contract/values/expected.ts'
import { closed, isDead, isQuota, isStorageFailure } from './failures.ts'
import type { Store, TableOf } from './store.ts'

/**
 * Keeps a database usable on phones that close its connection (S06): a transaction that fails on a dead connection is repeated on
 * a new one. Whether the first attempt was committed is then unknown, so every `work` must be safe to repeat. `enqueue` checks
 * for the item's id and `settle` for the expected state; all other code writes whole rows under explicit keys.
 */

/** Events of a database besides reading and writing; the report counts them. */
export type StoreEvent =
  /** A dead connection was replaced. */
  | 'reopened'
  /** The browser refused a write because the quota is exceeded. */
  | 'quota'
  /** The browser has evicted the stored data. */
  | 'evicted'
  /** A page with an open connection prevents an upgrade or a deletion. */
  | 'blocked'
  /** Another page has deleted the database. */
  | 'gone'
  /** A newer app has upgraded the database; a reload of the page loads that app. */
  | 'newer'
  /** A database that was given up, or did not open in time, is open now. */
  | 'recovered'

/** Reasons for which a store never works again. */
export type StoreEnd = 'closed' | 'gone' | 'newer' | 'lost'

export interface Timers {
  setTimeout: (work: () => void, ms: number) => unknown
  clearTimeout: (handle: unknown) => void
}
/** Milliseconds after which a database that does not open counts as absent. */
export const openLimit = 3000
/** Milliseconds within which a working connection answers one read. */
const answerLimit = 2000
/** Maximum number of new connections for one transaction. */
const mostReopenings = 2

export interface DatabaseConnection<T> {
  transaction: Store<T>['transaction']
  close: () => void
  /** Closes the connection and aborts its transactions. */
  abandon: () => void
}
/** Called once, when a connection ends for a reason outside this code. */
export type Ended = (why: 'dead' | 'gone' | 'newer') => void
/** Opens a new connection; undefined when the browser gives none, `newer` when a newer app has upgraded the database. */
export type Connect<T> = (ended: Ended) => Promise<DatabaseConnection<T> | 'newer' | undefined>

export interface Live<T> extends Store<T> {
  /** Checks whether the connection still answers and replaces it if not; false when this store has ended. */
  check: () => Promise<boolean>
  /** Returns the reason for which the store has ended; undefined while it works. */
  ended: () => StoreEnd | undefined
}
export interface LiveOptions<T> {
  timers: Timers
  onEvent?: ((event: StoreEvent) => void) | undefined
  /** Runs on every new connection before any transaction; if it fails, the connection is not used. */
  ready?: ((store: Pick<Store<T>, 'transaction'>) => Promise<void>) | undefined
  /** Takes over an opening that exceeded its limit, whatever its outcome; without it a late connection is closed. */
  late?: ((opening: Promise<Live<T> | undefined>) => void) | undefined
}

/** Resolves to the value of the work, or to undefined when it takes longer than `ms`. */
export function within<R>(ms: number, timers: Timers, work: Promise<R>): Promise<{ value: R } | undefined> {
  return new Promise((resolve, reject) => {
    const handle = timers.setTimeout(() => resolve(undefined), ms)
    void work.then((value) => resolve({ value }), reject).finally(() => timers.clearTimeout(handle))
  })
}

/** Opens a store; undefined when the browser refuses, hangs, or holds a newer version: the app then works online only. */
export async function openLive<T>(connect: Connect<T>, o: LiveOptions<T>): Promise<Live<T> | undefined> {
  const { timers } = o
  let line: DatabaseConnection<T> | undefined
  let end: StoreEnd | undefined
  let connecting: Promise<DatabaseConnection<T> | undefined> | undefined
  /** Transactions under way; a connection that hangs never ends them. */
  const running = new Set<{ on: DatabaseConnection<T>; fail: (error: unknown) => void }>()

  function drop(which: DatabaseConnection<T>) {
    if (which === line) line = undefined
    which.close()
  }
  function finish(why: StoreEnd) {
    if (end) return
    end = why
    if (why === 'gone' || why === 'newer') o.onEvent?.(why)
    if (line) drop(line)
  }
  function run<R>(on: DatabaseConnection<T>, start: () => Promise<R>): Promise<R> {
    return new Promise((resolve, reject) => {
      const mine = { on, fail: reject }
      running.add(mine)
      void start()
        .then(resolve, reject)
        .finally(() => running.delete(mine))
    })
  }
  function abandon(on: DatabaseConnection<T>) {
    if (line === on) line = undefined
    on.abandon()
    for (const one of running) if (one.on === on) one.fail(closed())
  }
  async function fresh(): Promise<DatabaseConnection<T> | undefined> {
    let mine: DatabaseConnection<T> | undefined
    let over = false
    const given = await connect((why) => {
      over = true
      if (mine) drop(mine)
      if (why !== 'dead') finish(why)
    })
    if (given === 'newer') finish('newer')
    if (given === 'newer' || !given) return undefined
    mine = given
    try {
      if (!over && !end) await o.ready?.(given)
    } catch (error) {
      // A database that cannot be made ready is not used; the caller that opens it retries later.
      ignoreExpected('make-ready', isStorageFailure)(error)
      over = true
    }
    // The connection may have ended while it was made ready.
    if (!over && !end) return given
    given.close()
    return undefined
  }
  /** Runs the work in a separate task, outside the live query that may have found the connection dead. */
  const apart = <R>(work: () => Promise<R>) =>
    new Promise<R>((resolve, reject) => {
      timers.setTimeout(() => void work().then(resolve, reject), 0)
    })
  async function replace(): Promise<DatabaseConnection<T> | undefined> {
    const opening = fresh()
    const found = await within(openLimit, timers, opening)
    if (!found) {
      void opening.then((late) => late?.close())
      // One timeout suffices: the caller must learn of the failure while the person still looks at the screen.
      finish('lost')
    }
    if (!found?.value || end) return undefined
    line = found.value
    o.onEvent?.('reopened')
    return line
  }
  function again(): Promise<DatabaseConnection<T> | undefined> {
    connecting ??= apart(replace).finally(() => {
      connecting = undefined
    })
    return connecting
  }

  const live: Live<T> = {
    async transaction(mode, tables, work) {
      let failure: unknown
      for (let attempt = 0; attempt <= mostReopenings && !end; attempt++) {
        // Nothing is awaited before the first attempt: Dexie must see the read inside its live query.
        const on: DatabaseConnection<T> | undefined = line ?? (await again())
        if (!on) continue
        try {
          return await run(on, () => on.transaction(mode, tables, work))
        } catch (error) {
          if (isQuota(error)) o.onEvent?.('quota')
          if (!isDead(error)) throw error
          failure = error
          drop(on)
        }
      }
      finish('lost')
      throw failure ?? closed()
    },
    async check() {
      const on = line
      if (end) return false
      if (on && (await answers(on, timers))) return true
      if (on) abandon(on)
      for (let attempt = 0; attempt < mostReopenings && !end; attempt++) {
        if (line ?? (await again())) return true
      }
      finish('lost')
      return false
    },
    ended: () => end,
    close() {
      finish('closed')
    },
  }
  const opening = fresh().then((first) => {
    line = first
    return first && live
  })
  const found = await within(openLimit, timers, opening)
  if (found) return found.value
  if (o.late) o.late(opening)
  else void opening.then((late) => late?.close())
  return undefined
}

async function answers<T>(line: DatabaseConnection<T>, timers: Timers): Promise<boolean> {
  try {
    const meta = 'meta' as TableOf<T>
    const read = line.transaction('read', [meta], (tx) => tx.get(meta, 'alive'))
    return (await within(answerLimit, timers, read)) !== undefined
  } catch (error) {
    ignoreExpected('check', isStorageFailure)(error)
    return false
  }
}
