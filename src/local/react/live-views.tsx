import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { LocalApp } from '../start/app.ts'
import type { Engine } from '../engine/face.ts'
import { useReadable } from './context.ts'

/** Keeps what screens watch in step with the database: other tabs by Dexie, the worker by its announcement. */
export function LiveViews({ local, engine }: { local: LocalApp; engine: Engine }) {
  const { account } = useReadable(local.session)
  const [changes, setChanges] = useState(0)
  useEffect(
    () =>
      engine.onOutsideChange(() => {
        setChanges((count) => count + 1)
      }),
    [engine],
  )
  // A database that died costs the news, not the screen; the next write opens it again.
  // Dexie follows reads over native awaits only inside a function that is itself async.
  const views = useLiveQuery(async () => {
    try {
      return await engine.look()
    } catch {
      return undefined
    }
  }, [engine, account, changes])
  useEffect(() => {
    // The pins are for eviction only; the next look writes them again.
    if (views) engine.show(views).catch(() => undefined)
  }, [engine, views])
  return null
}
