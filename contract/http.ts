import type { z } from 'zod/mini'

/** All calls live below this path (R-API-01). */
export const basePath = '/api/v1/'

/** Headers both sides know by the same name. */
export const headers = {
  /** Every answer of our server carries `X-Api: 1`; an answer without it comes from a portal or a proxy. */
  api: 'x-api',
  /** draft-ietf-httpapi-idempotency-key-header: a quoted string, at most 80 characters. */
  idempotencyKey: 'idempotency-key',
  /** `true` when the answer was stored earlier under the same key. */
  replayed: 'idempotency-replayed',
  /** The phone that sends: names the actor of writes without login, and orders desired-state writes. */
  device: 'x-device',
  /** `kind@version` of a queued payload, so that a newer server still understands it. */
  payload: 'x-payload',
  /** On a document that the server drew: address of the entry script of the build that drew it. */
  firstView: 'x-first-view',
  /** On a read that the server makes for a page it draws: nobody looks at the car yet. */
  drawing: 'x-drawing',
} as const

/**
 * `none` skips authentication, `optional` sends the token when there is one, `required` needs it (R-API-02), `admin`
 * needs it from a person whom the database knows as an admin, in a session with a second factor (R-ROLE-20).
 */
export type Auth = 'none' | 'optional' | 'required' | 'admin'
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Schema = z.ZodMiniType

/** One call of the API. */
export interface Route<
  Params extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Reply extends Schema | undefined = Schema | undefined,
  Authority extends Auth = Auth,
> {
  method: HttpMethod
  /** Below `basePath`, with `:name` for parameters. */
  path: string
  auth: Authority
  /** Requirement id of the documented call. */
  id: string
  /** A write runs in one transaction together with its idempotency row. */
  write: boolean
  params: Params
  body: Body
  reply: Reply
}

export type ParamsOf<R> = R extends { params: infer P extends Schema } ? z.output<P> : undefined
export type BodyOf<R> = R extends { body: infer B extends Schema } ? z.output<B> : undefined
/** What a caller may write: defaults may be left out. */
export type BodyInputOf<R> = R extends { body: infer B extends Schema } ? z.input<B> : undefined
export type ReplyOf<R> = R extends { reply: infer P extends Schema } ? z.output<P> : undefined

/** The absolute path of a call with its parameters filled in and encoded. */
export function pathOf(route: { path: string }, params: Readonly<Record<string, string>> = {}): string {
  return (
    basePath + route.path.replace(/:([a-z_]+)/gi, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  )
}
