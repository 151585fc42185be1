// The few lines inside a drawn document. They start the app once its first picture is painted, or when somebody touches the
// page, and keep what is tapped and typed until then. Links and forms work meanwhile as the browser has them.
import { firstViewId } from '#contract/first-view.ts'
import type { Takeover } from '#contract/first-view.ts'
import { takenOver } from './taken-over.ts'

/** Milliseconds: a picture that does not come holds nobody up for longer. */
const patience = 3000

const { takeover } = JSON.parse(document.getElementById(firstViewId)?.textContent ?? '{}') as {
  takeover: Takeover
}
/** The last one counts: whoever taps twice sees nothing happen, and means it once. */
let tap: { button: HTMLElement; pressed: string | null } | undefined
const typed = new Set<HTMLInputElement>()
const listeners = new AbortController()
const early = { capture: true, signal: listeners.signal }
let started = false

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
  import(/* @vite-ignore */ takeover.entry).catch(() => {
    // The page can be read, and the next touch tries again. After a release its script is gone for good: a new page has one.
    started = false
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (navigator.onLine && entry?.type !== 'reload') location.reload()
  })
}

/** Twice a frame later the first one is on the glass. */
const afterPaint = () =>
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      'requestIdleCallback' in window ? requestIdleCallback(start, { timeout: 500 }) : setTimeout(start, 50),
    ),
  )

addEventListener(
  'click',
  (event) => {
    const target = event.target instanceof Element ? event.target : null
    const button = target?.closest<HTMLElement>('button, [role="button"]')
    // A link leads where it says, and a form is sent, with or without us.
    if (!button || button.closest('a') || button.getAttribute('type') === 'submit') return
    event.preventDefault()
    tap = { button, pressed: button.getAttribute('aria-pressed') }
    start()
  },
  early,
)
addEventListener(
  'input',
  ({ target }) => {
    if (target instanceof HTMLInputElement) typed.add(target)
    start()
  },
  early,
)
for (const type of ['pointerdown', 'keydown', 'focusin'])
  addEventListener(type, start, { ...early, passive: true })

addEventListener(
  takenOver,
  () => {
    listeners.abort()
    for (const field of typed) {
      const { value } = field
      // React must see a change: it holds what it has drawn for the truth.
      field.value = ''
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    // A heart that turns out to be saved already is what they wanted.
    if (tap?.button.isConnected && tap.button.getAttribute('aria-pressed') === tap.pressed) tap.button.click()
  },
  { once: true },
)

const first = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
if (!first || first.complete) afterPaint()
else for (const type of ['load', 'error']) first.addEventListener(type, afterPaint, { once: true })
setTimeout(start, patience)
