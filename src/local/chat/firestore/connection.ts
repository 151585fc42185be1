import { deleteApp, initializeApp } from 'firebase/app'
import { inMemoryPersistence, initializeAuth, signInWithCustomToken } from 'firebase/auth'
import {
  connectFirestoreEmulator,
  type Firestore,
  initializeFirestore,
  memoryLocalCache,
  setLogLevel,
  terminate,
} from 'firebase/firestore'
import type { ChatToken } from '#contract/chat/token.ts'
import type { ChatSettings } from '#contract/reference.ts'
import { ignoreExpected } from '#contract/values/expected.ts'
import { ChatError } from '../chat-store.ts'
import type { Timers } from '../../database/live.ts'
import { inTime, isBroken } from './store-error.ts'

export type FirestoreSettings = Extract<ChatSettings, { store: 'firestore' }>

/** An instance of the SDK, signed in. */
export interface FirestoreConnection {
  db: Firestore
  end: () => Promise<void>
  /** Resolves when `end` is called: what the instance was asked before is never answered then. */
  ended: Promise<void>
}

export type Connections = ReturnType<typeof createConnections>

export interface ConnectionOptions {
  me: string
  settings: FirestoreSettings
  /** Asks our server for a custom token; rejects with a `ChatError`. */
  token: () => Promise<ChatToken>
  timers: Timers
  /** This connection's token is nearly over. */
  expiring: (connection: FirestoreConnection) => void
}

/** Milliseconds in which a phone must be signed in, and before its end in which a token is renewed. */
const signInLimit = 20_000
const renewBefore = 10 * 60_000

let opened = 0

async function open(o: ConnectionOptions): Promise<FirestoreConnection> {
  const { projectId, apiKey, appId, longPolling, emulator } = o.settings
  const { uid, token, lasts } = await o.token()
  // Another person signed in meanwhile: their chats are not for this store.
  if (uid !== o.me) throw new ChatError('unauthenticated')
  const app = initializeApp({ projectId, apiKey, appId }, `chat-${(opened += 1)}`)
  try {
    setLogLevel('silent')
    const transport = longPolling ? { experimentalForceLongPolling: true } : {}
    const db = initializeFirestore(app, { localCache: memoryLocalCache(), ...transport })
    if (emulator === undefined) {
      const auth = initializeAuth(app, { persistence: inMemoryPersistence })
      await inTime(signInWithCustomToken(auth, token), signInLimit, o.timers)
    } else {
      const { hostname, port } = new URL(`http://${emulator}`)
      connectFirestoreEmulator(db, hostname, Number(port), { mockUserToken: emulatorUser(token) })
    }
    const renewal = o.timers.setTimeout(
      () => o.expiring(connection),
      Math.max(lasts - renewBefore, lasts / 2),
    )
    let over: () => void = () => undefined
    const ended = new Promise<void>((done) => (over = done))
    const connection: FirestoreConnection = {
      db,
      ended,
      async end() {
        over()
        o.timers.clearTimeout(renewal)
        // An instance that failed an assertion fails at its end too.
        await terminate(db).catch(ignoreExpected('chat-end', isBroken))
        await deleteApp(app)
      },
    }
    return connection
  } catch (cause) {
    await deleteApp(app)
    throw cause
  }
}

/** What the emulator takes in place of a sign-in: the claims of our token, which it does not verify. */
function emulatorUser(token: string): { user_id: string; sub_until: number } {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const { uid, claims } = JSON.parse(atob(payload)) as { uid: string; claims: { sub_until: number } }
  return { user_id: uid, sub_until: claims.sub_until }
}

/** The instance of the moment. One that is broken, or whose token is over, is replaced; listeners then begin again. */
export function createConnections(o: ConnectionOptions) {
  let opening: Promise<FirestoreConnection> | undefined
  let closed = false
  const ending = new Set<Promise<void>>()
  const end = (connection: FirestoreConnection) => {
    const done = connection.end().finally(() => ending.delete(done))
    ending.add(done)
  }
  let now: FirestoreConnection | undefined
  return {
    /** Opens one where there is none; callers at once share it. */
    current(): Promise<FirestoreConnection> {
      if (closed) return Promise.reject(new ChatError('unavailable'))
      opening ??= open(o).then(
        (connection) => {
          if (closed) end(connection)
          else now = connection
          return connection
        },
        (cause: unknown) => {
          opening = undefined
          throw cause
        },
      )
      return opening
    },
    /** Ends `used` unless it was replaced already; the next `current` opens another. */
    replace(used: FirestoreConnection | undefined) {
      if (used === undefined || used !== now) return
      opening = now = undefined
      end(used)
    },
    async close() {
      closed = true
      if (now) end(now)
      opening = now = undefined
      await Promise.all(ending)
    },
  }
}
