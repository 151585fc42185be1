// A worker of its own for the replica: scrolling is not disturbed by five thousand cars that are put in order.
import { ignoreExpected, describeBug } from '#contract/values/expected.ts'
import type { PublicTables } from '../database/records.ts'
import { closed, isDead, isPassing } from '../database/failures.ts'
import { openForReplica } from './feed/replica-store.ts'
import type { Store } from '../database/store.ts'
import type { Channel, LockApi } from '../platform/env.ts'
import { askReplica, type CatalogueReplica, type FromWorker, type ToWorker } from './types.ts'
import { createReplica } from './replica.ts'

interface Scope {
  addEventListener: EventTarget['addEventListener']
  onmessage: ((event: { data: ToWorker }) => void) | null
  postMessage: (message: FromWorker) => void
  fetch: (url: string, init: RequestInit) => Promise<Response>
  navigator: { locks?: LockApi }
  indexedDB?: IDBFactory
  IDBKeyRange: typeof IDBKeyRange
  BroadcastChannel?: new (name: string) => Channel
}
const scope = globalThis as unknown as Scope
const timers = {
  setTimeout: (work: () => void, ms: number) => globalThis.setTimeout(work, ms),
  clearTimeout: (handle: unknown) => {
    globalThis.clearTimeout(handle as number)
  },
}

/** The database that a page has made; a connection that died is replaced once. */
function publicStore(indexedDB: IDBFactory): Store<PublicTables> {
  let opening: Promise<Store<PublicTables> | undefined> | undefined
  const open = () => openForReplica({ indexedDB, keyRange: scope.IDBKeyRange, timers })
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
  // Reported by itself: the page would take it for the end of this worker.
  event.preventDefault()
  scope.postMessage({ bug: describeBug(error) })
}
scope.addEventListener('error', (event) => {
  report(event, (event as ErrorEvent).error)
})
scope.addEventListener('unhandledrejection', (event) => {
  report(event, (event as PromiseRejectionEvent).reason)
})

const Broadcast = scope.BroadcastChannel
const replica: CatalogueReplica | undefined =
  scope.indexedDB &&
  createReplica(
    {
      store: publicStore(scope.indexedDB),
      http: { fetch: (url, init) => scope.fetch(url, init), ...timers },
      locks: scope.navigator.locks,
      channel: Broadcast ? (name) => new Broadcast(name) : undefined,
      now: () => Date.now(),
    },
    {
      status: (status) => {
        scope.postMessage({ status })
      },
      onResponse: (response) => {
        scope.postMessage({ heard: response })
      },
    },
  )

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
