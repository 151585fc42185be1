import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Sql } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { limitOf } from './limits.ts'

/** Bytes of what a mail program sends. */
const mostBytes = 4096
/** The field as a form of either kind carries it. */
const oneClick = /(?:^|&)List-Unsubscribe=One-Click(?:&|\s*$)|name="?List-Unsubscribe"?\s+One-Click\s/i

/** Headers by which a mail program unsubscribes with one click (RFC 2369, RFC 8058). */
export function unsubscribeHeaders(url: string, mailbox?: string): Record<string, string> {
  const ways = [url, ...(mailbox === undefined ? [] : [`mailto:${mailbox}?subject=unsubscribe`])]
  return {
    'List-Unsubscribe': ways.map((way) => `<${way}>`).join(', '),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/**
 * What mail programs post to the address of the List-Unsubscribe header, without a page and without a login (RFC 8058).
 * Getting that address is another call: programs that look at every link of an e-mail unsubscribe nobody.
 */
export function mountOneClick(
  app: FastifyInstance,
  deps: Deps,
  o: {
    /** With `:secret` in it. */
    path: string
    /** Route whose limit it shares. */
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
