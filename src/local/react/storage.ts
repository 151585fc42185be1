import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Engine } from '../bootstrap/services.ts'
import type { PinsView } from '../saved-cars/rows.ts'
import type { Clearable } from '../storage-quota/storage-service.ts'
import { useAttempt, useLocal, useReadable } from './context.ts'

export type { PinHalt, PinsView } from '../saved-cars/rows.ts'
export type { Clearable, StorageReport } from '../storage-quota/storage-service.ts'

/** Hooks for what this phone keeps for the times without signal, and for the room it takes. */

const noPins: PinsView = { of: 0, saved: 0, missing: new Set(), halt: undefined }

/** How far this phone is with keeping the favourites whole. */
export function useOfflineProgress(): PinsView {
  const { pins } = useReadable(useLocal().views)
  return useMemo(() => pins?.() ?? noPins, [pins])
}

/** How many cars this phone keeps to be searched without signal. */
export function useReplicaWindow() {
  const attempt = useAttempt()
  // Undefined until that is known.
  const [cars, setCars] = useState<number>()
  useEffect(() => {
    // Where the store does not answer there is nothing to choose.
    void attempt('replica-window', ({ replica }) => replica.window()).then(setCars)
  }, [attempt])
  /** Keeps so many from now on; false when the server could not be asked for them yet. */
  const choose = useCallback(
    async (chosen: number) => {
      setCars(chosen)
      return (await attempt('replica-window', ({ replica }) => replica.choose(chosen))) ?? false
    },
    [attempt],
  )
  return { cars, choose }
}

/** What this app takes of the phone, measured now and after each thing that was done about it. */
export function useStorage() {
  const { load } = useLocal()
  const attempt = useAttempt()
  const {
    data: report,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['storage'],
    queryFn: async () => (await load()).storage.read(),
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const act = async (work: (engine: Engine) => Promise<unknown>): Promise<boolean> => {
    const done = attempt('storage', async (engine) => {
      const result = await work(engine)
      await refetch()
      return result !== false
    })
    return (await done) ?? false
  }
  return {
    /** Undefined until it was measured, or when it could not be. */
    report,
    failed: isError,
    /** Clears one thing; false when that could not be done. */
    clear: (what: Clearable) => act(({ storage }) => storage.clear(what)),
    /** Requests persistent storage; true when the browser granted it. */
    ask: () => act(({ storage }) => storage.ask()),
    /** Goes on with keeping favourites. */
    resume: () => act(({ storage }) => storage.resume()),
  }
}
