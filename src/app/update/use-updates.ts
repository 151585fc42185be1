import { ignoreExpected, isRefused } from '#contract/values/expected.ts'
import { useEffect } from 'react'
import { useSignOfLife } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { whenAtRest } from '#parts/use-at-rest.ts'
import { retryUntilDone } from './until-done.ts'

/** What the guard needs from the page; a test hands in its own. */
export interface ChunkGuardPorts {
  /** Asks our server whether it answers now: the browser's report of the network is not enough to leave a page. */
  answers: () => Promise<boolean>
  hasUnsavedInput: () => boolean
  reload: () => void
  /** Survives the reload, not the tab. */
  memory: Pick<Storage, 'getItem' | 'setItem'> | undefined
  now: () => number
}

const memoryKey = 'chunk-reload'
/** After this long another release may have come: reload again rather than show an error. */
const againMs = 10 * 60_000

/**
 * After a release the old page may ask for code that is gone. One reload fetches the new page, but only when our server
 * is there to serve it, and only without unsaved input. Returns whether it reloads.
 */
export async function guardChunk(world: ChunkGuardPorts): Promise<boolean> {
  const { memory } = world
  if (!memory) return false
  const mayLeave = () =>
    !world.hasUnsavedInput() && world.now() - Number(memory.getItem(memoryKey) ?? 0) >= againMs
  // Once more after the answer: meanwhile the person may have typed, or another part may have reloaded the page.
  if (!mayLeave() || !(await world.answers()) || !mayLeave()) return false
  memory.setItem(memoryKey, String(world.now()))
  world.reload()
  return true
}

/** Whether some visible form differs from how it was first shown. */
export function hasUnsavedInput(document: Document): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    'main textarea, main :is(form, [data-wizard]) :is(input, select)',
  )
  return [...fields].some((field) => {
    if ('options' in field)
      return (
        field.selectedIndex !==
        Math.max(
          0,
          [...field.options].findIndex((o) => o.hasAttribute('selected')),
        )
      )
    return field.type === 'checkbox' || field.type === 'radio'
      ? (field as HTMLInputElement).checked !== (field as HTMLInputElement).defaultChecked
      : field.value !== field.defaultValue
  })
}

/**
 * Registers the worker once the page is at rest and offers a new version when there is one. It never reloads by
 * itself; typed text is saved as a draft by the forms.
 */
export function useUpdates(): void {
  const notify = useNotify()
  const answers = useSignOfLife()
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    let alive = true
    let end = () => {}
    const callOff = whenAtRest(() => {
      end = retryUntilDone(async () => {
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
    const onMissingChunk = () => {
      const world: ChunkGuardPorts = {
        answers,
        hasUnsavedInput: () => hasUnsavedInput(document),
        reload: () => location.reload(),
        memory: sessionStorage,
        now: () => Date.now(),
      }
      // The caller that requested the code reports what is missing; a page that cannot be reloaded stays.
      guardChunk(world).catch(ignoreExpected('guard-chunk', isRefused))
    }
    addEventListener('vite:preloadError', onMissingChunk)
    return () => removeEventListener('vite:preloadError', onMissingChunk)
  }, [answers])
}
