// Mounts a call of the contract: who calls, is the input right, one transaction for a write, the reply as it was given.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, fieldErrors } from '#contract/errors.ts'
import { basePath, headers, type ReplyOf, type Route } from '#contract/http.ts'
import { actorOf } from './auth.ts'
import type { Call, Handler, Mount } from './call.ts'
import type { Sql } from './db/sql.ts'
import type { Deps } from './deps.ts'
import { fingerprintOf, once, type Outcome, readKey } from './idempotency.ts'
import { limitOf } from './http/limits.ts'
import { bodyNow, ownPayloads, type PayloadBook } from './http/payloads.ts'

type Schema = NonNullable<Route['body']>

function valid(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields = fieldErrors(result.error.issues)
  const [first] = Object.values(fields)
  throw new AppError('validation_failed', { fields, ...(first === undefined ? {} : { msg: first }) })
}

/** Checks a reply against the contract; on in tests, so that no handler drifts away from what it promises. */
function honest(route: Route, reply: unknown): void {
  const result = route.reply?.safeParse(reply)
  if (result?.success === false) {
    throw new TypeError(
      `${route.id} replies against its contract: ${JSON.stringify(fieldErrors(result.error.issues))}`,
    )
  }
}

async function answer<R extends Route>(
  mounted: { route: R; handler: Handler<R>; payloads: PayloadBook },
  request: FastifyRequest,
  deps: Deps,
): Promise<Outcome<ReplyOf<R>>> {
  const { route, handler, payloads } = mounted
  const actor = await actorOf(request, route.auth, deps)
  const parse = () => {
    const sent: unknown = request.body ?? {}
    const now = route.write ? bodyNow(request.headers[headers.payload], sent, payloads) : sent
    return { params: valid(route.params, request.params), body: valid(route.body, now) }
  }
  // The schemas just parsed these, and `actorOf` refused a missing user.
  const call = (input: ReturnType<typeof parse>, sql: Sql) =>
    handler({ ...input, actor, user: actor.user, sql, deps } as unknown as Call<R>)
  const key = route.write ? readKey(request.headers[headers.idempotencyKey]) : undefined
  if (key === undefined) {
    const input = parse()
    const body = await (route.write ? deps.db.tx((sql) => call(input, sql)) : call(input, deps.db))
    return { status: 200, body, replayed: false }
  }
  const path = request.url.split('?', 1)[0] ?? ''
  const fingerprint = fingerprintOf(request.method, path, request.body)
  const keyed = { actor: actor.key, key, fingerprint, now: deps.now() }
  // Parsed after the key is claimed: a write that was done before the rules changed is answered as it was then.
  return deps.db.tx((sql) => once(sql, keyed, async () => call(parse(), sql)))
}

export interface MountOptions {
  /** Rate limits on. */
  limits: boolean
  /** Replies are checked against the contract. */
  checkReplies: boolean
  /** Queued payloads this server understands; tests hand in those of an older or newer one. */
  payloads?: PayloadBook
}

/** The mount to hand to every group. */
export function makeMount(
  app: FastifyInstance,
  deps: Deps,
  o: MountOptions = { limits: true, checkReplies: false },
): Mount {
  const payloads = o.payloads ?? ownPayloads
  const mount: Mount = (route, handler) => {
    const url = basePath + route.path
    app.route({
      method: route.method,
      url,
      config: { rateLimit: o.limits && limitOf(route, deps) },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const outcome = await answer({ route, handler, payloads }, request, deps)
        if (o.checkReplies) honest(route, outcome.body)
        if (outcome.replayed) void reply.header(headers.replayed, 'true')
        return reply.code(outcome.status).header('cache-control', 'no-store').send(outcome.body)
      },
    })
  }
  return mount
}
