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

/** Signed-in instance of the SDK. */
export interface FirestoreConnection {
  db: Firestore
  end: () => Promise<void>
  /** Resolves when `end` is called: the instance never answers earlier requests afterwards. */
  ended: Promise<void>
}

export type Connections = ReturnType<typeof createConnections>

export interface ConnectionOptions {
  me: string
  settings: FirestoreSettings
  /** Requests a custom token from our server; rejects with a `ChatError`. */
  token: () => Promise<ChatToken>
  timers: Timers
  /** Called when the token of the connection expires soon. */
  expiring: (connection: FirestoreConnection) => void
}

/** Milliseconds within which the sign-in must succeed, and before the end of a token at which it is renewed. */
const signInLimit = 20_000
const renewBefore = 10 * 60_000

let opened = 0

async function open(o: ConnectionOptions): Promise<FirestoreConnection> {
  const { projectId, apiKey, appId, longPolling, emulator } = o.settings
  const { uid, token, lasts } = await o.token()
  // Another person has signed in meanwhile, and their chats do not belong to this store.
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
        // After a failed assertion `terminate` fails too.
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

/** Returns the claims of our token, which the emulator accepts unverified in place of a sign-in. */
function emulatorUser(token: string): { user_id: string; sub_until: number } {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const { uid, claims } = JSON.parse(atob(payload)) as { uid: string; claims: { sub_until: number } }
  return { user_id: uid, sub_until: claims.sub_until }
}

/** Holds the current instance. An instance that is broken or whose token has expired is replaced; listeners then restart. */
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
    /** Returns the current connection, or opens one that concurrent callers share. */
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
    /** Ends `used` unless it was already replaced; the next `current` opens another connection. */
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
