import { useEffect } from 'react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { whenAtRest } from '../shell/use-at-rest.ts'
import { guardChunk, hasUnsavedInput } from './chunk-guard.ts'

/**
 * Registers the worker once the page is at rest and offers a new version when there is one. It never reloads by
 * itself; typed text is kept as a draft by the forms.
 */
export function useUpdates(): void {
  const notify = useNotify()
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    let alive = true
    let end = () => {}
    const begin = async () => {
      const { watchWorker } = await import('./watch-worker.ts')
      if (!alive) return
      const stop = await watchWorker(notify)
      if (alive) end = stop
      else stop()
    }
    const callOff = whenAtRest(() => void begin().catch(() => undefined))
    return () => {
      alive = false
      callOff()
      end()
    }
  }, [notify])

  useEffect(() => {
    const onGone = (event: Event) => {
      const reloads = guardChunk({
        isOnline: () => navigator.onLine,
        hasUnsavedInput: () => hasUnsavedInput(document),
        reload: () => location.reload(),
        memory: sessionStorage,
        now: () => Date.now(),
      })
      // The page is about to go: the failed import need not become an error on it.
      if (reloads) event.preventDefault()
    }
    addEventListener('vite:preloadError', onGone)
    return () => removeEventListener('vite:preloadError', onGone)
  }, [])
}
