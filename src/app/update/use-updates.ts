import { ignoreExpected, isRefused } from '#contract/values/expected.ts'
import { useEffect } from 'react'
import { useSignOfLife } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { whenAtRest } from '#parts/use-at-rest.ts'
import { retryUntilDone } from './until-done.ts'

/** The parts of the page that the guard needs; a test passes its own. */
export interface ChunkGuardPorts {
  /** Asks our server whether it responds: the browser's report of the network is not enough to leave a page. */
  answers: () => Promise<boolean>
  hasUnsavedInput: () => boolean
  reload: () => void
  /** Storage that survives the reload, not the tab. */
  memory: Pick<Storage, 'getItem' | 'setItem'> | undefined
  now: () => number
}

const memoryKey = 'chunk-reload'
/** Milliseconds after which another release is possible: the page reloads again instead of showing an error. */
const againMs = 10 * 60_000

/**
 * Reloads the page when it requests code that a release has removed, but only when our server responds and there is no unsaved
 * input. Returns whether the page reloads.
 */
export async function guardChunk(world: ChunkGuardPorts): Promise<boolean> {
  const { memory } = world
  if (!memory) return false
  const mayLeave = () =>
    !world.hasUnsavedInput() && world.now() - Number(memory.getItem(memoryKey) ?? 0) >= againMs
  // The check is repeated after the response: meanwhile the person may have typed, or another part may have reloaded the page.
  if (!mayLeave() || !(await world.answers()) || !mayLeave()) return false
  memory.setItem(memoryKey, String(world.now()))
  world.reload()
  return true
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Fields that had the focus or were changed, with their earlier state; undefined when that is unknown. */
const touched = new WeakMap<EventTarget, string | undefined>()
const stateOf = (field: Field) => `${'checked' in field && field.checked}${field.value}`
/** Records a field's state before the first change, because React updates a field's default together with its value. */
export function noteField({ type, target }: Pick<Event, 'type' | 'target'>): void {
  if (target && !touched.has(target))
    touched.set(target, type === 'focusin' ? stateOf(target as Field) : undefined)
}

/**
 * Returns whether a visible form differs from its first state. A search, filters and a form with an action do not count,
 * because they only lead to an address.
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
 * Registers the worker once the page is at rest and offers a new version when there is one. It never reloads the page by
 * itself; the forms save typed text as drafts.
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
      // The caller that requested the code reports the failure; a page that cannot be reloaded stays.
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
