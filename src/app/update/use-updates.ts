import { useEffect } from 'react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { guardChunk, hasUnsavedInput } from './chunk-guard.ts'
import { offerUpdate } from './offer-update.ts'
import { keepPictures } from './keep-pictures.ts'

/** How often a page that stays open asks for a newer version. */
const everyMs = 60 * 60_000

/**
 * Registers the worker once the page is at rest and offers a new version when there is one. It never reloads by
 * itself; typed text is kept as a draft by the forms.
 */
export function useUpdates(): void {
  const notify = useNotify()
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    let alive = true
    let timer: ReturnType<typeof setInterval> | undefined
    const begin = async () => {
      const { Workbox } = await import('workbox-window')
      if (!alive) return
      const worker = new Workbox('/sw.js')
      offerUpdate(worker, notify, () => location.reload())
      await worker.register({ immediate: true })
      timer = setInterval(() => void worker.update().catch(() => undefined), everyMs)
    }
    const start = () => void begin().catch(() => undefined)
    if (document.readyState === 'complete') start()
    else addEventListener('load', start, { once: true })
    return () => {
      alive = false
      clearInterval(timer)
      removeEventListener('load', start)
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
