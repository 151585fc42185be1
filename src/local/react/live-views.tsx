import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import type { LocalApp } from '../bootstrap/app.ts'
import type { Engine } from '../bootstrap/services.ts'
import { useReadable } from './context.ts'

/** Keeps what screens watch in step with the database: other tabs by Dexie, the worker by its announcement. */
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
  // A database that died costs the news, not the screen; the next write opens it again.
  // Dexie follows reads over native awaits only inside a function that is itself async.
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
    // It may have come before this was here to learn of it, also while a question was being answered without it.
    const unanswered = { queryKey: ['phone', 'listings'], predicate: (q: Query) => !q.state.data }
    void queries.cancelQueries(unanswered).then(() => queries.invalidateQueries(unanswered))
    return status.subscribe(() => {
      const now = status.get()
      // What is only on its way answers no search yet.
      if (now.asOf === before.asOf && now.searched === before.searched) return
      before = now
      void queries.invalidateQueries({ queryKey: ['phone', 'listings'] })
    })
  }, [engine, queries])
  return null
}
