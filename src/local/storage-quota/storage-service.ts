import { ignoreExpected, isRefused } from '#contract/values/expected.ts'
import {
  ballastBytes,
  ballastRow,
  type Evictable,
  type EvictionStep,
  type PublicStore,
} from '../cache/eviction.ts'
import type { OwnStore } from '../outbox/command.ts'
import type { CacheBox } from '../platform/env.ts'
import { isPassing } from '../database/failures.ts'
import { nextToGo, type BucketName } from '../cache/budget.ts'
import { measure } from './measure.ts'
import type { SavedPictures } from '../saved-cars/pictures.ts'
import { dropPin, pinsIn, putHalt } from '../saved-cars/rows.ts'

/** What can be cleared by hand; what a person wrote has its own ways. */
export type Clearable = 'answers' | 'thumbs' | 'viewedPictures' | 'viewed' | 'favourites'

export interface StorageReport {
  sizes: Readonly<Record<BucketName, number>>
  /** Bytes kept free for what a person writes. */
  reserve: number
  /** Whether the browser promised not to throw it away; undefined where it cannot tell. */
  lasting: boolean | undefined
  /** Whether the last request was granted; undefined when there was none. */
  asked: boolean | undefined
  /** It can be requested. */
  mayAsk: boolean
  /** What this app loaded in this month, bytes, and which month that is: `2026-11`. */
  used: { month: string; bytes: number }
  /** The person asked the browser for few bytes. */
  savesData: boolean
}

/** Hands of the engine for the screen about storage. */
export interface StorageService {
  read: () => Promise<StorageReport>
  clear: (what: Clearable) => Promise<void>
  /** Requests persistent storage; true when the browser granted it. */
  ask: () => Promise<boolean>
  /** Goes on with keeping favourites after they were cleared. */
  resume: () => Promise<void>
}

export interface StorageServicePorts {
  shared: PublicStore
  /** Databases of the people on screen. */
  owns: () => Promise<OwnStore[]>
  /** Of the person who has favourites here; undefined for a guest. */
  mine: () => Promise<{ own: OwnStore; pictures: SavedPictures | undefined } | undefined>
  caches: CacheBox | undefined
  evictables: readonly Evictable[]
  /** What this app loaded this month so far. */
  used: () => Promise<StorageReport['used']>
  persisted: (() => Promise<boolean>) | undefined
  /** Requests persistent storage; undefined where that is not possible. */
  persist: (() => Promise<boolean>) | undefined
  /** Whether the last request was granted; undefined when there was none. */
  asked: () => Promise<boolean | undefined>
  savesData: () => boolean
  now: () => number
  /** Lets the keeping of favourites go on. */
  wake: () => void
  changed: () => Promise<void>
}

/** What the screen about storage can see and do; loaded with it. */
export function createStorageService(o: StorageServicePorts): StorageService & { hold: () => Promise<void> } {
  const sizes = async () => measure({ shared: o.shared, owns: await o.owns(), caches: o.caches })
  const lasting = async () => o.persisted?.().catch(ignoreExpected('persisted', isRefused))

  async function clearFavourites() {
    const mine = await o.mine()
    if (!mine) return
    const pins = await mine.own.transaction('write', ['kept'], async (tx) => {
      // First of all, else the job would begin again behind this.
      await putHalt(tx, 'stopped', o.now())
      const rows = await pinsIn(tx)
      for (const { carId } of rows) await dropPin(tx, carId)
      return rows
    })
    await mine.pictures?.clear()
    await o.shared.transaction('write', ['details'], async (tx) => {
      for (const { carId } of pins) await tx.delete('details', carId)
    })
  }
  return {
    async read() {
      const ballast = await o.shared.transaction('read', ['meta'], (tx) => tx.get('meta', ballastRow))
      return {
        sizes: await sizes(),
        reserve: ballast ? ballastBytes : 0,
        lasting: await lasting(),
        asked: await o.asked(),
        mayAsk: o.persist !== undefined,
        used: await o.used(),
        savesData: o.savesData(),
      }
    },
    async clear(what: Clearable) {
      if (what === 'favourites') await clearFavourites()
      else {
        const steps = what === 'viewedPictures' ? ['otherPictures', 'viewedPictures'] : [what]
        for (const { step, free } of o.evictables) if (steps.includes(step)) await free()
      }
      await o.changed()
    },
    ask: async () => (await o.persist?.()) ?? false,
    async resume() {
      const mine = await o.mine()
      await mine?.own.transaction('write', ['kept'], (tx) => putHalt(tx, undefined, o.now()))
      await o.changed()
      o.wake()
    },
    async hold() {
      const gone = await enforceBudget({
        measure: sizes,
        evictables: o.evictables,
        lasting: (await lasting()) === true,
      })
      if (gone.length > 0) await o.changed()
    },
  }
}

/**
 * Holds the budget (`cache/budget.ts`): measures what is here and gives up, in order, what is too much. Seldom,
 * and when the page has nothing better to do. Answers what had to go.
 */
export async function enforceBudget(o: {
  measure: () => Promise<Readonly<Record<BucketName, number>>>
  evictables: readonly Evictable[]
  /** The browser promised to keep it. */
  lasting: boolean
}): Promise<EvictionStep[]> {
  const given = new Set<EvictionStep>()
  for (;;) {
    const step = nextToGo(await o.measure(), o.lasting, given)
    if (step === undefined) return [...given]
    given.add(step)
    // What cannot be given up is passed over.
    await o.evictables
      .find((one) => one.step === step)
      ?.free()
      .catch(ignoreExpected('give-up', isPassing))
  }
}
