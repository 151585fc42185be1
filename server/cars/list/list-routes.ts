// The list of cars, asked for more often than everything else together. Mounted by itself, because an answer that is
// there as bytes must not be parsed, checked and written again.
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
  /** Answers are checked against the contract. */
  checkReplies: boolean
}

/** A cache may give it for some seconds, and for half a minute while it asks for a new one. */
const sharedFor = 'public, max-age=5, stale-while-revalidate=30'

/** Letters of a question that is answered before the framework; no phone of ours asks a longer one. */
const longestAtOnce = 4096

const route = carRoutes.getCarList
const url = basePath + route.path

/** Mounts the route; says what it answers with. */
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

    // The same question in an address, for caches between here and who asks. No token is looked at: the answer is a guest's.
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

/** An answer as this caller takes it; a short one is the same to all. */
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

/** What would be no plain object: such a body is read, and refused, by the framework's reader. */
const suspicious = /__proto__|constructor|\\u/

/** The answers to guests that need nothing from the database, as they are sent before the framework is asked. */
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
      // The framework's way refuses what is no question, and answers what fails.
      if (!(error instanceof AppError || error instanceof SyntaxError)) app.log.error(error, 'a list failed')
      return undefined
    }
  }
  // Step by step for all calls: see `mostTogether`.
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

/** Milliseconds for which a caller counts as a recent writer, and how many are remembered. */
const recentFor = 2000
const mostWriters = 2000

/** Callers that have just written, by device and by address: they must see what they did. */
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

  /** Anybody may be one of them. */
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
