import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, fieldErrors } from '#contract/errors.ts'
import { feedQuery, feedRoute, type FeedPage, type FeedQuery } from '#contract/sync/feed.ts'
import { basePath } from '#contract/http.ts'
import type { Deps } from '../../kernel/deps.ts'
import { compressedAs, encodingFor, worthIt } from '../../kernel/http/compress.ts'
import { headOf } from './feed-store.ts'
import { readFeedPage } from './feed.ts'
import { FullPages, type SentPage } from './full-pages.ts'

function readQuery(given: unknown): FeedQuery {
  const read = feedQuery.safeParse(given)
  if (read.success) return read.data
  const fields = fieldErrors(read.error.issues)
  const [first] = Object.values(fields)
  throw new AppError('validation_failed', { fields, ...(first === undefined ? {} : { msg: first }) })
}

/** Whether the caller already has the page that ends there. */
const isKnown = ({ headers }: FastifyRequest, cursor: string) =>
  headers['if-none-match']?.split(',').some((t) => t.trim().replace(/^W\//, '') === `"${cursor}"`) ?? false

/** News is small and asked for again and again by every phone; what is longer is a market on its way, which is rare. */
const newsAtMost = 64_000

/**
 * Mounted by itself, since it is asked by address and may be answered with "nothing new": the cursor of an answer is
 * also its tag, and a phone whose cursor does not move has all there is.
 */
export function mountFeed(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const pages = new FullPages()
  const sent = (data: FeedPage): SentPage => ({
    cursor: data.cursor,
    plain: Buffer.from(JSON.stringify({ success: true, msg: 'Success', data })),
  })
  app.get(basePath + feedRoute.path, async (request, reply) => {
    const query = readQuery(request.query)
    void reply.header('cache-control', 'no-cache')
    if (query.cursor === undefined) {
      const question = `${query.window} ${query.limit}`
      const head = await pages.head(() => headOf(db))
      const page = await pages.at(head, question, async () =>
        sent(await readFeedPage(db, query, deps.now(), head)),
      )
      void reply.header('etag', `"${page.cursor}"`).header('vary', 'Accept-Encoding')
      if (isKnown(request, page.cursor)) return reply.code(304).send()
      void reply.type('application/json; charset=utf-8')
      const encoding = encodingFor(request.headers['accept-encoding'])
      if (encoding === undefined || page.plain.length < worthIt) return reply.send(page.plain)
      return reply.header('content-encoding', encoding).send(await pages.as(question, page, encoding))
    }
    const data = await readFeedPage(db, query, deps.now())
    void reply.header('etag', `"${data.cursor}"`)
    if (isKnown(request, data.cursor)) return reply.code(304).send()
    const text = JSON.stringify({ success: true, msg: 'Success', data })
    void reply.type('application/json; charset=utf-8')
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding === undefined || text.length < worthIt || text.length > newsAtMost) return reply.send(text)
    void reply.header('vary', 'Accept-Encoding').header('content-encoding', encoding)
    return reply.send(await compressedAs(encoding, text, { thoroughly: true }))
  })
}
