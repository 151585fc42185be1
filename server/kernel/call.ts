import type { BodyOf, ParamsOf, ReplyOf, Route } from '#contract/http.ts'
import type { User } from '#contract/users/users.ts'
import type { Deps } from './deps.ts'
import type { Sql } from './db/sql.ts'

/** Who calls: a signed-in user, or the device of a guest. */
export interface Actor {
  /** `u:<user id>` or `d:<device id>` or `ip:<address>`; the owner of idempotency keys. */
  key: string
  user: User | undefined
  device: string | undefined
}

/** One call, parsed and authorised. */
export interface Call<R extends Route> {
  params: ParamsOf<R>
  body: BodyOf<R>
  actor: Actor
  /** For routes with `auth: 'required'` the user is certain. */
  user: R['auth'] extends 'required' ? User : User | undefined
  /** Inside the call's transaction for writes, plain otherwise. */
  sql: Sql
  deps: Deps
}

/** Answers with the route's reply; throws `AppError` for an expected failure. */
export type Handler<R extends Route> = (call: Call<R>) => Promise<ReplyOf<R>>

/** Mounts a route: parse, authorise, transaction and idempotency for writes, reply. Handed to every group. */
export type Mount = <R extends Route>(route: R, handler: Handler<R>) => void
