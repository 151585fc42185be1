import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Engine } from '../bootstrap/services.ts'
import type { PinsView } from '../saved-cars/rows.ts'
import type { Clearable } from '../storage-quota/storage-service.ts'
import { useAttempt, useLocal, useReadable } from './context.ts'

export type { PinHalt, PinsView } from '../saved-cars/rows.ts'
export type { Clearable, StorageReport } from '../storage-quota/storage-service.ts'

/** Hooks for the data that this phone stores for offline use, and for the space it takes. */

const noPins: PinsView = { of: 0, saved: 0, missing: new Set(), halt: undefined }

/** Returns the progress of storing the favourites for offline use. */
export function useOfflineProgress(): PinsView {
  const { pins } = useReadable(useLocal().views)
  return useMemo(() => pins?.() ?? noPins, [pins])
}

/** Returns the number of cars that this phone stores for offline search, and a function that sets it. */
export function useReplicaWindow() {
  const attempt = useAttempt()
  // Undefined until the number is known.
  const [cars, setCars] = useState<number>()
  useEffect(() => {
    // When the storage fails, there is nothing to choose.
    void attempt('replica-window', ({ replica }) => replica.window()).then(setCars)
  }, [attempt])
  /** Stores this many cars from now on; false when they could not be requested yet. */
  const choose = useCallback(
    async (chosen: number) => {
      setCars(chosen)
      return (await attempt('replica-window', ({ replica }) => replica.choose(chosen))) ?? false
    },
    [attempt],
  )
  return { cars, choose }
}

/** Returns the space that this app takes, measured now and after each action on it. */
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
    /** Measured space; undefined until it was measured, or when that failed. */
    report,
    failed: isError,
    /** Clears one kind of data; false when that failed. */
    clear: (what: Clearable) => act(({ storage }) => storage.clear(what)),
    /** Requests persistent storage; true when the browser granted it. */
    ask: () => act(({ storage }) => storage.ask()),
    /** Resumes storing favourites. */
    resume: () => act(({ storage }) => storage.resume()),
  }
}
