import { ignoreExpected, isRefused } from '#contract/values/expected.ts'
import { useEffect } from 'react'
import { useSignOfLife } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { whenAtRest } from '#parts/use-at-rest.ts'
import { guardChunk, type GuardWorld, hasUnsavedInput } from './chunk-guard.ts'
import { untilDone } from './until-done.ts'

/**
 * Registers the worker once the page is at rest and offers a new version when there is one. It never reloads by
 * itself; typed text is kept as a draft by the forms.
 */
export function useUpdates(): void {
  const notify = useNotify()
  const answers = useSignOfLife()
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    let alive = true
    let end = () => {}
    const callOff = whenAtRest(() => {
      end = untilDone(async () => {
        const { watchWorker } = await import('./watch-worker.ts')
        if (alive) end = watchWorker(notify)
      })
    })
    return () => {
      alive = false
      callOff()
      end()
    }
  }, [notify])

  useEffect(() => {
    const onGone = () => {
      const world: GuardWorld = {
        answers,
        hasUnsavedInput: () => hasUnsavedInput(document),
        reload: () => location.reload(),
        memory: sessionStorage,
        now: () => Date.now(),
      }
      // A person who asked for the code tells what is missing; a page that cannot be reloaded stays.
      guardChunk(world).catch(ignoreExpected('guard-chunk', isRefused))
    }
    addEventListener('vite:preloadError', onGone)
    return () => removeEventListener('vite:preloadError', onGone)
  }, [answers])
}
