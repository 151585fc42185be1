import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { LocalApp } from '../app.ts'
import type { Engine } from '../engine/face.ts'
import { useReadable } from './context.tsx'

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
  const views = useLiveQuery(() => engine.look(), [engine, account, changes])
  useEffect(() => {
    // The pins are for eviction only; the next look writes them again.
    if (views) engine.show(views).catch(() => undefined)
  }, [engine, views])
  return null
}
