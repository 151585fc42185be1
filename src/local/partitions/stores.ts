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
  /** The partition, or `public`. */
  database: string
}
export interface StoresOptions {
  onEvent?: (news: StoreNews) => void
  /** How a full phone gives things up; nothing is where it is left out. */
  giveUp?: (shared: Store<PublicTables>) => GiveUp
}

/**
 * The databases of this phone, opened once each and kept open through what phones do to them. Where one does not
 * open, memory stands in, and whoever promises that something is saved must ask `isDurable` first.
 */
export async function openStores(env: Env, o: StoresOptions = {}) {
  const { indexedDB, keyRange } = env
  const indexed: Indexed | undefined = indexedDB && keyRange ? { indexedDB, keyRange } : undefined
  const slots = new Map<string, DatabaseSlot<OwnTables>>()
  let over = false

  const nothing = memoryStore<PublicTables>(publicSchema)
  /** One object for all time: its users need not know which store answers at the moment. */
  const shared: Store<PublicTables> = {
    async transaction(mode, tables, work) {
      const store = publicSlot.current()
      if (!publicSlot.isDurable()) void publicSlot.get()
      const result = await (store ?? nothing).transaction(mode, tables, work)
      // What is only noted about this phone is nothing that a person misses.
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
        // Without the list of partitions nobody would find again what waits in one.
        if (!indexed || !publicSlot.isDurable()) return undefined
        const ready: LiveOptions<OwnTables>['ready'] = (store) => register.readyOwn(store, partition)
        return openOwn(partition, { ...indexed, ...watched(partition, late), ready })
      },
      standIn() {
        const store = memoryStore<OwnTables>(ownSchema)
        // Its writes count from the start, so they need a device of their own; whatever is asked of it comes after this.
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
  /** From the first thing stored on, in the first session too: a phone that fills up before its next start has it (S15). */
  const ensureBallast = () => room.lies || layBallast()

  const own = (partition: string): Promise<Store<OwnTables>> =>
    register.deleted.has(partition) ? Promise.reject(closed()) : slotOf(partition).get()

  await publicSlot.get()
  await register.resume()
  if (marked()) layBallast()

  return {
    shared,
    /** Whether the public database is stored; the facts of this moment. */
    get durable(): boolean {
      return publicSlot.isDurable()
    },
    /** Opens the database of a partition, or answers what stands in for it until that works. */
    own,
    /** The same; on a full phone room is made for what is written (S15). */
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
    /** Only what is open already: a live query must not open or write. */
    opened: (partition: string) => slots.get(partition)?.current(),
    isDurable: (partition: string) => slots.get(partition)?.isDurable() ?? false,
    /** Every partition that may hold unsent work. */
    async known() {
      // A list that cannot be read must not stop what is open.
      const listed = await register.partitions().catch(ignoreExpected('list-partitions', isStorageFailure))
      return [...new Set([...(listed ?? []), ...slots.keys()])]
    },
    /** Databases that the browser emptied (I15), until `noteLost`; also after a restart. */
    get lost(): readonly string[] {
      return register.lost
    },
    /** The person has read it. */
    noteLost: register.noteLost,
    /** Someone signed in: a database of theirs that was deleted may be made again. */
    admit: register.admit,
    /** Deletes a partition's database. False when another page holds it back: it then goes as soon as that page does. */
    drop(partition: string) {
      leave(partition)
      return register.remove(partition)
    },
    /** To be called when the page becomes visible: a connection that died meanwhile is mended before the next tap. */
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

/** Texts and pictures that a person put in while the database was away, and the receipts of what was sent at once. */
async function carry(from: Store<OwnTables>, to: Store<OwnTables>): Promise<void> {
  const tables = ['drafts', 'blobs', 'outbox'] as const
  const { drafts, blobs, receipts } = await from.transaction('read', tables, async (tx) => ({
    drafts: await tx.list('drafts'),
    blobs: await tx.list('blobs'),
    // What is under way is settled where it lies, and is taken away there when it fails.
    receipts: (await tx.list('outbox')).filter((item) => item.state === 'done'),
  }))
  if (drafts.length + blobs.length + receipts.length === 0) return
  await to.transaction('write', tables, async (tx) => {
    for (const row of drafts) await tx.put('drafts', row)
    for (const row of blobs) await tx.put('blobs', row)
    for (const row of receipts) if (!(await tx.get('outbox', row.id))) await tx.put('outbox', row)
  })
}

/** A database that did not open, or was given up, is tried again after this long. */
export const retryAfter = 30_000

export type DatabaseSlot<T> = ReturnType<typeof createSlot<T>>
export interface SlotOptions<T> {
  open: (late: (opening: Promise<Live<T> | undefined>) => void) => Promise<Live<T> | undefined>
  standIn: () => Store<T>
  /** Takes over what a person wrote while memory stood in. */
  carry?: (from: Store<T>, to: Store<T>) => Promise<void>
  /** It was absent and is there now. */
  recovered?: () => void
  now: () => number
}

/** The place of one database: the real one where it works, memory where it does not, so that the app goes on. */
export function createSlot<T>(o: SlotOptions<T>) {
  let live: Live<T> | undefined
  let memory: Store<T> | undefined
  /** When it failed last. */
  let failed: number | undefined
  let opening: Promise<Store<T>> | undefined
  /** An opening beyond its limit: a second one would only queue behind it. */
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
    // What cannot be carried over is still in the form it was typed into.
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
    /** Opens the real one when that is due. */
    get,
    /** What is open already; nothing is opened or written. */
    current: (): Store<T> | undefined => works() ?? memory,
    /** Whether what is written now is stored. */
    isDurable: () => works() !== undefined,
    /** Mends a dead connection, and tries again what did not open. */
    async check() {
      if (over) return
      if (await works()?.check()) return
      works()
      // The caller has a reason to believe that it works now.
      if (failed !== undefined) failed = Infinity
      await get()
    },
    close() {
      over = true
      live?.close()
    },
  }
}
