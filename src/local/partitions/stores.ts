import { ignoreExpected } from '#contract/values/expected.ts'
import { closed, isStorageFailure } from '../database/failures.ts'
import { createMakeRoom, type GiveUp } from '../cache/eviction.ts'
import { openOwn, openPublic, type Indexed } from '../database/dexie.ts'
import type { Live, LiveOptions, StoreEvent } from '../database/live.ts'
import { memoryStore } from '../database/memory.ts'
import type { OwnTables, PublicTables } from '../database/records.ts'
import { createRegister, publicName } from '../database/register.ts'
import { ownSchema, publicSchema } from '../database/schema.ts'
import type { Store } from '../database/store.ts'
import { holdsKey, type Env, newId } from '../platform/env.ts'

export type Stores = Awaited<ReturnType<typeof openStores>>
export interface StoreNews {
  what: StoreEvent
  /** Name of the partition, or `public`. */
  database: string
}
export interface StoresOptions {
  onEvent?: (news: StoreNews) => void
  /** Returns the function by which a full phone evicts data; nothing is evicted when it is left out. */
  giveUp?: (shared: Store<PublicTables>) => GiveUp
}

/**
 * Opens the databases of this phone, each once, and keeps them open when connections die. When a database does not open, a store
 * in memory replaces it, so a caller must check `isDurable` before it reports data as saved.
 */
export async function openStores(env: Env, o: StoresOptions = {}) {
  const { indexedDB, keyRange } = env
  const indexed: Indexed | undefined = indexedDB && keyRange ? { indexedDB, keyRange } : undefined
  const slots = new Map<string, DatabaseSlot<OwnTables>>()
  let over = false

  const nothing = memoryStore<PublicTables>(publicSchema)
  /** A single object whose users need not know which store is in use now. */
  const shared: Store<PublicTables> = {
    async transaction(mode, tables, work) {
      const store = publicSlot.current()
      if (!publicSlot.isDurable()) void publicSlot.get()
      const result = await (store ?? nothing).transaction(mode, tables, work)
      // Writes to `meta` alone need no ballast, because a person would not miss them.
      if (mode === 'write' && tables.some((name) => name !== 'meta')) ensureBallast()
      return result
    },
    close() {
      publicSlot.close()
    },
  }
  function leave(partition: string) {
    register.leave(partition)
    slots.get(partition)?.close()
    slots.delete(partition)
  }
  function onEvent(database: string, what: StoreEvent) {
    if (what === 'gone' && database !== publicName) leave(database)
    o.onEvent?.({ what, database })
  }
  const marked = () => env.localStorage?.getItem(holdsKey) === '1'
  const register = createRegister({
    shared,
    marked,
    newDevice: () => newId(env),
    indexedDB,
    timers: env,
    onEvent,
  })
  const watched = <T>(database: string, late: LiveOptions<T>['late']) => ({
    timers: env,
    late,
    onEvent: (what: StoreEvent) => onEvent(database, what),
  })
  const publicSlot: DatabaseSlot<PublicTables> = createSlot<PublicTables>({
    open: async (late) =>
      indexed &&
      openPublic(publicName, { ...indexed, ...watched(publicName, late), ready: register.readyPublic }),
    standIn: () => memoryStore<PublicTables>(publicSchema),
    recovered: () => onEvent(publicName, 'recovered'),
    now: env.now,
  })
  function slotOf(partition: string): DatabaseSlot<OwnTables> {
    const known = slots.get(partition)
    if (known) return known
    const slot = createSlot<OwnTables>({
      async open(late) {
        await publicSlot.get()
        // Without the list of partitions the items waiting in this one would not be found again.
        if (!indexed || !publicSlot.isDurable()) return undefined
        const ready: LiveOptions<OwnTables>['ready'] = (store) => register.readyOwn(store, partition)
        return openOwn(partition, { ...indexed, ...watched(partition, late), ready })
      },
      standIn() {
        const store = memoryStore<OwnTables>(ownSchema)
        // Its writes are numbered from the start, so they need a device id of their own; later transactions wait for this one.
        void register.bear(store)
        return store
      },
      carry,
      recovered: () => onEvent(partition, 'recovered'),
      now: env.now,
    })
    if (over) slot.close()
    slots.set(partition, slot)
    return slot
  }
  const giveUp = o.giveUp?.(shared) ?? (async () => undefined)
  const room = createMakeRoom({ shared, now: env.now, randomBytes: env.randomBytes, giveUp })
  let laying = false
  function layBallast() {
    if (laying || !publicSlot.isDurable()) return
    laying = true
    env.whenIdle(() => void room.lay().then(() => (laying = false)))
  }
  /** Stores the ballast from the first stored data on: a phone that fills up in its first session needs it too (S15). */
  const ensureBallast = () => room.lies || layBallast()

  const own = (partition: string): Promise<Store<OwnTables>> =>
    register.deleted.has(partition) ? Promise.reject(closed()) : slotOf(partition).get()

  await publicSlot.get()
  await register.resume()
  if (marked()) layBallast()

  return {
    shared,
    /** Whether the public database is durable at this moment. */
    get durable(): boolean {
      return publicSlot.isDurable()
    },
    /** Opens the database of a partition, or returns a store in memory until that works. */
    own,
    /** Opens the database of a partition; on a full phone its writes make room (S15). */
    ownWithRoom: async (partition: string): Promise<Store<OwnTables>> => {
      const store = await own(partition)
      return {
        ...store,
        async transaction(...of) {
          const result = await room.withRoom(() => store.transaction(...of))
          ensureBallast()
          return result
        },
      }
    },
    /** Returns the store if it is open already: a live query must not open or write. */
    opened: (partition: string) => slots.get(partition)?.current(),
    isDurable: (partition: string) => slots.get(partition)?.isDurable() ?? false,
    /** Returns every partition that may hold unsent items. */
    async known() {
      // A failed read of the list must not stop the open databases.
      const listed = await register.partitions().catch(ignoreExpected('list-partitions', isStorageFailure))
      return [...new Set([...(listed ?? []), ...slots.keys()])]
    },
    /** Databases that the browser emptied (I15), until `noteLost`; also after a restart. */
    get lost(): readonly string[] {
      return register.lost
    },
    /** Called after the person has read the notice. */
    noteLost: register.noteLost,
    /** Allows a deleted database to be created again, after its person signed in. */
    admit: register.admit,
    /** Deletes a partition's database. False when another page blocks this: the deletion finishes when that page closes. */
    drop(partition: string) {
      leave(partition)
      return register.remove(partition)
    },
    /** Replaces dead connections before the next tap; to be called when the page becomes visible. */
    async check() {
      await publicSlot.check()
      await Promise.all([...slots.values()].map((slot) => slot.check()))
      if (marked()) layBallast()
    },
    withSpare: room.withSpare,
    giveUp,
    close() {
      over = true
      shared.close()
      for (const slot of slots.values()) slot.close()
    },
  }
}

/** Copies texts and pictures entered while the database was unavailable, and the receipts of writes sent at once. */
async function carry(from: Store<OwnTables>, to: Store<OwnTables>): Promise<void> {
  const tables = ['drafts', 'blobs', 'outbox'] as const
  const { drafts, blobs, receipts } = await from.transaction('read', tables, async (tx) => ({
    drafts: await tx.list('drafts'),
    blobs: await tx.list('blobs'),
    // An item under way is settled in the memory store, and is deleted there when it fails.
    receipts: (await tx.list('outbox')).filter((item) => item.state === 'done'),
  }))
  if (drafts.length + blobs.length + receipts.length === 0) return
  await to.transaction('write', tables, async (tx) => {
    for (const row of drafts) await tx.put('drafts', row)
    for (const row of blobs) await tx.put('blobs', row)
    for (const row of receipts) if (!(await tx.get('outbox', row.id))) await tx.put('outbox', row)
  })
}

/** Milliseconds after which a failed database is opened again. */
export const retryAfter = 30_000

export type DatabaseSlot<T> = ReturnType<typeof createSlot<T>>
export interface SlotOptions<T> {
  open: (late: (opening: Promise<Live<T> | undefined>) => void) => Promise<Live<T> | undefined>
  standIn: () => Store<T>
  /** Copies what a person wrote to the memory store into the database. */
  carry?: (from: Store<T>, to: Store<T>) => Promise<void>
  /** Called when a database that was unavailable is open. */
  recovered?: () => void
  now: () => number
}

/** Creates the slot of one database: a store in memory replaces the real one when that does not work. */
export function createSlot<T>(o: SlotOptions<T>) {
  let live: Live<T> | undefined
  let memory: Store<T> | undefined
  /** Time of the last failure. */
  let failed: number | undefined
  let opening: Promise<Store<T>> | undefined
  /** Whether an opening exceeded its limit: a second one would only queue behind it. */
  let pending = false
  let over = false

  function works(): Live<T> | undefined {
    const end = live?.ended()
    if (end && end !== 'closed') {
      live = undefined
      failed = o.now()
    }
    return live
  }
  const substitute = () => (memory ??= o.standIn())
  async function adopt(real: Live<T>) {
    if (over) {
      real.close()
      return
    }
    live = real
    const from = memory
    const absent = failed !== undefined
    memory = undefined
    failed = undefined
    // Data that could not be copied is still in its form.
    if (from && o.carry) await o.carry(from, real).catch(ignoreExpected('carry-over', isStorageFailure))
    if (absent) o.recovered?.()
  }
  async function open(): Promise<Store<T>> {
    const real = await o.open((late) => {
      pending = true
      void late
        .then((found) => found && adopt(found))
        .finally(() => {
          pending = false
        })
    })
    if (real) await adopt(real)
    else failed = o.now()
    return works() ?? substitute()
  }
  const isDue = () => failed === undefined || Math.abs(o.now() - failed) >= retryAfter
  function get(): Promise<Store<T>> {
    const real = works()
    if (real) return Promise.resolve(real)
    if (over || pending || !isDue()) return Promise.resolve(substitute())
    opening ??= open().finally(() => {
      opening = undefined
    })
    return opening
  }
  return {
    /** Returns the store; opens the database if an attempt is due. */
    get,
    /** Returns the open store; opens and writes nothing. */
    current: (): Store<T> | undefined => works() ?? memory,
    /** Whether a write is stored on the disk now. */
    isDurable: () => works() !== undefined,
    /** Replaces a dead connection, and retries a failed opening. */
    async check() {
      if (over) return
      if (await works()?.check()) return
      works()
      // The caller has a reason to expect success, so the retry delay is skipped.
      if (failed !== undefined) failed = Infinity
      await get()
    },
    close() {
      over = true
      live?.close()
    },
  }
}
