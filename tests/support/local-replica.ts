import type { CarCard } from '#contract/cars.ts'
import { cardsAt, factsOf, liveIn } from '../../src/local/catalogue-replica/chunks/rows.ts'
import { readGenerations } from '../../src/local/catalogue-replica/feed/generations.ts'
import { openForReplica, type ReplicaDatabase } from '../../src/local/catalogue-replica/feed/replica-store.ts'
import { createReplica } from '../../src/local/catalogue-replica/replica.ts'
import { askReplica, type FromWorker } from '../../src/local/catalogue-replica/types.ts'
import type { ReplicaWorker } from '../../src/local/catalogue-replica/worker-client.ts'
import type { Env, WorkerPort } from '../../src/local/platform/env.ts'

/** Returns the visible catalogue replica, sorted by car id; `undefined` before it was complete for the first time. */
export function readReplica(
  store: ReplicaDatabase,
): Promise<{ cards: CarCard[]; total: number; asOf: number } | undefined> {
  return store.transaction('read', ['facts', 'texts', 'meta'], async (tx) => {
    const { shown } = await readGenerations(tx)
    if (!shown) return undefined
    const live = liveIn(await factsOf(tx, shown.set), shown.floor)
    if (live.size !== shown.cars) throw new Error(`${live.size} cars are there, ${shown.cars} were counted.`)
    const cards = await cardsAt(tx, [...live.values()])
    cards.sort((a, b) => (a._id < b._id ? -1 : 1))
    return { cards, total: shown.total, asOf: shown.asOf }
  })
}

/** Returns the keys of all stored rows, of every generation. */
export const rowsOnDisk = (store: ReplicaDatabase) =>
  store.transaction('read', ['facts', 'texts'], async (tx) => ({
    facts: (await tx.list('facts')).map((row) => row.k),
    texts: (await tx.list('texts')).map((row) => row.k),
  }))

/** Runs the worker of a phone's replica in this process, over the phone's own database, network, locks and channels. */
export function replicaWorkerOf(env: Env): WorkerPort {
  const { indexedDB, keyRange, setTimeout, clearTimeout, fetch, locks, channel, now } = env
  if (!indexedDB || !keyRange) throw new Error('This phone has no database')
  const opening = openForReplica({ indexedDB, keyRange, timers: env })
  const store: ReplicaDatabase = {
    async transaction(...of) {
      const opened = await opening
      if (!opened) throw new DOMException('Not made yet', 'InvalidStateError')
      return opened.transaction(...of)
    },
    close: () => void opening.then((opened) => opened?.close()),
  }
  const say = (data: FromWorker) => worker.onmessage?.({ data: structuredClone(data) })
  const replica = createReplica(
    { store, http: { fetch, setTimeout, clearTimeout }, locks, channel, now },
    { status: (status) => say({ status }), onResponse: (heard) => say({ heard }) },
  )
  const worker: ReplicaWorker = {
    onmessage: null,
    onerror: null,
    postMessage(message) {
      if ('seen' in message) replica.cacheChanged()
      else
        askReplica(replica, message).then(
          (value) => say({ answer: message.ask, value }),
          () => say({ failed: message.ask }),
        )
    },
    terminate() {
      worker.onmessage = null
      replica.close()
      store.close()
    },
  }
  return worker as unknown as WorkerPort
}
