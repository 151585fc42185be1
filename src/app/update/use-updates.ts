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

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Each field that had the focus or was changed, and what was in it before; undefined where that is not known. */
const touched = new WeakMap<EventTarget, string | undefined>()
const stateOf = (field: Field) => `${'checked' in field && field.checked}${field.value}`
/** React keeps the default of a field in step with its value, so what a person found is noted here. */
export function noteField({ type, target }: Pick<Event, 'type' | 'target'>): void {
  if (target && !touched.has(target))
    touched.set(target, type === 'focusin' ? stateOf(target as Field) : undefined)
}

/**
 * Whether some visible form differs from how the person found it. A search, filters and a form with an action only lead to an
 * address.
 */
export function hasUnsavedInput(document: Document): boolean {
  const fields = document.querySelectorAll<Field>(
    'main textarea, main :is(form:not([action]), [data-wizard]) :is(input, select)',
  )
  return [...fields].some(
    (field) => touched.has(field) && touched.get(field) !== stateOf(field) && !field.closest('search'),
  )
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
    const end = new AbortController()
    const capture = { capture: true, signal: end.signal }
    addEventListener('focusin', noteField, capture)
    addEventListener('input', noteField, capture)
    addEventListener('vite:preloadError', onMissingChunk, capture)
    return () => end.abort()
  }, [answers])
}
