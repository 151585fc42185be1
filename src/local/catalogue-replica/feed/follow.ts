import { AppError } from '#contract/errors.ts'
import { isQuota } from '../../database/failures.ts'
import { readPage, type Pull } from './pull.ts'
import { nextPosition, windowFor } from './generations.ts'
import type { ReplicaStore } from './replica-store.ts'

export interface Following {
  pull: Pull
  replicaStore: ReplicaStore
  /** Cars this phone shall keep. */
  window: number
  /** Cars a page; the server's usual number when left out. */
  limit?: number
  /** The server's time, ms. */
  now?: () => number
  /** Called after each page that was stored. */
  onPage?: () => void
}
/** `news` is whether anything on the phone changed, also when it could not be finished. */
export type Followed = { ok: true; news: boolean } | { ok: false; news: boolean; error: AppError }

/** The server does not know the place any more, or never did: everything is fetched again. */
const isOver = ({ code }: AppError) => code === 'gone' || code === 'validation_failed'
/** Whoever is sent back to the beginning more often in one go tries again another time. */
const mostStarts = 2
/** More pages than any market has: such a server is not right. */
const mostPages = 5000

/**
 * Brings the phone's copy of the replica up to date. Each page is stored with its cursor, so that it may be interrupted
 * anywhere and goes on from there; what is shown is always one whole copy. A phone that has no room for it keeps half
 * as many cars, and half of that, until it has.
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
      // A phone that is full to the brim does not even take a note of it.
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
      // Only the end of the changes has nothing after it.
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
    // A page that leads nowhere would be requested without end.
    if (change.more && change.cursor === position.cursor) return failed(new AppError('bad_reply'))
    // Another tab follows as well, and was quicker.
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
