import { ignoreExpected } from '#contract/values/expected.ts'
import { isStorageFailure } from '../../database/failures.ts'
import { useCallback } from 'react'
import { sharedPhotos } from '../../platform/env.ts'

/** Returns the photos that another app shared with this one. */
export function useSharedPhotos(): {
  /** Reads the photos, which stay until they are cleared, so that a kill of the app in between does not lose them. */
  read: () => Promise<File[]>
  clear: () => Promise<void>
} {
  const read = useCallback(async () => {
    if (!('caches' in globalThis)) return []
    try {
      const cache = await caches.open(sharedPhotos)
      const files = (await cache.keys()).map(async (request) => {
        const stored = await cache.match(request)
        const blob = await stored?.blob()
        const name = decodeURIComponent(stored?.headers.get('x-name') ?? '')
        return blob && new File([blob], name === '' ? 'photo' : name, { type: blob.type })
      })
      return (await Promise.all(files)).filter((file) => file !== undefined)
    } catch (error) {
      ignoreExpected('read-shared', isStorageFailure)(error)
      // When storage is blocked, no photo was stored.
      return []
    }
  }, [])
  const clear = useCallback(async () => {
    if (!('caches' in globalThis)) return
    // Photos that could not be cleared are replaced by the next shared ones.
    await caches.delete(sharedPhotos).catch(ignoreExpected('clear-shared', isStorageFailure))
  }, [])
  return { read, clear }
}
