import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { newsletterPaths, newsletterRoutes } from '#contract/forms/newsletter.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { limitOf } from '../../kernel/http/limits.ts'
import { emailKey } from '../../users/users-store.ts'
import { admit } from '../admission.ts'
import {
  addressHash,
  askNewsletter,
  confirmSubscriber,
  subscriberOf,
  unsubscribe,
} from './newsletter-store.ts'

const success = true as const

export function mountNewsletter(app: FastifyInstance, mount: Mount, deps: Deps): void {
  const { config, now } = deps
  const leave = async (sql: Sql, secret: string): Promise<void> => {
    const subscriber = await subscriberOf(sql, { secret, kind: 'unsubscribe', now: now() })
    if (!subscriber) throw new AppError('link_expired')
    if (subscriber.state !== 'unsubscribed') await unsubscribe(sql, subscriber.id, now())
  }

  mount(newsletterRoutes.subscribeNewsletter, async ({ body, actor, visitor, sql }) => {
    const { held } = await admit(sql, deps, { actor, visitor, filled: body.filled })
    const address = emailKey(body.EMAIL)
    const hash = addressHash(config.authSecret, address)
    const ref = body.client_ref
    await askNewsletter(sql, { id: deps.newId(), address, hash, ref, now: now(), mail: !held })
    return { success, msg: 'Please confirm with the link in the letter that we send to this address.' }
  })

  mount(newsletterRoutes.confirmNewsletter, async ({ body, sql }) => {
    const subscriber = await subscriberOf(sql, { secret: body.token, kind: 'confirm', now: now() })
    if (!subscriber) throw new AppError('link_expired')
    if (subscriber.state === 'asked') await confirmSubscriber(sql, subscriber.id, now())
    return { success, msg: 'You are subscribed.' }
  })

  mount(newsletterRoutes.unsubscribeNewsletter, async ({ body, sql }) => {
    await leave(sql, body.token)
    return { success, msg: 'You are unsubscribed.' }
  })

  mountOneClick(app, deps, leave)
}

/** Bytes of what a mail program sends. */
const mostBytes = 4096
/** The field as a form of either kind carries it. */
const oneClick = /(?:^|&)List-Unsubscribe=One-Click(?:&|\s*$)|name="?List-Unsubscribe"?\s+One-Click\s/i

/**
 * What mail programs post to the address of the List-Unsubscribe header, without a page and without a login (RFC 8058).
 * Getting that address shows the page with its button: programs that look at every link of an e-mail unsubscribe nobody.
 */
function mountOneClick(
  app: FastifyInstance,
  deps: Deps,
  leave: (sql: Sql, secret: string) => Promise<void>,
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
      newsletterPaths.unsubscribe,
      { bodyLimit: mostBytes, config: { rateLimit: limitOf(newsletterRoutes.unsubscribeNewsletter, deps) } },
      async (request: FastifyRequest<{ Params: { secret: string } }>, reply) => {
        if (typeof request.body !== 'string' || !oneClick.test(request.body))
          throw new AppError('validation_failed')
        await deps.db.tx((sql) => leave(sql, request.params.secret))
        return reply.header('cache-control', 'no-store').send({ success, msg: 'You are unsubscribed.' })
      },
    )
  })
}
