import { ignoreExpected, isRefused } from '#contract/values/expected.ts'
import { ballastBytes, ballastRow, type EvictionStep, type GiveUp } from '../cache/eviction.ts'
import { isPassing } from '../database/failures.ts'
import { nextToGo, type BucketName } from '../cache/budget.ts'
import type { Partitions } from '../partitions/partitions.ts'
import type { Stores } from '../partitions/stores.ts'
import type { Capabilities } from '../platform/env.ts'
import type { PinService } from '../saved-cars/pin-service.ts'
import { dropPictures } from '../saved-cars/names.ts'
import { dropPin, pinsIn, putHalt } from '../saved-cars/rows.ts'
import type { Api, ServerTime, Surroundings } from '../sync/ports.ts'
import type { createPersistence, DataUse } from './data-use.ts'
import { measure } from './measure.ts'

/** Data that a person can clear by hand; what they wrote is deleted elsewhere. */
export type Clearable = 'answers' | 'thumbs' | 'viewedPictures' | 'viewed' | 'favourites'

export type StorageReport = Awaited<ReturnType<ReturnType<typeof createStorageService>['read']>>

export interface StoragePorts {
  host: Surroundings & ServerTime & Pick<Api, 'loaded'>
  stores: Stores
  partitions: Pick<Partitions, 'shown'>
  capabilities: Capabilities
  persistence: ReturnType<typeof createPersistence>
  pins: () => Pick<PinService, 'who' | 'wake'>
  changed: () => Promise<void>
}

/** Returns the service for the storage screen. `used` returns the bytes that this app loaded this month. */
export function createStorageService(o: StoragePorts & { used: DataUse['read'] }) {
  const { stores, capabilities, persistence } = o
  const { shared, giveUp } = stores
  const { caches, persisted } = capabilities
  const { now } = o.host.env
  const sizes = async () =>
    measure({ shared, owns: await Promise.all(o.partitions.shown().map(stores.own)), caches })
  const lasting = async () => persisted?.().catch(ignoreExpected('persisted', isRefused))
  /** Returns the partition and store of the person who has favourites here; undefined for a guest without any. */
  async function mine() {
    const partition = o.pins().who()
    return partition === undefined ? undefined : { partition, own: await stores.own(partition) }
  }

  async function clearFavourites() {
    const theirs = await mine()
    if (!theirs) return
    const pins = await theirs.own.transaction('write', ['kept'], async (tx) => {
      // The halt is stored first, otherwise the job would load the favourites again.
      await putHalt(tx, 'stopped', now())
      const rows = await pinsIn(tx)
      for (const { carId } of rows) await dropPin(tx, carId)
      return rows
    })
    await dropPictures(capabilities, theirs.partition)
    await shared.transaction('write', ['details'], async (tx) => {
      for (const { carId } of pins) await tx.delete('details', carId)
    })
  }
  return {
    async read() {
      const ballast = await shared.transaction('read', ['meta'], (tx) => tx.get('meta', ballastRow))
      return {
        sizes: await sizes(),
        /** Bytes reserved for what a person writes. */
        reserve: ballast ? ballastBytes : 0,
        /** Whether the browser granted persistent storage; undefined when unknown. */
        lasting: await lasting(),
        /** Whether the last request was granted; undefined when there was none. */
        asked: await persistence.lastAnswer(),
        /** Whether persistent storage can be requested. */
        mayAsk: capabilities.persist !== undefined,
        /** Bytes that this app loaded in this month, and the month: `2026-11`. */
        used: await o.used(),
        /** Whether the person asked the browser to save data. */
        savesData: capabilities.networkInfo?.().saveData === true,
      }
    },
    async clear(what: Clearable) {
      if (what === 'favourites') await clearFavourites()
      else {
        if (what === 'viewedPictures') await giveUp('otherPictures')
        await giveUp(what)
      }
      await o.changed()
    },
    /** Requests persistent storage; true when the browser granted it. */
    ask: async () => (capabilities.persist ? persistence.askNow() : false),
    /** Resumes storing favourites after they were cleared. */
    async resume() {
      const theirs = await mine()
      await theirs?.own.transaction('write', ['kept'], (tx) => putHalt(tx, undefined, now()))
      await o.changed()
      o.pins().wake()
    },
    async hold() {
      const gone = await enforceBudget({ measure: sizes, giveUp, lasting: (await lasting()) === true })
      if (gone.length > 0) await o.changed()
    },
  }
}

/**
 * Enforces the budget (`cache/budget.ts`): measures the data and evicts, in order, what is too much. It runs rarely, when the
 * page is idle. Resolves to the steps taken.
 */
export async function enforceBudget(o: {
  measure: () => Promise<Readonly<Record<BucketName, number>>>
  giveUp: GiveUp
  /** Whether the browser granted persistent storage. */
  lasting: boolean
}): Promise<EvictionStep[]> {
  const given = new Set<EvictionStep>()
  for (;;) {
    const step = nextToGo(await o.measure(), o.lasting, given)
    if (step === undefined) return [...given]
    given.add(step)
    // A step that fails is skipped.
    await o.giveUp(step).catch(ignoreExpected('give-up', isPassing))
  }
}
