import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { type ComponentType, lazy, type LazyExoticComponent, useEffect, useState } from 'react'

/** Longest wait for a screen to show what it is for. */
const patience = 5000
/** How often to look whether it does. */
const everyMs = 100

/**
 * Calls `work` once the page has loaded, its screen no longer waits for data, and there is nothing better to do: for
 * what no first view needs. Every request before that delays the first car. Answers how to call it off.
 */
export function whenAtRest(work: () => void): () => void {
  const since = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let off = false
  const done = () => {
    if (!off) work()
  }
  const settle = () => {
    const waits = document.querySelector('main [aria-busy="true"]') !== null
    if (waits && performance.now() - since < patience) timer = setTimeout(settle, everyMs)
    else if ('requestIdleCallback' in window) requestIdleCallback(done, { timeout: 1000 })
    else timer = setTimeout(done)
  }
  if (document.readyState === 'complete') settle()
  else addEventListener('load', settle, { once: true })
  return () => {
    off = true
    clearTimeout(timer)
    removeEventListener('load', settle)
  }
}

/** `true` from that moment on. */
export function useAtRest(): boolean {
  const [rest, setRest] = useState(false)
  useEffect(() => whenAtRest(() => setRest(true)), [])
  return rest
}

/**
 * A part of the page whose code comes when the page is at rest. The server draws it at once; in a drawn page it stands there
 * until then, as it was drawn. Where its code cannot be had, it is absent.
 */
export function lazyAtRest<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  const absent: ComponentType<P> = () => null
  return lazy(async () => {
    if (typeof document !== 'undefined') await new Promise<void>((resolve) => void whenAtRest(resolve))
    const part = await load().catch(ignoreExpected('load-part', isMissingFile))
    return { default: part ?? absent }
  })
}
