// The list of cars, the most frequent call. It is mounted without the framework's call handling, because a cached response must
// not be parsed, validated and serialized again.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { carRoutes } from '#contract/cars.ts'
import { AppError } from '#contract/errors.ts'
import { basePath, headers } from '#contract/http.ts'
import { callerOf } from '../../kernel/auth.ts'
import { ByteLru } from '../../kernel/byte-lru.ts'
import type { Deps } from '../../kernel/deps.ts'
import { answerBeforeFramework, type ReadyCall } from '../../kernel/http/before-framework.ts'
import { worthIt } from '../../kernel/http/compress.ts'
import { isSame } from '../../kernel/http/etag.ts'
import { gauges, timesOf } from '../../kernel/http/metrics.ts'
import { headersOfAnswers } from '../../kernel/http/security.ts'
import { honest } from '../../kernel/mount.ts'
import { ListService, type ListResponse, type ListServiceOptions, writtenOf } from './list-service.ts'

export interface ListRouteOptions extends Omit<ListServiceOptions, 'log'> {
  /** Whether responses are checked against the contract. */
  checkReplies: boolean
}

/** A cache may use a response for 5 s, and for 30 s more while it requests a new one. */
const sharedFor = 'public, max-age=5, stale-while-revalidate=30'

/** Maximum characters of a body that is answered before the framework runs. Our clients send no longer ones. */
const longestAtOnce = 4096

const route = carRoutes.getCarList
const url = basePath + route.path

/** Mounts the route; returns the service that answers the requests. */
export function mountList(app: FastifyInstance, deps: Deps, o: ListRouteOptions): ListService {
  const list = new ListService(deps, { ...o, log: app.log })
  const writers = new RecentWriters(() => performance.now())
  gauges(app, list.gauges)
  app.addHook('onReady', async () => list.live.start())
  app.addHook('onClose', () => list.live.stop())
  app.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.method !== 'GET' && request.routeOptions.url !== url) writers.note(request)
    done()
  })
  answerBeforeFramework(app, {
    url,
    longest: longestAtOnce,
    answer: readyAnswer(list, app, deps, o, () => writers.some),
    sent: timesOf(app, 'POST', url),
  })
  // A separate scope, because here the body stays text.
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

    const questionIn = async (request: FastifyRequest, text: string) =>
      list.questions.again(text) ?? (await list.questions.read(text, await parsed(request, text)))

    scope.post(url, async (request, reply) => {
      const text = typeof request.body === 'string' ? request.body : ''
      const question = await questionIn(request, text)
      const actor =
        request.headers.authorization === undefined ? undefined : await callerOf(request, route.auth, deps)
      const asker = { user: actor?.user?.id, author: () => writers.has(request) }
      const answer = await list.answer(question, asker)
      if (o.checkReplies) honest(route, 'plain' in answer ? JSON.parse(answer.plain.toString()) : answer)
      void reply.header('cache-control', 'no-store')
      return 'plain' in answer ? send(request, reply, answer) : reply.send(answer)
    })

    // The same query in an address, for caches between server and client. No token is read: the response is that for a guest.
    scope.get(url, async (request, reply) => {
      const { q = '' } = request.query as Record<string, unknown>
      if (typeof q !== 'string')
        throw new AppError('validation_failed', { fields: { q: 'Ask one question.' } })
      const question = await questionIn(request, q)
      const given = await list.answer(question, { user: undefined, author: () => false })
      const answer = 'plain' in given ? given : writtenOf(Buffer.from(JSON.stringify(given)))
      if (o.checkReplies) honest(route, JSON.parse(answer.plain.toString()))
      const tag = answer.tag()
      void reply.header('cache-control', sharedFor).header('etag', tag)
      if (isSame(request.headers['if-none-match'], tag))
        return reply.code(304).header('vary', 'Accept-Encoding').send()
      return send(request, reply, answer)
    })
  })
  return list
}

/** Returns the body in the encoding that the caller accepts. A short body is never compressed. */
function packedFor({ plain, packed }: ListResponse, { headers: given }: Pick<FastifyRequest, 'headers'>) {
  if (plain.length < worthIt) return { varies: false, encoding: undefined, bytes: plain }
  return { varies: true, ...packed(given['accept-encoding']) }
}

async function send(request: FastifyRequest, reply: FastifyReply, answer: ListResponse) {
  const { varies, encoding, bytes } = packedFor(answer, request)
  void reply.header('content-type', 'application/json; charset=utf-8')
  if (varies) void reply.header('vary', 'Accept-Encoding')
  if (encoding !== undefined) void reply.header('content-encoding', encoding)
  return reply.send(await bytes)
}

/** Texts that could produce an object with unusual keys. The framework's parser reads and rejects such a body. */
const suspicious = /__proto__|constructor|\\u/

/** Returns the function that answers guests before the framework runs, if no database query is needed. */
function readyAnswer(
  list: ListService,
  app: FastifyInstance,
  deps: Deps,
  o: ListRouteOptions,
  author: () => boolean,
): ReadyCall['answer'] {
  const fixed = { [headers.api]: '1', ...headersOfAnswers(deps.config), 'cache-control': 'no-store' }
  const head = [...Object.entries(fixed).flat(), 'content-type', 'application/json; charset=utf-8']
  const packable = [...head, 'vary', 'Accept-Encoding']
  const questionIn = (text: string) => {
    const again = list.questions.again(text)
    if (!again && suspicious.test(text)) return undefined
    return again ?? list.questions.readNow(text, JSON.parse(text))
  }
  const packed = (written: ListResponse, request: IncomingMessage) => {
    if (o.checkReplies) honest(route, JSON.parse(written.plain.toString()))
    const { varies, encoding, bytes } = packedFor(written, request)
    const plainly = varies ? packable : head
    const named = encoding === undefined ? plainly : [...plainly, 'content-encoding', encoding]
    if (bytes === written.plain) return { headers: named, bytes, over: written.giveBack }
    if (Buffer.isBuffer(bytes)) {
      written.giveBack?.()
      return { headers: named, bytes }
    }
    return bytes.then(
      (made) => {
        written.giveBack?.()
        return { headers: named, bytes: made }
      },
      (error: unknown) => {
        app.log.error(error, 'a list could not be compressed')
        return { headers: packable, bytes: written.plain }
      },
    )
  }
  const tried = <T>(step: () => T): T | undefined => {
    try {
      return step()
    } catch (error) {
      // The framework handles these requests again: it rejects invalid ones and reports errors.
      if (!(error instanceof AppError || error instanceof SyntaxError)) app.log.error(error, 'a list failed')
      return undefined
    }
  }
  // Each step runs for all calls before the next step: see `mostTogether`.
  return (calls) => {
    const questions = calls.map(({ body }) => tried(() => questionIn(body)))
    const written = questions.map(
      (question) => question && tried(() => list.atOnce(question, { user: undefined, author })),
    )
    return written.map((one, i) => {
      const request = calls[i]?.request
      return one && request && tried(() => packed(one, request))
    })
  }
}

/** Milliseconds for which a caller counts as a recent writer, and the maximum number of stored names. */
const recentFor = 2000
const mostWriters = 2000

/** Callers that have just written, by device and by IP address. Their lists must contain what they wrote. */
class RecentWriters {
  readonly #until = new ByteLru<number>(mostWriters)
  readonly #now: () => number
  #latest = 0

  constructor(now: () => number) {
    this.#now = now
  }

  note(request: FastifyRequest): void {
    this.#latest = this.#now() + recentFor
    for (const name of namesOf(request)) this.#until.set(name, this.#latest, 1)
  }

  /** Whether any caller has written recently. */
  get some(): boolean {
    return this.#latest >= this.#now()
  }

  has(request: FastifyRequest): boolean {
    return namesOf(request).some((name) => (this.#until.get(name) ?? 0) >= this.#now())
  }
}

function namesOf(request: FastifyRequest): string[] {
  const device = request.headers[headers.device]
  const address = `ip:${request.ip}`
  return typeof device === 'string' && device.length <= 64 ? [address, `d:${device}`] : [address]
}
