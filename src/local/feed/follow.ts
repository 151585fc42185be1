import { AppError } from '#contract/errors.ts'
import { readPage } from './change.ts'
import { nextAsk } from './copies.ts'
import type { Pull } from './pull.ts'
import type { FeedShelf } from './shelf.ts'

export interface Following {
  pull: Pull
  shelf: FeedShelf
  /** Cars this phone shall keep. */
  window: number
  /** Cars a page; the server's usual number when left out. */
  limit?: number
}
/** `news` tells whether anything on the phone changed, also when it could not be finished. */
export type Followed = { ok: true; news: boolean } | { ok: false; news: boolean; error: AppError }

/** The server does not know the place any more, or never did: everything is fetched anew. */
const isOver = ({ code }: AppError) => code === 'gone' || code === 'validation_failed'
/** Whoever is sent back to the beginning more often in one go tries again another time. */
const mostStarts = 2
/** More pages than any market has: such a server is not right. */
const mostPages = 5000

/**
 * Brings the phone's copy of the market up to date. Each page is kept with its cursor, so that it may be interrupted
 * anywhere and goes on from there; what is shown is always one whole copy.
 */
export async function follow({ pull, shelf, window, limit }: Following): Promise<Followed> {
  let news = false
  let starts = 0
  const failed = (error: AppError): Followed => ({ ok: false, news, error })
  await shelf.fit(window)
  for (let pages = 0; pages < mostPages; pages++) {
    const copies = await shelf.copies()
    const asked = nextAsk(copies, window)
    const answer = await pull(limit === undefined ? asked : { ...asked, limit })
    const change = answer.ok ? readPage(answer.page) : undefined
    if (answer.ok && !change) return failed(new AppError('bad_reply'))
    const elsewhere = change && !change.full && change.epoch !== copies.shown?.epoch
    if (elsewhere || (!answer.ok && asked.cursor !== undefined && isOver(answer.error))) {
      starts += 1
      if (starts > mostStarts) return failed(answer.ok ? new AppError('bad_reply') : answer.error)
      await shelf.restart(asked.cursor, window)
      continue
    }
    if (!change) return failed(answer.ok ? new AppError('bad_reply') : answer.error)
    // A page that leads nowhere would be asked for without end.
    if (change.more && change.cursor === asked.cursor) return failed(new AppError('bad_reply'))
    // Another tab follows as well, and was quicker.
    if (!(await shelf.take(change, asked.cursor))) return { ok: true, news }
    news ||= change.full || change.cards.length + change.gone.length + change.outside.length > 0
    if (change.full || change.more) continue
    await shelf.fit(window)
    await shelf.sweep()
    return { ok: true, news }
  }
  return failed(new AppError('bad_reply'))
}
