import { AppError } from '#contract/errors.ts'
import type { BodyOf, ParamsOf, ReplyOf, Route } from '#contract/http.ts'
import type { User } from '#contract/users/users.ts'
import type { Deps } from './deps.ts'
import type { Sql } from './db/sql.ts'
import type { FormParts } from './http/form-parts.ts'

/** Reply of a successful call; a call may replace `msg`. */
export const ok = { success: true, msg: 'Success' } as const

/** Returns a success reply with the fields of `more`. */
export const okWith = async <T extends object>(more: Promise<T>): Promise<typeof ok & T> => ({
  ...ok,
  ...(await more),
})

/** Returns a success reply with the result as `data`. */
export const okData = async <T>(data: Promise<T>): Promise<typeof ok & { data: T }> => ({
  ...ok,
  data: await data,
})

/** Returns the thing; throws `not_found` when it is undefined. */
export function found<T>(thing: T | undefined, msg?: string): T {
  if (thing === undefined) throw new AppError('not_found', { msg })
  return thing
}

/** Returns the validation error of one field. */
export const fieldError = (field: string, msg: string): AppError =>
  new AppError('validation_failed', { msg, fields: { [field]: msg } })

/**
 * Returns the error for a file in a field that the form does not have. If the server ignored the file, its sender would get a
 * success.
 */
export const noSuchPicture = (field: string): AppError =>
  fieldError(field.slice(0, 80), 'This form takes no file of this name.')

/** Caller of a request: a signed-in user, the device of a guest, or an address. */
export interface Actor {
  /** `u:<user id>` or `d:<device id>` or `ip:<address>`; the owner of idempotency keys. */
  key: string
  user: User | undefined
  device: string | undefined
  /** Id of the session that issued the token, as the token says. */
  session?: string | undefined
  /** Time at which the token expires. */
  expires?: Date | undefined
}

/** Browser that sent the request. */
export interface Visitor {
  ip: string
  header: (name: string) => string | undefined
  cookie: (name: string) => string | undefined
  /** Sets a cookie on the response, also when the call fails. A later cookie of the same name replaces an earlier one. */
  setCookie: (cookie: NewCookie) => void
}
/** Cookie that is sent as `HttpOnly` and `SameSite=Strict`. */
export interface NewCookie {
  name: string
  value: string
  path: string
  /** Seconds; undefined: until the browser is closed; 0: deletes the cookie. */
  maxAge: number | undefined
}

/** Call, parsed and authorised. */
export interface ServerCall<R extends Route> {
  params: ParamsOf<R>
  body: BodyOf<R>
  actor: Actor
  /** User, always defined for routes with `auth: 'required'` or `'admin'`. */
  user: R['auth'] extends 'required' | 'admin' ? User : User | undefined
  visitor: Visitor
  /** Statements that run in the call's transaction for a write, on their own otherwise. */
  sql: Sql
  deps: Deps
}

/** Returns the route's reply; throws `AppError` for an expected failure. */
export type Handler<R extends Route, P = undefined> = (
  call: ServerCall<R>,
  prepared: P,
) => Promise<ReplyOf<R>>

/** Request body before validation. */
export type SentBody = Readonly<Record<string, unknown>>

/** Kind of entity that the replies to its owner's writes contain as `data`, with an id and, if it has versions, `version`. */
export interface Thing {
  name: string
  /** Reads the current entity; returns undefined when it does not exist or belongs to another user. */
  read: (sql: Sql, o: { id: string; user: string }) => Promise<object | undefined>
}

/** Call before its transaction begins. */
export type CallWithoutSql<R extends Route> = Omit<ServerCall<R>, 'sql'>

/**
 * Handling of calls that arrive at the same time, in one transaction, except calls that need the handler. It is for writes
 * that are idempotent even without a key: when the transaction fails, each call runs again alone.
 */
export interface Together<R extends Route> {
  /** Returns keys of a call. Calls with a key in common never share a transaction; they run in order of arrival. */
  apart: (call: CallWithoutSql<R>) => readonly string[]
  /** Returns the replies; undefined, and no effect, for a call that the handler must process. */
  run: (sql: Sql, calls: readonly CallWithoutSql<R>[]) => Promise<readonly (ReplyOf<R> | undefined)[]>
}

/** Options of a route beside its handler. */
export interface Extras<P, R extends Route = Route> {
  /** Faster path for many calls at the same time. Only the handler refuses a call. */
  together?: Together<R>
  /**
   * Entity in the reply. A repeated request gets the current entity, so that its content is not stored again with every key.
   */
  thing?: Thing
  /**
   * Does work that must not be awaited inside a transaction, such as hashing a password. It runs before the body is
   * validated, and also for a repeated request, so it must not refuse anything.
   */
  prepare?: (sent: SentBody, actor: Actor, visitor: Visitor) => Promise<P>
  /**
   * Accepts multipart forms of up to `bytes` bytes. `read` makes the JSON body from the parts, which are read one after
   * another after the caller is authenticated.
   */
  form?: { bytes: number; read: (parts: FormParts, o: { user: string }) => Promise<SentBody> }
}

/**
 * Mounts a route: parses and authorises, runs a write in a transaction with idempotency, and replies. Every group of routes
 * gets this function.
 */
export type Mount = <R extends Route, P = undefined>(
  route: R,
  handler: Handler<R, P>,
  extras?: Extras<P, R>,
) => void
