import { useCallback } from 'react'
import type { CommandKind, Payloads } from '#contract/commands.ts'
import { AppError } from '#contract/errors.ts'
import type { Base } from '../database/records.ts'
import type { OutboxEntry, PutResult } from '../outbox/seen/entry.ts'
import { useLocal, useReadable } from './context.ts'

/** What a first view needs of the writes; what only the outbox needs is in `outbox.ts`, which comes with it. */

/**
 * `ok` means it is safe on this phone; it is sent only when the outbox says `done`. `base` is what the person saw when
 * they decided, for what has versions.
 */
export function useCommand<K extends CommandKind>(
  kind: K,
): (payload: Payloads[K], base?: Base) => Promise<PutResult> {
  const { load } = useLocal()
  return useCallback(
    async (payload, base) => {
      try {
        return await (await load()).put(kind, payload, base)
      } catch {
        // The store's own code could not be loaded: nothing was saved, and nothing is claimed.
        return { ok: false, error: new AppError('storage_unavailable') }
      }
    },
    [load, kind],
  )
}

export interface Favourite {
  on: boolean
  /** Tapped, but the server has not confirmed it yet. */
  waiting: boolean
  set: (want: boolean) => Promise<PutResult>
}

/** The heart: what the server last said with this phone's unfinished wish on top. */
export function useFavourite(carId: string): Favourite {
  const { favourites } = useReadable(useLocal().views)
  const put = useCommand('fav.set')
  const set = useCallback((want: boolean) => put({ carId, want: want ? 'yes' : 'no' }), [put, carId])
  const wanted = favourites.wanted.get(carId)
  return { on: wanted ?? favourites.base.has(carId), waiting: wanted !== undefined, set }
}

/** Unfinished first, then the receipts of the last 7 days. */
export function useOutbox(): readonly OutboxEntry[] {
  return useReadable(useLocal().views).outbox
}

export function useOutboxEntry(id: string | undefined): OutboxEntry | undefined {
  const outbox = useOutbox()
  return id === undefined ? undefined : outbox.find((entry) => entry.id === id)
}
