import { ignoreExpected } from '#contract/values/expected.ts'
import { isStorageFailure } from '../../database/failures.ts'
import { useCallback } from 'react'
import { sharedPhotos } from '../../platform/env.ts'

/** Photos that another app shared with this one. */
export function useSharedPhotos(): {
  /** They stay until they are cleared: whoever dies in between finds them again. */
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
      // Where storage is blocked nothing was laid down.
      return []
    }
  }, [])
  const clear = useCallback(async () => {
    if (!('caches' in globalThis)) return
    // What cannot be cleared is replaced by what is shared next.
    await caches.delete(sharedPhotos).catch(ignoreExpected('clear-shared', isStorageFailure))
  }, [])
  return { read, clear }
}
