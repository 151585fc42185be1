import { timeOf } from '#parts/freshness.tsx'
import { drawStill } from './draw-still.ts'

/** After the last change, ms: cars that are just being replaced are not worth a picture. */
const calmMs = 1500
/** Where the installed app starts. */
const start = '/listings'

/**
 * Gives the worker a still of the list of cars, whenever it has changed and when the app is left: the next start shows
 * it until the app itself is there. The answer ends it.
 */
export function watchStill(app: Element): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = ''
  const take = () => {
    const { controller } = navigator.serviceWorker
    const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
    if (location.pathname !== start || !controller || !script) return
    const html = drawStill(app, (at) => `as of ${timeOf(at, 0)}`)
    if (html === undefined || html === last) return
    last = html
    const { pathname } = new URL(script.src)
    controller.postMessage({ type: 'KEEP_STILL', search: location.search, html, script: pathname })
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => requestIdle(take), calmMs)
  }
  const left = () => {
    if (document.visibilityState === 'hidden') take()
  }
  const changes = new MutationObserver(later)
  changes.observe(app, { subtree: true, childList: true, characterData: true })
  document.addEventListener('visibilitychange', left)
  later()
  return () => {
    clearTimeout(timer)
    changes.disconnect()
    document.removeEventListener('visibilitychange', left)
  }
}

const requestIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: calmMs }) : work()
