// Mounts a call of the contract: who calls, is the input right, one transaction for a write, the reply as it was given.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, fieldErrors } from '#contract/errors.ts'
import { basePath, headers, type ReplyOf, type Route } from '#contract/http.ts'
import { actorOf } from './auth.ts'
import type { Call, Handler, Mount } from './call.ts'
import type { Sql } from './db/sql.ts'
import type { Deps } from './deps.ts'
import type { KnownPaths } from './errors.ts'
import { fingerprintOf, once, type Outcome, readKey } from './idempotency.ts'
import { limitOf } from './http/limits.ts'

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
  route: R,
  handler: Handler<R>,
  request: FastifyRequest,
  deps: Deps,
): Promise<Outcome<ReplyOf<R>>> {
  const actor = await actorOf(request, route.auth, deps)
  const params = valid(route.params, request.params)
  const body = valid(route.body, request.body ?? {})
  // The schemas just parsed these, and `actorOf` refused a missing user.
  const call = (sql: Sql) =>
    handler({ params, body, actor, user: actor.user, sql, deps } as unknown as Call<R>)
  if (!route.write) return { status: 200, body: await call(deps.db), replayed: false }

  const key = readKey(request.headers[headers.idempotencyKey])
  if (key === undefined) {
    return { status: 200, body: await deps.db.tx(call), replayed: false }
  }
  const path = request.url.split('?', 1)[0] ?? ''
  const fingerprint = fingerprintOf(request.method, path, request.body)
  return deps.db.tx((sql) =>
    once(sql, { actor: actor.key, key, fingerprint, now: deps.now() }, () => call(sql)),
  )
}

export interface MountOptions {
  /** Rate limits on. */
  limits: boolean
  /** Replies are checked against the contract. */
  checkReplies: boolean
}

/** The mount to hand to every group, and what was mounted with it. */
export function makeMount(
  app: FastifyInstance,
  deps: Deps,
  o: MountOptions = { limits: true, checkReplies: false },
): { mount: Mount; paths: KnownPaths } {
  const known: { pattern: RegExp; method: string }[] = []
  const mount: Mount = (route, handler) => {
    const url = basePath + route.path
    known.push({ pattern: new RegExp(`^${url.replace(/:[a-z_]+/gi, '[^/]+')}$`), method: route.method })
    app.route({
      method: route.method,
      url,
      config: { rateLimit: o.limits && limitOf(route) },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const outcome = await answer(route, handler, request, deps)
        if (o.checkReplies) honest(route, outcome.body)
        if (outcome.replayed) void reply.header(headers.replayed, 'true')
        return reply.code(outcome.status).header('cache-control', 'no-store').send(outcome.body)
      },
    })
  }
  const methodsOf = (path: string): string[] =>
    known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  return { mount, paths: { methodsOf } }
}
