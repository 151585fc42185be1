import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { newsletterPaths, newsletterRoutes } from '#contract/forms/newsletter.ts'
import { type Mount, ok } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { mountOneClick } from '../../kernel/http/one-click.ts'
import { emailKey } from '../../users/users-store.ts'
import { admit } from '../admission.ts'
import {
  addressHash,
  askNewsletter,
  confirmSubscriber,
  subscriberOf,
  unsubscribe,
} from './newsletter-store.ts'

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
    return { ...ok, msg: 'Please confirm with the link in the e-mail that we send to this address.' }
  })

  mount(newsletterRoutes.confirmNewsletter, async ({ body, sql }) => {
    const subscriber = await subscriberOf(sql, { secret: body.token, kind: 'confirm', now: now() })
    if (!subscriber) throw new AppError('link_expired')
    if (subscriber.state === 'asked') await confirmSubscriber(sql, subscriber.id, now())
    return { ...ok, msg: 'You are subscribed.' }
  })

  mount(newsletterRoutes.unsubscribeNewsletter, async ({ body, sql }) => {
    await leave(sql, body.token)
    return { ...ok, msg: 'You are unsubscribed.' }
  })

  mountOneClick(app, deps, {
    path: newsletterPaths.unsubscribe,
    limit: newsletterRoutes.unsubscribeNewsletter,
    msg: 'You are unsubscribed.',
    leave,
  })
}
