import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, fieldErrors } from '#contract/errors.ts'
import { basePath, headers, type ReplyOf, type Route } from '#contract/http.ts'
import { callerOf } from './auth.ts'
import type {
  CallWithoutSql,
  Extras,
  Handler,
  Mount,
  NewCookie,
  SentBody,
  ServerCall,
  Visitor,
} from './call.ts'
import type { Sql } from './db/sql.ts'
import type { Deps } from './deps.ts'
import { type IdempotentResult, isOfGone, keyedOf, once, thingsOf } from './idempotency.ts'
import { laneOf } from './together.ts'
import { type FormParts, StreamedForm } from './http/form-parts.ts'
import { limitOf } from './http/limits.ts'
import { commands } from '#contract/commands.ts'

function cookieIn(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

/** Returns a `Set-Cookie` header. The server makes the values, so they need no escape. */
function written({ name, value, path, maxAge }: NewCookie, secure: boolean): string {
  const life = maxAge === undefined ? [] : [`Max-Age=${maxAge}`]
  const parts = [`${name}=${value}`, ...life, `Path=${path}`, 'HttpOnly', 'SameSite=Strict']
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ')
}

/**
 * Returns the visitor, and a function that adds the cookies to the response. `https` says that the public URL is HTTPS, even
 * when the last proxy uses plain HTTP to this server.
 */
function visitOf(request: FastifyRequest, https: boolean) {
  const cookies = new Map<string, NewCookie>()
  const header = (name: string) => {
    const value = request.headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  const visitor: Visitor = {
    ip: request.ip,
    header,
    cookie: (name) => cookieIn(request.headers.cookie, name),
    setCookie: (cookie) => void cookies.set(cookie.name, cookie),
  }
  const leave = (reply: FastifyReply): void => {
    const secure = https || request.protocol === 'https'
    for (const cookie of cookies.values()) void reply.header('set-cookie', written(cookie, secure))
  }
  return { visitor, leave }
}

// Mounts a route of the contract: identifies the caller, validates the input, runs a write in one transaction, and sends the
// reply.

// Payload versions of queued writes that this server accepts. A phone may be unused for months: a write on it keeps the
// version with which it was made and names that version in `X-Payload: kind@version`.

interface PayloadRule {
  newest: number
  /** Oldest version that is accepted: two before the newest, for at least ninety days. */
  oldest: number
  /** Conversions of a body from version `n` to `n + 1`, for versions that cannot be read unchanged. */
  upgrade?: Readonly<Record<number, (body: unknown) => unknown>>
}
export type PayloadRegistry = Readonly<Record<string, PayloadRule>>

const olderVersions = 2
const rules = Object.entries(commands).map(([kind, { v }]): [string, PayloadRule] => [
  kind,
  { newest: v, oldest: Math.max(1, v - olderVersions) },
])
/** Payload rules of the commands of this version. */
const ownPayloads: PayloadRegistry = Object.fromEntries(rules)

/**
 * Returns the body in the newest version of its kind. Throws `upgrade_required` for a version that is too new or too old. An
 * unknown header is ignored, and the body is validated as it is.
 */
function bodyNow(header: string | string[] | undefined, body: unknown, book: PayloadRegistry): unknown {
  const [, kind = '', version] = /^([a-z.]{1,40})@(\d{1,6})$/.exec(String(header ?? '')) ?? []
  const rule = Object.hasOwn(book, kind) ? book[kind] : undefined
  if (!rule) return body
  let v = Number(version)
  if (v > rule.newest || v < rule.oldest) throw new AppError('upgrade_required')
  let now = body
  for (; v < rule.newest; v += 1) now = rule.upgrade?.[v]?.(now) ?? now
  return now
}

type Schema = NonNullable<Route['body']>

/** Parses a value; throws `validation_failed` with a sentence per field. */
export function valid(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields = fieldErrors(result.error.issues)
  const [first] = Object.values(fields)
  throw new AppError('validation_failed', { fields, ...(first === undefined ? {} : { msg: first }) })
}

/** Throws when a reply violates the contract. Tests turn this on, so that no handler deviates from its route. */
export function honest(route: Route, reply: unknown): void {
  const result = route.reply?.safeParse(reply)
  if (result?.success === false) {
    throw new TypeError(
      `${route.id} replies against its contract: ${JSON.stringify(fieldErrors(result.error.issues))}`,
    )
  }
}

/** Returns undefined when a schema refuses the input. The handler then reports why, unless the write was done before. */
function acceptable<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

const isObject = (value: unknown): value is SentBody => typeof value === 'object' && value !== null

/** Fields that the fingerprint of a request omits: even a fast hash of them would help to guess a password. */
const secrets = ['password', 'new_password', 'confirm_password']
const withoutSecrets = (sent: unknown): unknown =>
  isObject(sent) && !Array.isArray(sent)
    ? Object.fromEntries(Object.entries(sent).filter(([name]) => !secrets.includes(name)))
    : sent

export interface MountOptions {
  /** Whether rate limits are on. */
  limits: boolean
  /** Whether replies are checked against the contract. */
  checkReplies: boolean
  /** Payload versions that this server accepts; tests pass those of an older or newer server. */
  payloads?: PayloadRegistry
}

/** Returns the function with which every group mounts its routes. */
export function makeMount(app: FastifyInstance, deps: Deps, o: MountOptions): Mount {
  const { payloads = ownPayloads } = o
  const https = deps.config.publicUrl.startsWith('https://')
  return <R extends Route, P>(route: R, handler: Handler<R, P>, extras: Extras<P, R> = {}) => {
    const { form, thing, together } = extras
    const onError = (error: unknown) => app.log.warn(error, `${route.id}: calls are done one by one`)
    const lane = together && laneOf({ db: deps.db, together, thing, onError })
    if (thing) thingsOf(deps).set(thing.name, thing)

    async function answer(request: FastifyRequest, visitor: Visitor): Promise<IdempotentResult<ReplyOf<R>>> {
      const actor = await callerOf(request, route.auth, deps)
      const given: unknown = request.body ?? {}
      const readForm = (parts: FormParts) => form?.read(parts, { user: actor.user?.id ?? '' })
      const sent = given instanceof StreamedForm && form ? await given.read(readForm, form.bytes) : given
      const parse = () => {
        const now = route.write ? bodyNow(request.headers[headers.payload], sent, payloads) : sent
        return { params: valid(route.params, request.params), body: valid(route.body, now) }
      }
      const prepared = await extras.prepare?.(isObject(sent) ? sent : {}, actor, visitor)
      // The schemas parsed the input, and `actorOf` refused a missing user.
      const asked = (input: ReturnType<typeof parse>) =>
        ({ ...input, actor, user: actor.user, visitor, deps }) as unknown as CallWithoutSql<R>
      const call = (input: ReturnType<typeof parse>, sql: Sql) =>
        handler({ ...asked(input), sql } as unknown as ServerCall<R>, prepared as P)
      const known = request.body === undefined ? undefined : withoutSecrets(sent)
      const keyed = route.write ? keyedOf(request, actor, known, deps) : undefined
      const alone = async (): Promise<IdempotentResult<ReplyOf<R>>> => {
        // The body is parsed after the key is claimed: a repeated write gets its stored reply even when the rules have
        // changed since.
        if (keyed) return deps.db.tx((sql) => once(sql, keyed, async () => call(parse(), sql), thing))
        const input = parse()
        const body = await (route.write ? deps.db.tx((sql) => call(input, sql)) : call(input, deps.db))
        return { status: 200, body, replayed: false }
      }
      const input = lane && acceptable(parse)
      return input && lane ? lane({ call: asked(input), keyed, alone }) : alone()
    }

    app.route({
      method: route.method,
      url: basePath + route.path,
      config: { rateLimit: o.limits && limitOf(route, deps), form: form !== undefined },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const { visitor, leave } = visitOf(request, https)
        // An error response sets cookies too, so that an ended session deletes its cookie.
        const outcome = await answer(request, visitor).finally(() => leave(reply))
        if (o.checkReplies && !isOfGone(outcome)) honest(route, outcome.body)
        if (outcome.replayed) void reply.header(headers.replayed, 'true')
        return reply.code(outcome.status).header('cache-control', 'no-store').send(outcome.body)
      },
    })
  }
}
