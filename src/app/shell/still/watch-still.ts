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
    // What the history remembers beside the address, such as kilometres, is not in the address of the next start.
    if (location.pathname !== start || history.state !== null || !controller || !script) return
    const html = drawStill(app)
    const { search } = location
    if (html === undefined || search + html === last) return
    last = search + html
    controller.postMessage({ type: 'KEEP_STILL', search, html, script: new URL(script.src).pathname })
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
