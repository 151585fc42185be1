import { AppError } from '#contract/errors.ts'
import type { FeedPage } from '#contract/sync/feed.ts'
import { basePath, headers } from '#contract/http.ts'
import { errorOf } from '../../transport/request.ts'
import { send, type HttpClient } from '../../transport/send.ts'
import type { FeedRequest } from './generations.ts'
import { readPlainPage } from './plain-page.ts'

/** `same`: nothing happened since that cursor, as of that server time. */
export type Pulled =
  | { ok: true; page: FeedPage }
  | { ok: true; same: number }
  | { ok: false; error: AppError }
/** Asks the server for one page. */
export type Pull = (asked: FeedRequest & { limit?: number }) => Promise<Pulled>

/**
 * The cursor is also the tag of the page that ends there: where nothing happened the server says so without a body,
 * and that is handed on as an answer without a page.
 */
const conditional = (http: HttpClient, cursor: string): HttpClient => ({
  ...http,
  async fetch(url, init) {
    const asked = {
      ...init,
      headers: { ...(init.headers as Record<string, string>), 'if-none-match': `"${cursor}"` },
    }
    const reply = await http.fetch(url, asked)
    if (reply.status !== 304) return reply
    const told = new Headers({ 'content-type': 'application/json' })
    for (const name of [headers.api, 'date']) {
      const value = reply.headers.get(name)
      if (value !== null) told.set(name, value)
    }
    return new Response(JSON.stringify({ same: Date.parse(told.get('date') ?? '') || 0 }), { headers: told })
  },
})

const address = `${basePath}sync/catalogue`

export function createPull(http: HttpClient): Pull {
  return async (asked) => {
    const wanted = Object.entries(asked).map(([name, value]) => [name, String(value)])
    const path = `${address}?${new URLSearchParams(wanted)}`
    const way = asked.cursor === undefined ? http : conditional(http, asked.cursor)
    const answer = await send(way, { method: 'GET', path })
    if (!answer.ok) return { ok: false, error: errorOf(answer.error, answer.status) }
    // What the worker kept is a page of another day.
    if (answer.fromPhone) return { ok: false, error: new AppError('network') }
    const { same } = answer.body as { same?: unknown }
    if (typeof same === 'number') return { ok: true, same }
    const page = readPlainPage(answer.body)
    return page ? { ok: true, page } : { ok: false, error: new AppError('bad_reply') }
  }
}
