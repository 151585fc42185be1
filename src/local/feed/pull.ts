import { AppError } from '#contract/errors.ts'
import { feedRoute, type FeedPage } from '#contract/sync/feed.ts'
import { pathOf } from '#contract/http.ts'
import { errorOf } from '../transport/request.ts'
import { send, type Wire } from '../transport/send.ts'
import type { Asked } from './copies.ts'

export type Pulled = { ok: true; page: FeedPage } | { ok: false; error: AppError }
/** Asks the server for one page. */
export type Pull = (asked: Asked & { limit?: number }) => Promise<Pulled>

export function createPull(wire: Wire): Pull {
  return async (asked) => {
    const wanted = Object.entries(asked).map(([name, value]) => [name, String(value)])
    const path = `${pathOf(feedRoute)}?${new URLSearchParams(wanted)}`
    const answer = await send(wire, { method: feedRoute.method, path })
    if (!answer.ok) return { ok: false, error: errorOf(answer.error, answer.status) }
    // What the worker kept is a page of another day.
    if (answer.fromPhone) return { ok: false, error: new AppError('network') }
    const reply = feedRoute.reply.safeParse(answer.body)
    return reply.success
      ? { ok: true, page: reply.data.data }
      : { ok: false, error: new AppError('bad_reply') }
  }
}
