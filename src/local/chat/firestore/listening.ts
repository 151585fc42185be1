import { disableNetwork, enableNetwork, onSnapshot, type Query, type QuerySnapshot } from 'firebase/firestore'
import { onEvents, type Env } from '../../platform/env.ts'
import type { FirestoreConnection, Connections } from './connection.ts'
import type { ChatErrorCode } from '../chat-store.ts'
import { asChatError, isBroken } from './store-error.ts'

/** Milliseconds after which a hidden page may have lost its connection without notice. */
const longAway = 30_000
const firstWait = 4000
const longestWait = 60_000
/** Number of attempts without an answer after which the instance of the SDK is replaced. */
const attemptsAnInstance = 3

export interface ListeningPorts {
  connections: Connections
  env: Env
  queryIn: (connection: FirestoreConnection) => Query
  /** Called with the current result of the query, and with `undefined` when nothing is live. */
  next: (snapshot: QuerySnapshot | undefined) => void
}

/**
 * Creates a Firestore listener that notices when data no longer arrives. The SDK needs up to 36 seconds to detect a dead
 * server, and never detects a connection that drops all packets. So after each reason for doubt (the browser reports offline,
 * a send failed, the page was hidden) the listener reports "not live" and reopens the network until a response arrives that
 * is not from the cache.
 */
export function createListening({ connections, env, queryIn, next }: ListeningPorts) {
  let begun = false
  let closed = false
  let live = false
  let stop: (() => void) | undefined
  let attempts = 0
  let timer: unknown
  /** Instance that has the current listener. */
  let at: FirestoreConnection | undefined
  let working = false
  let error: ChatErrorCode | undefined

  function show(snapshot: QuerySnapshot | undefined) {
    live = snapshot !== undefined
    if (!closed) next(snapshot)
  }

  function listenAt(connection: FirestoreConnection) {
    stop = onSnapshot(
      queryIn(connection),
      { includeMetadataChanges: true },
      (snapshot) => {
        if (closed || at !== connection) return
        if (!snapshot.metadata.fromCache) show(snapshot)
        else if (live) show(undefined)
        if (live) calm()
      },
      // The listener has ended: the token expired, or the instance is broken.
      (cause) => {
        if (closed || at !== connection) return
        error = asChatError(cause).code
        stop = undefined
        show(undefined)
        leave(connection)
      },
    )
  }

  /** Resets error and backoff after a live snapshot. */
  function calm() {
    error = undefined
    env.clearTimeout(timer)
    timer = undefined
    attempts = 0
  }

  function drop(connection: FirestoreConnection | undefined) {
    stop?.()
    stop = undefined
    connections.replace(connection)
    at = undefined
  }

  /** Replaces an instance by another. */
  function leave(used: FirestoreConnection) {
    if (at === used) drop(used)
    else connections.replace(used)
    doubt()
  }

  /** Makes one attempt to listen, on a connection whose network was just reopened. */
  async function attempt() {
    if (working || closed || !begun) return
    working = true
    env.clearTimeout(timer)
    timer = undefined
    try {
      if (attempts > 0 && attempts % attemptsAnInstance === 0) drop(at)
      attempts += 1
      const known = at
      const connection = await connections.current()
      if (closed) return
      if (known === connection) {
        await disableNetwork(connection.db)
        await enableNetwork(connection.db)
      }
      at = connection
      if (!stop) listenAt(connection)
    } catch (cause) {
      // The phone is offline or our server gives no token; the next attempt may succeed.
      error = asChatError(cause).code
      if (isBroken(cause)) drop(at)
      show(undefined)
    } finally {
      working = false
      if (!live) again()
    }
  }

  function again() {
    if (closed) return
    env.clearTimeout(timer)
    const wait = Math.min(firstWait * 2 ** Math.min(attempts - 1, 10), longestWait)
    timer = env.setTimeout(() => void attempt(), wait * (0.75 + env.random() / 2))
  }

  /** Reports that nothing is live, and retries until a live snapshot arrives. */
  function doubt() {
    if (closed) return
    if (live) show(undefined)
    if (timer === undefined) {
      // The short delay combines several reasons for doubt that occur together.
      timer = env.setTimeout(() => void attempt(), 20)
    }
  }

  /** Retries at once, because the network may work again. */
  function hope() {
    env.clearTimeout(timer)
    timer = undefined
    attempts = 0
    doubt()
  }

  let hiddenAt: number | undefined
  const unwatch = onEvents([
    [env.window, 'offline', doubt],
    [env.window, 'online', hope],
    [
      env.window,
      'pageshow',
      (event: unknown) => (event as { persisted?: boolean }).persisted === true && hope(),
    ],
    [
      env.document,
      'visibilitychange',
      () => {
        const since = hiddenAt
        hiddenAt = env.isVisible() ? undefined : (hiddenAt ?? env.now())
        if (hiddenAt === undefined && since !== undefined && Math.abs(env.now() - since) >= longAway) hope()
      },
    ],
  ])

  return {
    /** Listens until `close`, because the SDK fails when listeners start and stop in quick succession. */
    begin() {
      if (begun) return
      begun = true
      void attempt()
    },
    doubt,
    hope,
    /** Returns why nothing is live, if known. */
    error: () => error,
    leave,
    close() {
      closed = true
      env.clearTimeout(timer)
      unwatch()
      stop?.()
    },
  }
}
