import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Sql } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { limitOf } from './limits.ts'

/** Maximum bytes of the body that a mail program sends. */
const mostBytes = 4096
/** Pattern of the field in a URL-encoded or multipart form. */
const oneClick = /(?:^|&)List-Unsubscribe=One-Click(?:&|\s*$)|name="?List-Unsubscribe"?\s+One-Click\s/i

/** Returns the headers that let a mail program unsubscribe with one click (RFC 2369, RFC 8058). */
export function unsubscribeHeaders(url: string, mailbox?: string): Record<string, string> {
  const ways = [url, ...(mailbox === undefined ? [] : [`mailto:${mailbox}?subject=unsubscribe`])]
  return {
    'List-Unsubscribe': ways.map((way) => `<${way}>`).join(', '),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/**
 * Mounts the POST that mail programs send to the address of the List-Unsubscribe header, without a page and without a login
 * (RFC 8058). A GET of that address does not unsubscribe, because some programs open every link of an e-mail.
 */
export function mountOneClick(
  app: FastifyInstance,
  deps: Deps,
  o: {
    /** Path with `:secret` in it. */
    path: string
    /** Route whose rate limit applies. */
    limit: Parameters<typeof limitOf>[0]
    msg: string
    leave: (sql: Sql, secret: string) => Promise<void>
  },
): void {
  void app.register(async (scope) => {
    scope.removeContentTypeParser(['application/json', 'multipart/form-data'])
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data']
    scope.addContentTypeParser(
      types,
      { parseAs: 'string', bodyLimit: mostBytes },
      async (_: unknown, text: string) => text,
    )
    scope.post<{ Params: { secret: string } }>(
      o.path,
      { bodyLimit: mostBytes, config: { rateLimit: limitOf(o.limit, deps) } },
      async (request, reply) => {
        if (typeof request.body !== 'string' || !oneClick.test(request.body))
          throw new AppError('validation_failed')
        await deps.db.tx((sql) => o.leave(sql, request.params.secret))
        return reply.header('cache-control', 'no-store').send({ success: true, msg: o.msg })
      },
    )
  })
}
