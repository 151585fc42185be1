import { AppError } from '#contract/errors.ts'
import type { BodyOf, ParamsOf, ReplyOf, Route } from '#contract/http.ts'
import type { User } from '#contract/users/users.ts'
import type { Deps } from './deps.ts'
import type { Sql } from './db/sql.ts'
import type { FormParts } from './http/form-parts.ts'

/** A reply that went well; a sentence for people replaces its own. */
export const ok = { success: true, msg: 'Success' } as const

/** The reply of a call that answers what is found, beside its words. */
export const okWith = async <T extends object>(more: Promise<T>): Promise<typeof ok & T> => ({
  ...ok,
  ...(await more),
})

/** The same with what is found as `data`. */
export const okData = async <T>(data: Promise<T>): Promise<typeof ok & { data: T }> => ({
  ...ok,
  data: await data,
})

/** The thing that a call is about; `not_found` where it is not there. */
export function found<T>(thing: T | undefined, msg?: string): T {
  if (thing === undefined) throw new AppError('not_found', { msg })
  return thing
}

/** What is wrong with a field, said at it. */
export const fieldError = (field: string, msg: string): AppError =>
  new AppError('validation_failed', { msg, fields: { [field]: msg } })

/** A file nobody asked for: its sender meant something by it, and would otherwise get a success. */
export const noSuchPicture = (field: string): AppError =>
  fieldError(field.slice(0, 80), 'This form takes no file of this name.')

/** Who calls: a signed-in user, or the device of a guest. */
export interface Actor {
  /** `u:<user id>` or `d:<device id>` or `ip:<address>`; the owner of idempotency keys. */
  key: string
  user: User | undefined
  device: string | undefined
  /** The session that gave the token, as it says itself. */
  session?: string | undefined
  /** When the token ends. */
  expires?: Date | undefined
}

/** The browser behind a call. */
export interface Visitor {
  ip: string
  header: (name: string) => string | undefined
  cookie: (name: string) => string | undefined
  /** Leaves a cookie with the answer, whatever the answer is; the last one of a name counts. */
  setCookie: (cookie: NewCookie) => void
}
/** For no script to read, for no page of another person to send. */
export interface NewCookie {
  name: string
  value: string
  path: string
  /** Seconds; undefined: until the browser is closed; 0: gone at once. */
  maxAge: number | undefined
}

/** One call, parsed and authorised. */
export interface ServerCall<R extends Route> {
  params: ParamsOf<R>
  body: BodyOf<R>
  actor: Actor
  /** For routes with `auth: 'required'` or `'admin'` the user is certain. */
  user: R['auth'] extends 'required' | 'admin' ? User : User | undefined
  visitor: Visitor
  /** Inside the call's transaction for writes, plain otherwise. */
  sql: Sql
  deps: Deps
}

/** Answers with the route's reply; throws `AppError` for an expected failure. */
export type Handler<R extends Route, P = undefined> = (
  call: ServerCall<R>,
  prepared: P,
) => Promise<ReplyOf<R>>

/** A body as it was sent: nothing of it is certain. */
export type SentBody = Readonly<Record<string, unknown>>

/** Something with versions that its owner's writes are answered with, as `data` with an id and `version`. */
export interface Thing {
  name: string
  /** It as it is now, and only if it is this person's. */
  read: (sql: Sql, o: { id: string; user: string }) => Promise<object | undefined>
}

/** A call before it has a transaction. */
export type CallWithoutSql<R extends Route> = Omit<ServerCall<R>, 'sql'>

/**
 * Does calls that come at once in one transaction, as far as nothing about them is out of the ordinary. For writes that
 * have no effect the second time even without a key: what a transaction that failed as a whole was to do is done again
 * call by call.
 */
export interface Together<R extends Route> {
  /** No two calls of a transaction have one of these in common; they come one after another, in order of arrival. */
  apart: (call: CallWithoutSql<R>) => readonly string[]
  /** Their replies; undefined, and no effect, for a call that is to go through the handler after all. */
  run: (sql: Sql, calls: readonly CallWithoutSql<R>[]) => Promise<readonly (ReplyOf<R> | undefined)[]>
}

/** What some calls need beside their handler. */
export interface Extras<P, R extends Route = Route> {
  /** A quicker way for many; the handler is the one that decides and refuses. */
  together?: Together<R>
  /**
   * What the reply shows. A repetition of the write is answered with it as it is by then, so that its words are not
   * stored once more with every key.
   */
  thing?: Thing
  /**
   * What may not be awaited inside a transaction, such as the hash of a password. Also done when the call was done
   * before, and before the body was looked at; so it refuses nothing.
   */
  prepare?: (sent: SentBody, actor: Actor, visitor: Visitor) => Promise<P>
  /**
   * Takes forms with files too, of so many bytes; makes the JSON body of one, whose parts are read one after another once it
   * is known who sends them.
   */
  form?: { bytes: number; read: (parts: FormParts, o: { user: string }) => Promise<SentBody> }
}

/** Mounts a route: parse, authorise, transaction and idempotency for writes, reply. Handed to every group. */
export type Mount = <R extends Route, P = undefined>(
  route: R,
  handler: Handler<R, P>,
  extras?: Extras<P, R>,
) => void
