// The few lines inside a drawn document. They start the app once its first picture is painted, or when a person touches
// the
// page, and keep what is tapped and typed until then. Links and forms work meanwhile as the browser has them.
import { firstViewId } from '#contract/first-view.ts'
import type { Takeover } from '#contract/first-view.ts'
import { takenOver } from './taken-over.ts'

/** Milliseconds: a picture that does not come holds nobody up for longer. */
const patience = 3000

const { takeover } = JSON.parse(document.getElementById(firstViewId)?.textContent ?? '{}') as {
  takeover: Takeover
}
/** The last one counts: a person who taps twice sees nothing happen, and means it once. */
let tap: { button: HTMLElement; pressed: string | null } | undefined
const typed = new Set<HTMLInputElement>()
const listeners = new AbortController()
const early = { capture: true, signal: listeners.signal }
let started = false

/** React marks what it has taken over with a property of its own. */
const isOurs = (element: Element) => Object.keys(element).some((name) => name.startsWith('__react'))

/** Evaluates one file after the other, each in a task of its own: the page answers in between. */
async function inTurn(files: readonly string[]): Promise<void> {
  for (const file of files) {
    await import(/* @vite-ignore */ file)
    await new Promise((next) => setTimeout(next))
  }
}

function start(): void {
  if (started) return
  started = true
  const link = (rel: string, href: string) => {
    const element = document.createElement('link')
    element.rel = rel
    element.crossOrigin = ''
    element.href = href
    document.head.append(element)
  }
  for (const href of takeover.modules) link('modulepreload', href)
  inTurn([...takeover.modules, takeover.entry]).catch(() => {
    // The page can be read, and the next touch tries again. After a release its script is gone for good: a new page has one.
    started = false
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (navigator.onLine && entry?.type !== 'reload') location.reload()
  })
}

/** Milliseconds from a frame that is made to the glass, on a slow phone. One that is slower still tells when it painted. */
const toTheGlass = 50
const afterPaint = () => {
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (performance.getEntriesByType('paint').length === 0) afterPaint()
      else if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 500 })
      else start()
    }, toTheGlass),
  )
}

addEventListener(
  'click',
  (event) => {
    const target = event.target instanceof Element ? event.target : null
    const button = target?.closest<HTMLElement>('button, [role="button"]')
    // A link leads where it says, and a form is sent, with or without us.
    if (!button || button.closest('a') || button.getAttribute('type') === 'submit' || isOurs(button)) return
    event.preventDefault()
    tap = { button, pressed: button.getAttribute('aria-pressed') }
    start()
  },
  early,
)
addEventListener(
  'input',
  ({ target }) => {
    if (target instanceof HTMLInputElement && !isOurs(target)) typed.add(target)
    start()
  },
  early,
)
for (const type of ['pointerdown', 'keydown', 'focusin'])
  addEventListener(type, start, { ...early, passive: true })

/** What was typed and tapped is done as soon as the app answers for all of it: the code of a part may come a little later. */
function handOver(): void {
  const waiting = [...typed, ...(tap ? [tap.button] : [])].filter((element) => element.isConnected)
  if (!waiting.every(isOurs)) {
    setTimeout(handOver, 30)
    return
  }
  listeners.abort()
  for (const field of typed) {
    const { value } = field
    // React must see a change: it holds what it has drawn for the truth.
    field.value = ''
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (!tap?.button.isConnected) return
  const { button, pressed } = tap
  const now = button.getAttribute('aria-pressed')
  // A heart that turns out to be saved already is what they wanted.
  if (pressed === null ? now !== 'true' : now === pressed) button.click()
}
addEventListener(takenOver, handOver, { once: true })

const first = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
const shown = () => void first?.decode().then(afterPaint, afterPaint)
if (!first) afterPaint()
else if (first.complete) shown()
else for (const type of ['load', 'error']) first.addEventListener(type, shown, { once: true })
setTimeout(start, patience)
