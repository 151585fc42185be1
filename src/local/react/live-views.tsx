import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import type { LocalApp } from '../bootstrap/app.ts'
import type { Engine } from '../bootstrap/services.ts'
import { useReadable } from './context.ts'

/** Updates the views after changes of the database: Dexie reports those of other tabs, a message those of the worker. */
export function LiveViews({
  local,
  engine,
  queries,
}: {
  local: LocalApp
  engine: Engine
  queries: QueryClient
}) {
  const { account } = useReadable(local.session)
  const changes = useReadable(engine.outsideChanges)
  // A dead database costs the update, not the screen; the next write opens it again. Dexie follows reads across native
  // awaits only inside a function that is itself async.
  const views = useLiveQuery(async () => {
    try {
      return await engine.views.read()
    } catch (error) {
      return ignoreExpected('read-views', isPassing)(error)
    }
  }, [engine, account, changes])
  useEffect(() => {
    if (views) engine.views.notify(views)
  }, [engine, views])
  useEffect(() => {
    const { status } = engine.replica
    let before = status.get()
    // The replica may have become ready before this effect ran, also during a query that found none.
    const unanswered = { queryKey: ['phone', 'listings'], predicate: (q: Query) => !q.state.data }
    void queries.cancelQueries(unanswered).then(() => queries.invalidateQueries(unanswered))
    return status.subscribe(() => {
      const now = status.get()
      // A generation that is still being loaded changes no search.
      if (now.asOf === before.asOf && now.searched === before.searched) return
      before = now
      void queries.invalidateQueries({ queryKey: ['phone', 'listings'] })
    })
  }, [engine, queries])
  return null
}
