import { disableNetwork, enableNetwork, onSnapshot, type Query, type QuerySnapshot } from 'firebase/firestore'
import { onEvents, type Env } from '../../platform/env.ts'
import type { FirestoreConnection, Connections } from './connection.ts'
import type { ChatErrorCode } from '../chat-store.ts'
import { asChatError, isBroken } from './store-error.ts'

/** Milliseconds: a page that was hidden for so long may have lost its connection without a word. */
const longAway = 30_000
const firstWait = 4000
const longestWait = 60_000
/** After so many attempts without an answer the instance of the SDK is replaced. */
const attemptsAnInstance = 3

export interface ListeningPorts {
  connections: Connections
  env: Env
  queryIn: (connection: FirestoreConnection) => Query
  /** What the query finds now; undefined while nothing is live. */
  next: (snapshot: QuerySnapshot | undefined) => void
}

/**
 * A listener of Firestore that notices when nothing reaches it any more. The SDK needs up to 36 seconds for a dead server
 * and never notices a connection that swallows everything, so what makes a doubt (the browser says offline, a send failed,
 * the page was away) says "not live" and opens the network again until an answer comes that is not from the cache.
 */
export function createListening({ connections, env, queryIn, next }: ListeningPorts) {
  let begun = false
  let closed = false
  let live = false
  let stop: (() => void) | undefined
  let attempts = 0
  let timer: unknown
  /** The instance that is listened at. */
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
      // It has ended: refused because the token is over, or the instance is broken.
      (cause) => {
        if (closed || at !== connection) return
        error = asChatError(cause).code
        stop = undefined
        show(undefined)
        leave(connection)
      },
    )
  }

  /** Everything works again. */
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

  /** Moves from that instance to another one. */
  function leave(used: FirestoreConnection) {
    if (at === used) drop(used)
    else connections.replace(used)
    doubt()
  }

  /** One attempt, at a connection whose network was opened just now. */
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
      // Offline, or our server gives no token now: the next attempt may succeed.
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

  /** Says that nothing is live, and tries again until something is. */
  function doubt() {
    if (closed) return
    if (live) show(undefined)
    if (timer === undefined) {
      // Soon, and not at once: several reasons come together.
      timer = env.setTimeout(() => void attempt(), 20)
    }
  }

  /** There is a reason to believe that it works now. */
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
    /** Listens until the end, because the SDK fails when listeners come and go quickly. */
    begin() {
      if (begun) return
      begun = true
      void attempt()
    },
    doubt,
    hope,
    /** Why nothing is live, as far as that is known. */
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
