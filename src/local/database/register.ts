import { ignoreExpected } from '#contract/values/expected.ts'
import { listOf } from '#contract/values/unknown.ts'
import { closed, isStorageFailure } from './failures.ts'
import { openLimit, within, type StoreEvent, type Timers } from './live.ts'
import type { OwnTables, PublicTables } from './records.ts'
import { birthRow } from './schema.ts'
import type { Store } from './store.ts'

export interface RegisterPorts {
  shared: Writable<PublicTables>
  /** Whether this phone is marked as holding data. */
  marked: () => boolean
  newDevice: () => string
  indexedDB: IDBFactory | undefined
  timers: Timers
  onEvent: (database: string, event: StoreEvent) => void
}
type Writable<T> = Pick<Store<T>, 'transaction'>

export const publicName = 'public'
/** Row of a partition's own `meta`. */
export const deviceRow = 'device'
/** Rows of the public `meta`: partitions that exist, that were emptied, and that are to be deleted. */
const partitionsKey = 'partitions'
const lostKey = 'lost'
const leavingKey = 'leaving'

const namesIn = (store: Writable<PublicTables>, k: string): Promise<string[]> =>
  store.transaction('read', ['meta'], async (tx) => listOf((await tx.get('meta', k))?.v) as string[])
/** Adds a name to lists or removes it, in one transaction; writes only the lists that change. */
const change = (
  store: Writable<PublicTables>,
  name: string,
  lists: Record<string, 'with' | 'without'>,
): Promise<void> =>
  store.transaction('write', ['meta'], async (tx) => {
    for (const [k, how] of Object.entries(lists)) {
      const before = listOf((await tx.get('meta', k))?.v) as string[]
      if (before.includes(name) === (how === 'with')) continue
      await tx.put('meta', { k, v: how === 'with' ? [...before, name] : before.filter((n) => n !== name) })
    }
  })

/**
 * Returns the register of this phone's databases: those that exist, those that the browser emptied, and those to be deleted. It
 * is stored in the public `meta`, and checked on every new connection.
 */
export function createRegister({ shared, indexedDB, timers, onEvent, ...o }: RegisterPorts) {
  /** Names of databases that were open in this session. */
  const met = new Set<string>()
  const deleted = new Set<string>()
  let lost: string[] = []

  function miss(database: string) {
    if (!lost.includes(database)) lost = [...lost, database]
    onEvent(database, 'evicted')
  }
  /** Finds the partitions by the names of all databases, because the list is lost and waiting items must be found. */
  async function leftOver(): Promise<string[]> {
    const listed = indexedDB && 'databases' in indexedDB ? indexedDB.databases() : Promise.resolve([])
    const all = await listed.catch(ignoreExpected('list-databases', isStorageFailure))
    return (all ?? []).flatMap(({ name = '' }) => (/^[ug]_/.test(name) ? [name] : []))
  }
  /** Gives a database its device id, if it has none. */
  async function bear(store: Writable<OwnTables>) {
    const v = o.newDevice()
    await store.transaction('write', ['meta'], async (tx) => {
      if (!(await tx.get('meta', deviceRow))) await tx.put('meta', { k: deviceRow, v })
    })
  }
  /** Deletes a database; false if not within the limit. The browser finishes it when the blocking page closes. */
  async function remove(name: string): Promise<boolean> {
    if (!indexedDB) return true
    const gone = new Promise<boolean>((resolve) => {
      const request = indexedDB.deleteDatabase(name)
      request.onblocked = () => {
        onEvent(name, 'blocked')
      }
      request.onerror = () => {
        resolve(false)
      }
      request.onsuccess = () => {
        resolve(true)
        // If this write fails, the next start deletes the database again, which is then empty.
        change(shared, name, { [partitionsKey]: 'without', [leavingKey]: 'without' }).catch(
          ignoreExpected('note-removed', isStorageFailure),
        )
      }
    }).catch(ignoreExpected('remove', isStorageFailure))
    return (await within(openLimit, timers, gone))?.value ?? false
  }
  const noted = async (k: string) =>
    (await namesIn(shared, k).catch(ignoreExpected('read-names', isStorageFailure))) ?? []
  /** Prevents callers that still have the name from creating the deleted database again. */
  function leave(partition: string) {
    deleted.add(partition)
    met.delete(partition)
  }
  return {
    /** Prepares a new connection to the public database. */
    readyPublic: async (store: Writable<PublicTables>) => {
      const born = await store.transaction('read', ['meta'], (tx) => tx.get('meta', birthRow))
      if (!born) {
        const emptied = met.has(publicName) || o.marked()
        const left = emptied ? await leftOver() : []
        await store.transaction('write', ['meta'], async (tx) => {
          if (emptied) await tx.put('meta', { k: lostKey, v: [publicName] })
          if (left.length > 0) await tx.put('meta', { k: partitionsKey, v: left })
          await tx.put('meta', { k: birthRow, v: 1 })
        })
        if (emptied) miss(publicName)
      }
      met.add(publicName)
    },
    /** Prepares a new connection to a partition. The order matters: after a crash in between, the loss must be found again. */
    readyOwn: async (store: Writable<OwnTables>, partition: string) => {
      const device = await store.transaction('read', ['meta'], (tx) => tx.get('meta', deviceRow))
      if (deleted.has(partition)) throw closed()
      if (!device) {
        if (met.has(partition) || (await namesIn(shared, partitionsKey)).includes(partition)) {
          await change(shared, partition, { [lostKey]: 'with' })
          miss(partition)
        }
        await bear(store)
      }
      await change(shared, partition, { [partitionsKey]: 'with', [leavingKey]: 'without' })
      met.add(partition)
    },
    bear,
    /** Returns the partitions that have a database. */
    partitions: () => namesIn(shared, partitionsKey),
    get lost(): readonly string[] {
      return lost
    },
    noteLost: async () => {
      lost = []
      await shared.transaction('write', ['meta'], (tx) => tx.delete('meta', lostKey))
    },
    /** Partitions whose databases must not be opened. */
    deleted: deleted as ReadonlySet<string>,
    admit: (partition: string) => {
      deleted.delete(partition)
    },
    leave,
    remove: async (partition: string) => {
      leave(partition)
      // The note comes first: a deletion that another page blocks is finished at the next start.
      const note = change(shared, partition, {
        [partitionsKey]: 'without',
        [lostKey]: 'without',
        [leavingKey]: 'with',
      })
      // The deletion continues even if the note cannot be stored, because the person requested it.
      await note.catch(ignoreExpected('note-leaving', isStorageFailure))
      lost = lost.filter((name) => name !== partition)
      return remove(partition)
    },
    /** Reads the losses that were not yet reported and finishes the deletions, at the start. */
    resume: async () => {
      // A read that fails now is repeated at the next start; only the report of losses depends on it.
      lost = [...new Set([...lost, ...(await noted(lostKey))])]
      for (const name of await noted(leavingKey)) void remove(name)
    },
  }
}
