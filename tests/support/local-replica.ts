import type { CarCard } from '#contract/cars.ts'
import { cardsAt, factsOf, liveIn } from '../../src/local/catalogue-replica/chunks/rows.ts'
import { readGenerations } from '../../src/local/catalogue-replica/feed/generations.ts'
import type { ReplicaDatabase } from '../../src/local/catalogue-replica/feed/replica-store.ts'

/** The market as it is shown, car by car in the order of their ids; undefined before it was complete for the first time. */
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

/** Rows that lie on the disk, whatever copy they belong to. */
export const rowsOnDisk = (store: ReplicaDatabase) =>
  store.transaction('read', ['facts', 'texts'], async (tx) => ({
    facts: (await tx.list('facts')).map((row) => row.k),
    texts: (await tx.list('texts')).map((row) => row.k),
  }))
