import { firstViewId } from '#contract/first-view.ts'
import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import {
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  startTransition,
  Suspense,
  useEffect,
  useState,
} from 'react'

/** Longest wait for the page and its screen, ms: a picture that hangs on a weak connection must not delay anything else. */
const patience = 8000
/** Milliseconds between two checks. */
const everyMs = 100

const inBrowser = typeof document !== 'undefined'
const isDrawn = inBrowser && document.getElementById(firstViewId) !== null
/** Whether the drawn page has current data, so that no newer data can arrive before its parts are taken over. */
const isNew = isDrawn && document.getElementById('kept-age') === null
let takenOver = !isDrawn
let tookOver: () => void = () => undefined
const takeover = new Promise<void>((resolve) => (tookOver = resolve))
/** Reports that the app has taken over the drawn page; nothing that loads later can prevent that. */
export function wasTakenOver(): void {
  takenOver = true
  tookOver()
}

/**
 * Calls `work` once the page has loaded, its screen no longer waits for data and the browser is idle: for code that no first
 * view needs, because an earlier request delays the first car. Returns a cancel function.
 */
export function whenAtRest(work: () => void): () => void {
  let since = 0
  let off = false
  const done = () => {
    if (!off) work()
  }
  const look = () => {
    if (off) return
    const waits =
      document.readyState !== 'complete' || document.querySelector('main [aria-busy="true"]') !== null
    if (waits && performance.now() - since < patience) setTimeout(look, everyMs)
    else if ('requestIdleCallback' in window) requestIdleCallback(done, { timeout: 1000 })
    else setTimeout(done)
  }
  const begin = () => {
    since = performance.now()
    look()
  }
  if (takenOver) begin()
  else void takeover.then(begin)
  return () => {
    off = true
  }
}

/**
 * Returns `true` once the page is at rest. The change is a transition, so new content needs a `Suspense` of its own, as lazy
 * parts have: below an existing one React delays the whole transition until the code is loaded.
 */
export function useAtRest(): boolean {
  const [rest, setRest] = useState(false)
  useEffect(() => whenAtRest(() => startTransition(() => setRest(true))), [])
  return rest
}

type Part<P> = ComponentType<P>
type Load<P> = () => Promise<Part<P>>

const tolerate = ignoreExpected('load-part', isMissingFile)
const backOnline = () => new Promise((resolve) => addEventListener('online', resolve, { once: true }))

/**
 * Loads a part; resolves with an empty part when its code cannot be loaded. In a drawn page the drawn content stays, and an
 * `online` event retries.
 */
async function loaded<P>(load: Load<P>): Promise<{ default: Part<P> }> {
  const absent: Part<P> = () => null
  for (;;) {
    const part = await load().catch(tolerate)
    if (part || !isDrawn) return { default: part ?? absent }
    await backOnline()
  }
}
const atRest = () => new Promise<void>((resolve) => void whenAtRest(resolve))

/** Returns a part below a `Suspense` of its own, which shows `meanwhile` until the code is loaded. */
function suspended<P extends object>(
  load: () => Promise<{ default: Part<P> }>,
  meanwhile: ReactNode,
): Part<P> {
  const Later = lazy(load)
  return (props) => createElement(Suspense, { fallback: meanwhile }, createElement(Later, props))
}

/** Returns a part whose screen fails without its code: what the person requested must not be missing silently. */
export const lazyRequired = <P extends object>(load: Load<P>, meanwhile?: ReactNode): Part<P> =>
  suspended(async () => ({ default: await load() }), meanwhile)

/** Returns a part that the page can do without when its code cannot be loaded. */
export const lazyPart = <P extends object>(load: Load<P>, meanwhile?: ReactNode): Part<P> =>
  suspended(() => loaded(load), meanwhile)

/** Milliseconds after which a drawn part loads in any case: the query cache drops unused data after 5 minutes. */
const forgotten = 240_000

/**
 * Returns a part below the viewport, whose code loads when the page is at rest. The server draws the part at once. In a page
 * with current data it stays as drawn until the person also comes near its `place`; most people never do.
 */
export const lazyNear = <P extends object>(place: string, load: Load<P>): Part<P> =>
  suspended(async () => {
    if (inBrowser) await atRest()
    const drawn = isNew && document.querySelector(place)
    if (drawn)
      await new Promise<void>((resolve) => {
        setTimeout(resolve, forgotten)
        new IntersectionObserver(
          (all, observer) => {
            if (!all.some((entry) => entry.isIntersecting)) return
            observer.disconnect()
            resolve()
          },
          { rootMargin: '50%' },
        ).observe(drawn)
      })
    return loaded(load)
  }, null)

const touches = ['pointerdown', 'keydown', 'focusin'] as const
const touched = () =>
  new Promise<void>((resolve) => {
    for (const type of touches) addEventListener(type, () => resolve(), { once: true, capture: true })
  })
const drawn: Promise<unknown>[] = []

/**
 * Returns a part that a drawn page shows as drawn until the page is at rest or touched; in any other page its code loads with
 * its screen. Its props must not change before that: see `whenDrawnPartsLoaded`.
 */
export function lazyInDrawn<P extends object>(load: Load<P>, meanwhile?: ReactNode): Part<P> {
  if (!isDrawn) return lazyPart(load, meanwhile)
  const first = Promise.race([atRest(), touched()]).then(load)
  drawn.push(first.catch(tolerate))
  let attempts = 0
  return suspended(() => loaded(() => (attempts++ === 0 ? first : load())), meanwhile)
}

/** Resolves when no drawn part waits for its code; from then on updates may change a drawn page. */
export const whenDrawnPartsLoaded = async (): Promise<void> => void (await Promise.allSettled(drawn))

let resolveClasses: () => void = () => undefined
const classes = isDrawn ? new Promise<void>((resolve) => (resolveClasses = resolve)) : Promise.resolve()
/** Reports that the styles missing in a drawn page are loaded, or cannot be loaded. */
export const markClassesLoaded = (): void => resolveClasses()
/** Resolves when content that was not drawn has its styles: for content that appears without a touch. */
export const whenClassesLoaded = (): Promise<void> => classes
/** Returns whether all styles are loaded; unrequested notices wait for them. */
export function useClassesLoaded(): boolean {
  const [loaded, setLoaded] = useState(!isDrawn)
  useEffect(() => void classes.then(() => setLoaded(true)), [])
  return loaded
}
