import { useCallback } from 'react'
import type { CommandKind, Payloads } from '#contract/commands.ts'
import { AppError } from '#contract/errors.ts'
import type { OutboxEntry, PutResult, RemoveResult } from '../outbox/entry.ts'
import { isFavourite } from '../outbox/overlay.ts'
import { useLocal, useReadable } from './context.ts'

/** `ok` means it is safe on this phone; it is sent only when the outbox says `done`. */
export function useCommand<K extends CommandKind>(kind: K): (payload: Payloads[K]) => Promise<PutResult> {
  const { load } = useLocal()
  return useCallback(
    async (payload) => {
      try {
        return await (await load()).put(kind, payload)
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
  return { on: isFavourite(favourites, carId), waiting: favourites.wanted.has(carId), set }
}

/** Unfinished first, then the receipts of the last 7 days. */
export function useOutbox(): readonly OutboxEntry[] {
  return useReadable(useLocal().views).outbox
}

export function useOutboxEntry(id: string | undefined): OutboxEntry | undefined {
  const outbox = useOutbox()
  return id === undefined ? undefined : outbox.find((entry) => entry.id === id)
}

export interface OutboxActions {
  sendNow: () => void
  retry: (id: string) => Promise<void>
  remove: (id: string) => Promise<RemoveResult>
}

export function useOutboxActions(): OutboxActions {
  const { kick, load } = useLocal()
  return {
    sendNow: () => {
      kick('manual')
    },
    async retry(id) {
      try {
        await (await load()).retry(id)
      } catch {
        // The entry stays as it is, and so does its button.
      }
    },
    async remove(id) {
      try {
        return await (await load()).remove(id)
      } catch {
        // A store that does not answer has taken nothing back.
        return 'unknown'
      }
    },
  }
}
