import { AppError } from '#contract/errors.ts'
import { isQuota } from '../../database/failures.ts'
import { readPage, type Pull } from './pull.ts'
import { nextPosition, windowFor } from './generations.ts'
import type { ReplicaStore } from './replica-store.ts'

export interface Following {
  pull: Pull
  replicaStore: ReplicaStore
  /** Number of cars that this phone stores. */
  window: number
  /** Number of cars per page; the server's default when left out. */
  limit?: number
  /** Server time in milliseconds. */
  now?: () => number
  /** Called after each page that was stored. */
  onPage?: () => void
}
/** Result of following. `news` is whether anything on the phone changed, also when an error ended it. */
export type Followed = { ok: true; news: boolean } | { ok: false; news: boolean; error: AppError }

/** Whether the server no longer knows the cursor, or never did: all cars are loaded again. */
const isOver = ({ code }: AppError) => code === 'gone' || code === 'validation_failed'
/** Maximum number of restarts in one call. */
const mostStarts = 2
/** Maximum number of pages in one call, more than any market has: a server that sends more is defective. */
const mostPages = 5000

/**
 * Updates the replica on the phone. Each page is stored with its cursor, so that an interrupted call continues from there; the
 * shown generation is always complete. A phone without room for it halves the number of cars until they fit.
 */
export async function followFeed(o: Following): Promise<Followed> {
  const { replicaStore, now = () => 0 } = o
  let news = false
  for (;;) {
    const window = windowFor(await replicaStore.generations(), o.window, now())
    try {
      const followed = await followOnce({ ...o, window })
      return { ...followed, news: followed.news || news }
    } catch (error) {
      if (!isQuota(error)) throw error
      news = true
      // On a completely full phone not even this write succeeds.
      const smaller = await replicaStore.shrink(now()).catch((refusal: unknown) => {
        if (!isQuota(refusal)) throw refusal
        return undefined
      })
      if (smaller === undefined) return { ok: false, news, error: new AppError('storage_full') }
    }
  }
}

async function followOnce({ pull, replicaStore, window, limit, onPage }: Following): Promise<Followed> {
  let news = false
  let starts = 0
  const failed = (error: AppError): Followed => ({ ok: false, news, error })
  await replicaStore.fit(window)
  for (let pages = 0; pages < mostPages; pages++) {
    const generations = await replicaStore.generations()
    const position = nextPosition(generations, window)
    const answer = await pull(limit === undefined ? position : { ...position, limit })
    if (answer.ok && 'same' in answer) {
      // A full feed cannot be unchanged.
      if (generations.fresh) return failed(new AppError('bad_reply'))
      await replicaStore.confirm(position.cursor, answer.same)
      if (news || generations.stale.length > 0) await replicaStore.sweep()
      return { ok: true, news }
    }
    const change = answer.ok ? readPage(answer.page) : undefined
    const error = answer.ok ? new AppError('bad_reply') : answer.error
    const elsewhere = change
      ? !change.full && change.epoch !== generations.shown?.epoch
      : !answer.ok && position.cursor !== undefined && isOver(error)
    if (elsewhere) {
      starts += 1
      if (starts > mostStarts) return failed(error)
      await replicaStore.restart(position.cursor, window)
      continue
    }
    if (!change) return failed(error)
    // A page that does not move the cursor would be requested without end.
    if (change.more && change.cursor === position.cursor) return failed(new AppError('bad_reply'))
    // Another tab stored the page first.
    if (!(await replicaStore.take(change, position.cursor))) return { ok: true, news }
    news ||= change.full || change.cards.length + change.gone.length + change.outside.length > 0
    onPage?.()
    if (change.full || change.more) continue
    await replicaStore.fit(window)
    if (news || generations.stale.length > 0) await replicaStore.sweep()
    return { ok: true, news }
  }
  return failed(new AppError('bad_reply'))
}
