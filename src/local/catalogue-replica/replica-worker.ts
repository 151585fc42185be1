// The replica has a worker of its own, so that sorting up to 20,000 cars does not disturb scrolling.
import { ignoreExpected, describeBug } from '#contract/values/expected.ts'
import type { PublicTables } from '../database/records.ts'
import { closed, isDead, isPassing } from '../database/failures.ts'
import { openForReplica } from './feed/replica-store.ts'
import type { RawOptions } from '../database/raw.ts'
import type { Store } from '../database/store.ts'
import { scopeEnv } from '../platform/env.ts'
import { askReplica, type CatalogueReplica, type FromWorker, type ToWorker } from './types.ts'
import { createReplica } from './replica.ts'

interface Scope {
  addEventListener: EventTarget['addEventListener']
  onmessage: ((event: { data: ToWorker }) => void) | null
  postMessage: (message: FromWorker) => void
}
const scope = globalThis as unknown as Scope
const env = scopeEnv()

/** Returns the public database, as a page has created it; a dead connection is replaced once. */
function publicStore(database: Pick<RawOptions, 'indexedDB' | 'keyRange'>): Store<PublicTables> {
  let opening: Promise<Store<PublicTables> | undefined> | undefined
  const open = () => openForReplica({ ...database, timers: env })
  return {
    async transaction(mode, tables, work) {
      for (let left = 2; ;) {
        const store = await (opening ??= open())
        left -= 1
        try {
          if (!store) throw closed()
          return await store.transaction(mode, tables, work)
        } catch (error) {
          if (!isDead(error)) throw error
          opening = undefined
          store?.close()
          if (left === 0) throw error
        }
      }
    },
    close: () => undefined,
  }
}

function report(event: Event, error: unknown) {
  // The worker reports the error itself: the page would take the event for the end of this worker.
  event.preventDefault()
  scope.postMessage({ bug: describeBug(error) })
}
scope.addEventListener('error', (event) => {
  report(event, (event as ErrorEvent).error)
})
scope.addEventListener('unhandledrejection', (event) => {
  report(event, (event as PromiseRejectionEvent).reason)
})

const { indexedDB, keyRange } = env
const replica: CatalogueReplica | undefined =
  indexedDB && keyRange
    ? createReplica(
        { ...env, store: publicStore({ indexedDB, keyRange }), http: env },
        {
          status: (status) => scope.postMessage({ status }),
          onResponse: (response) => scope.postMessage({ heard: response }),
        },
      )
    : undefined

scope.onmessage = ({ data }) => {
  if (!replica) scope.postMessage({ unable: true })
  else if ('seen' in data) replica.cacheChanged()
  else
    askReplica(replica, data).then(
      (value) => {
        scope.postMessage({ answer: data.ask, value })
      },
      (error: unknown) => {
        ignoreExpected('replica', isPassing)(error)
        scope.postMessage({ failed: data.ask })
      },
    )
}
