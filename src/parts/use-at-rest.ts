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

/** Longest wait for the page and its screen, ms: a picture that hangs in a weak signal keeps nothing else away. */
const patience = 8000
/** How often to look whether it does. */
const everyMs = 100

const inBrowser = typeof document !== 'undefined'
const isDrawn = inBrowser && document.getElementById(firstViewId) !== null
/** Its data is of now, so that nothing newer can come before a part of it is taken over. */
const isNew = isDrawn && document.getElementById('kept-age') === null
let takenOver = !isDrawn
let tookOver: () => void = () => undefined
const takeover = new Promise<void>((resolve) => (tookOver = resolve))
/** The page that was drawn is the app's: nothing that may come later keeps it from that. */
export function wasTakenOver(): void {
  takenOver = true
  tookOver()
}

/**
 * Calls `work` once the page has loaded, its screen no longer waits for data, and there is nothing better to do: for
 * what no first view needs. Every request before that delays the first car. Answers how to call it off.
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
 * `true` from that moment on. It is a transition: what it shows brings a `Suspense` of its own, as lazy parts do, for below
 * one that was there before, React waits for its code with all that changes meanwhile.
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
 * Where the code of a part cannot be had, the part is absent. What the server has drawn stays as it is, and the code is
 * requested again when there is signal.
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

/** A part below a `Suspense` of its own, whose place `meanwhile` takes until its code is there. */
function suspended<P extends object>(
  load: () => Promise<{ default: Part<P> }>,
  meanwhile: ReactNode,
): Part<P> {
  const Later = lazy(load)
  return (props) => createElement(Suspense, { fallback: meanwhile }, createElement(Later, props))
}

/** A part whose screen fails where its code cannot be had: what was asked for must not be missing without a word. */
export const lazyRequired = <P extends object>(load: Load<P>, meanwhile?: ReactNode): Part<P> =>
  suspended(async () => ({ default: await load() }), meanwhile)

/** A part that the page does without where its code cannot be had. */
export const lazyPart = <P extends object>(load: Load<P>, meanwhile?: ReactNode): Part<P> =>
  suspended(() => loaded(load), meanwhile)

/** Milliseconds after which what was drawn is forgotten where nobody has asked for it. */
const forgotten = 240_000

/**
 * A part below the window, whose code comes when the page is at rest. The server draws it at once; in a page that was drawn
 * just now it stays as it was drawn until a person also comes near its `place`: most people never do.
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
 * A part that a drawn page shows as it was drawn until the page is at rest or touched; everywhere else its code comes with
 * its screen. Its props must not change before: see `drawnPartsAreThere`.
 */
export function lazyInDrawn<P extends object>(load: Load<P>, meanwhile?: ReactNode): Part<P> {
  if (!isDrawn) return lazyPart(load, meanwhile)
  const first = Promise.race([atRest(), touched()]).then(load)
  drawn.push(first.catch(tolerate))
  let attempts = 0
  return suspended(() => loaded(() => (attempts++ === 0 ? first : load())), meanwhile)
}

/** Resolves when nothing that was drawn waits for its code: what is news to a drawn page may reach it from then on. */
export const whenDrawnPartsLoaded = async (): Promise<void> => void (await Promise.allSettled(drawn))

let resolveClasses: () => void = () => undefined
const classes = isDrawn ? new Promise<void>((resolve) => (resolveClasses = resolve)) : Promise.resolve()
/** The styles that a drawn page came without are there, or cannot be had. */
export const markClassesLoaded = (): void => resolveClasses()
/** Resolves when whatever was not drawn looks as it should: for what appears without a touch. */
export const whenClassesLoaded = (): Promise<void> => classes
/** Whether it does; news that nobody asked for waits until then. */
export function useClassesLoaded(): boolean {
  const [loaded, setLoaded] = useState(!isDrawn)
  useEffect(() => void classes.then(() => setLoaded(true)), [])
  return loaded
}
