// Writes of one route that come at once share a transaction. Promises the outcome that each would have had by itself: what
// is out of the ordinary, or fails together with others, goes through the handler alone.
import type { ReplyOf, Route } from '#contract/http.ts'
import type { CallWithoutSql, Thing, Together } from './call.ts'
import { type Db, raw } from './db/sql.ts'
import { gather } from './gather.ts'
import { type Keyed, onceEach, type IdempotentResult } from './idempotency.ts'

interface Write<R extends Route> {
  call: CallWithoutSql<R>
  keyed: Keyed | undefined
  /** The ordinary way. */
  alone: () => Promise<IdempotentResult<ReplyOf<R>>>
}

/** Writes of one transaction. */
const most = 50
/** Milliseconds that many wait for what one of them needs; by itself it waits longer. */
const patience = 250

export interface Lane<R extends Route> {
  db: Db
  together: Together<R>
  thing: Thing | undefined
  onError: (error: unknown) => void
}

export function laneOf<R extends Route>({ db, together, thing, onError }: Lane<R>) {
  const atOnce = (all: readonly Write<R>[]) =>
    db.tx(async (sql) => {
      // The embedded database has one connection: nobody else holds anything.
      if (db.kind === 'postgres' && all.length > 1)
        await sql.exec`set local lock_timeout = ${raw(`${patience}`)}`
      const keys = all.map(({ keyed }) => keyed)
      const effect = (fresh: readonly number[]) =>
        together.run(
          sql,
          fresh.flatMap((n) => all[n]?.call ?? []),
        )
      return onceEach(sql, keys, effect, thing)
    })

  return gather<Write<R>, IdempotentResult<ReplyOf<R>>>({
    most,
    apart: ({ call, keyed }) => [
      ...together.apart(call),
      ...(keyed ? [`key ${keyed.actor} ${keyed.key}`] : []),
    ],
    run: async (all) => {
      const outcomes = await atOnce(all).catch((error: unknown) => {
        onError(error)
        return []
      })
      return all.map((write, n) => outcomes[n] ?? write.alone())
    },
  })
}
