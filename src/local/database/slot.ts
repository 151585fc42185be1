import { ignoreExpected } from '#contract/values/expected.ts'
import { isStorageFailure } from './failures.ts'
import type { Live } from './live.ts'
import type { Store } from './store.ts'

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
  function substitute(): Store<T> {
    memory ??= o.standIn()
    return memory
  }
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
