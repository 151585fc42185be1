import { useCallback } from 'react'
import type { CommandKind, Payloads } from '#contract/commands.ts'
import { AppError } from '#contract/errors.ts'
import type { Base } from '../database/records.ts'
import type { OutboxEntry, PutResult } from '../outbox/view.ts'
import { useAttempt, useLocal, useReadable } from './context.ts'

/** What a first view needs of the writes; what only the outbox needs is in `outbox.ts`, which comes with it. */

/**
 * `ok` means it is safe on this phone; it is sent only when the outbox says `done`. `base` is what the person saw when
 * they decided, for what has versions; `pictures` are stored photos that must be there first.
 */
export function useCommand<K extends CommandKind>(
  kind: K,
): (payload: Payloads[K], base?: Base, pictures?: readonly string[]) => Promise<PutResult> {
  const attempt = useAttempt()
  return useCallback(
    async (payload, base, pictures) => {
      const result = await attempt('put', (engine) => engine.put(kind, payload, base, pictures))
      // The store's own code could not be loaded: nothing was saved, and nothing is claimed.
      return result ?? { ok: false, error: new AppError('storage_unavailable') }
    },
    [attempt, kind],
  )
}

/** The heart: the server's last answer with this phone's unfinished wish on top. */
export function useFavourite(carId: string) {
  const { views, session } = useLocal()
  const attempt = useAttempt()
  const { favourites } = useReadable(views)
  const { account } = useReadable(session)
  const put = useCommand('fav.set')
  const set = useCallback((want: boolean) => put({ carId, want: want ? 'yes' : 'no' }), [put, carId])
  const keep = useCallback(
    async (on: boolean) => (await attempt('keep-heart', (engine) => engine.keepHeart(carId, on))) ?? false,
    [attempt, carId],
  )
  const wanted = favourites.wanted.get(carId)
  return {
    on: wanted ?? favourites.base.has(carId),
    /** Tapped, but the server has not confirmed it yet. */
    waiting: wanted !== undefined,
    set,
    /** Asked when it is pressed: a page that was just hydrated may not show yet who is signed in. */
    isGuest: () => !session.get().user,
    /** For a guest: keeps the heart on this phone alone; false when that was not possible. Undefined for everybody else. */
    keep: account === undefined ? keep : undefined,
  }
}

/** Unfinished first, then the receipts of the last 7 days. */
export function useOutbox(): readonly OutboxEntry[] {
  return useReadable(useLocal().views).outbox
}

/** Items that are not done. */
export const filterWaiting = (outbox: readonly OutboxEntry[]): OutboxEntry[] =>
  outbox.filter((entry) => entry.state !== 'done')

export function useOutboxEntry(id: string | undefined): OutboxEntry | undefined {
  const outbox = useOutbox()
  return id === undefined ? undefined : outbox.find((entry) => entry.id === id)
}
