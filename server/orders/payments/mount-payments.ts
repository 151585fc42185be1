// How money arrives: where the card payment provider tells of it, and in a demo the provider itself.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { FakePayfast } from '../../integrations/payfast/fake-payfast.ts'
import { payfastOf, playPath } from '../../integrations/payfast/payfast.ts'
import { mountNotices } from './notify-route.ts'

/** This server as it reaches itself, whatever is in front of it. */
function localOriginOf({ server }: FastifyInstance): string | undefined {
  const address = server.address()
  if (typeof address !== 'object' || address === null) return undefined
  const host = ['0.0.0.0', '::'].includes(address.address) ? '127.0.0.1' : address.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}

/**
 * The provider's page, its notices and its word about them, for a demo on one's own machine: never in production, nor
 * where a real merchant is set. All of it goes over HTTP as with the real one.
 */
function mountPlay(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  const payfast = payfastOf(config)
  if (!config.playsPayfast || !payfast) return
  const reach = (url: string) => {
    const origin = localOriginOf(app)
    return origin !== undefined && url.startsWith(`${config.publicUrl}/`)
      ? origin + url.slice(config.publicUrl.length)
      : url
  }
  const fake = new FakePayfast({ merchant: () => payfast.merchant, base: playPath, reach })
  app.addHook('onClose', () => fake.stop())
  void app.register((scope, _, done) => {
    const type = 'application/x-www-form-urlencoded'
    scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, ready) => {
      ready(null, body.toString('latin1'))
    })
    scope.route<{ Body: unknown }>({
      method: ['GET', 'POST'],
      url: `${playPath}/*`,
      handler: async (request, reply) => {
        const path = request.url.split('?', 1)[0] ?? ''
        const body = typeof request.body === 'string' ? request.body : ''
        const said = await fake.answer(request.method, path, body)
        if (!said) return reply.callNotFound()
        return reply.code(said.status).headers(said.headers).send(said.body)
      },
    })
    done()
  })
}

export function mountPayments(app: FastifyInstance, deps: Deps): void {
  mountNotices(app, deps, (url) => {
    const origin = deps.config.playsPayfast ? localOriginOf(app) : undefined
    return origin === undefined ? url : origin + playPath
  })
  mountPlay(app, deps)
}
