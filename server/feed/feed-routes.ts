import type { FastifyInstance } from 'fastify'
import { AppError, fieldErrors } from '#contract/errors.ts'
import { feedQuery, feedRoute, type FeedQuery } from '#contract/sync/feed.ts'
import { basePath } from '#contract/http.ts'
import type { Deps } from '../kernel/deps.ts'
import { feedPage } from './feed.ts'

function readQuery(given: unknown): FeedQuery {
  const read = feedQuery.safeParse(given)
  if (read.success) return read.data
  const fields = fieldErrors(read.error.issues)
  const [first] = Object.values(fields)
  throw new AppError('validation_failed', { fields, ...(first === undefined ? {} : { msg: first }) })
}

/**
 * Mounted by itself, since it is asked by address and may be answered with "nothing new": the cursor of an answer is
 * also its tag, and a phone whose cursor does not move has all there is.
 */
export function mountFeed(app: FastifyInstance, deps: Deps): void {
  app.get(basePath + feedRoute.path, async (request, reply) => {
    const data = await feedPage(deps.db, readQuery(request.query), deps.now())
    const tag = `"${data.cursor}"`
    void reply.header('etag', tag).header('cache-control', 'no-cache')
    const seen = request.headers['if-none-match']
    if (seen?.split(',').some((t) => t.trim().replace(/^W\//, '') === tag)) return reply.code(304).send()
    return reply.send({ success: true, msg: 'Success', data })
  })
}
