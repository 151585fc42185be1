// Combines simultaneous writes of one route into one transaction. Guarantees the result that each write would have alone: an
// unusual write, or a write whose transaction fails, runs alone through the handler.
import type { ReplyOf, Route } from '#contract/http.ts'
import type { CallWithoutSql, Thing, Together } from './call.ts'
import { type Db, raw } from './db/sql.ts'
import { gather } from './gather.ts'
import { type Keyed, onceEach, type IdempotentResult } from './idempotency.ts'

interface Write<R extends Route> {
  call: CallWithoutSql<R>
  keyed: Keyed | undefined
  /** Runs the write through the handler, in its own transaction. */
  alone: () => Promise<IdempotentResult<ReplyOf<R>>>
}

/** Maximum writes of one transaction. */
const most = 50
/** Milliseconds that a shared transaction waits for a lock; a write that runs alone waits longer. */
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
      // The embedded database has one connection, so no other transaction holds a lock.
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
