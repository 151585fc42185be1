// The list of cars, asked for more often than everything else together. Mounted by itself, because an answer that is
// there as bytes must not be parsed, checked and written again.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { carRoutes } from '#contract/cars.ts'
import { basePath } from '#contract/http.ts'
import { callerOf } from '../../kernel/auth.ts'
import type { Deps } from '../../kernel/deps.ts'
import { encodingFor, worthIt } from '../../kernel/http/compress.ts'
import { gauges } from '../../kernel/http/metrics.ts'
import { honest } from '../../kernel/mount.ts'
import { Authors } from './authors.ts'
import { ListService, type Written } from './list-service.ts'

export interface ListRouteOptions {
  /** Answers are checked against the contract. */
  checkReplies: boolean
  /** Cars from which on an answer may be a moment old while a new one is made. */
  largeFrom?: number
  /** Milliseconds between two looks at what others wrote. */
  every?: number
}

const route = carRoutes.getCarList
const url = basePath + route.path

/** Mounts the route; says what it answers with. */
export function mountList(app: FastifyInstance, deps: Deps, o: ListRouteOptions): ListService {
  const list = new ListService(deps, { log: app.log, largeFrom: o.largeFrom, every: o.every })
  const authors = new Authors(() => performance.now())
  gauges(app, list.gauges)
  app.addHook('onReady', async () => list.index.start())
  app.addHook('onClose', () => list.index.stop())
  app.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.method !== 'GET' && request.routeOptions.url !== url) authors.note(request)
    done()
  })
  // A place of its own, since here the body stays as it came.
  app.register(async (scope) => {
    const parse = scope.getDefaultJsonParser('error', 'error')
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_, text, done) =>
      done(null, text),
    )
    const parsed = (request: FastifyRequest, text: string) =>
      new Promise<unknown>((done, fail) => {
        if (text === '') return done({})
        void parse(request, text, (error, value: unknown) => (error ? fail(error) : done(value ?? {})))
      })

    scope.post(url, async (request, reply) => {
      const text = typeof request.body === 'string' ? request.body : ''
      const again = list.questions.again(text)
      const known = again instanceof Promise ? await again : again
      const body = known ? undefined : await parsed(request, text)
      const actor =
        request.headers.authorization === undefined ? undefined : await callerOf(request, route.auth, deps)
      const question = known ?? (await list.questions.read(text, body))
      const asker = { user: actor?.user?.id, author: () => authors.has(request) }
      const answer = await list.answer(question, asker)
      if (o.checkReplies) honest(route, 'plain' in answer ? JSON.parse(answer.plain.toString()) : answer)
      void reply.header('cache-control', 'no-store')
      return 'plain' in answer ? send(request, reply, answer) : reply.send(answer)
    })
  })
  return list
}

async function send(request: FastifyRequest, reply: FastifyReply, { plain, as }: Written) {
  void reply.header('content-type', 'application/json; charset=utf-8')
  if (plain.length < worthIt) return reply.send(plain)
  void reply.header('vary', 'Accept-Encoding')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding !== undefined) void reply.header('content-encoding', encoding)
  return reply.send(await as(encoding))
}
