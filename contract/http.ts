import type { z } from 'zod/mini'

/** Path prefix of all calls (R-API-01). */
export const basePath = '/api/v1/'

/** Names of the headers that client and server share. */
export const headers = {
  /** Every response of our server carries `X-Api: 1`; a response without it comes from a portal or a proxy. */
  api: 'x-api',
  /** draft-ietf-httpapi-idempotency-key-header: a quoted string, at most 80 characters. */
  idempotencyKey: 'idempotency-key',
  /** `true` when the response was stored earlier under the same key. */
  replayed: 'idempotency-replayed',
  /** Id of the sending phone: it identifies the actor of writes without login and orders desired-state writes. */
  device: 'x-device',
  /** `kind@version` of a queued payload, so that a newer server understands an older payload. */
  payload: 'x-payload',
  /** On a document that the server rendered: URL of the entry script of its build. */
  firstView: 'x-first-view',
  /** On a read that the server makes to render a page: the read does not count as a view of the car. */
  drawing: 'x-drawing',
} as const

/**
 * `none` skips authentication. `optional` sends the token when the client has one. `required` needs the token (R-API-02).
 * `admin` needs a token of an admin in a session with a second factor (R-ROLE-20).
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
  /** Path below `basePath`, with `:name` for parameters. */
  path: string
  auth: Authority
  /** Requirement id of the documented call. */
  id: string
  /** Whether the call is a write. A write runs in one transaction together with its idempotency row. */
  write: boolean
  params: Params
  body: Body
  reply: Reply
}

export type ParamsOf<R> = R extends { params: infer P extends Schema } ? z.output<P> : undefined
export type BodyOf<R> = R extends { body: infer B extends Schema } ? z.output<B> : undefined
/** Input type of the body: fields with a default are optional. */
export type BodyInputOf<R> = R extends { body: infer B extends Schema } ? z.input<B> : undefined
export type ReplyOf<R> = R extends { reply: infer P extends Schema } ? z.output<P> : undefined

/** Returns the absolute path of a call, with encoded parameters. */
export function pathOf(route: { path: string }, params: Readonly<Record<string, string>> = {}): string {
  return (
    basePath + route.path.replace(/:([a-z_]+)/gi, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  )
}
