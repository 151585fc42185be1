// The few lines inside a drawn document. They start the app once its first picture is painted, or when a person touches
// the page, and keep what is tapped, typed, chosen and sent until then. Links work meanwhile as the browser has them, and so
// do forms with an action; the values of another form are never put into an address.
import { firstViewId } from '#contract/first-view.ts'
import type { Takeover } from '#contract/first-view.ts'
import { type EarlyActions, type FormControl, isOurs, takenOver } from './early-actions.ts'

/** Milliseconds: a missing picture delays nothing for longer. */
const patience = 3000

const { takeover } = JSON.parse(document.getElementById(firstViewId)?.textContent ?? '{}') as {
  takeover: Takeover
}
const acts: EarlyActions = { typed: new Map() }
let started = false

/** Evaluates one file after the other, each in a task of its own: the page answers in between. */
async function inTurn(files: readonly string[]): Promise<void> {
  for (const file of files) {
    await import(/* @vite-ignore */ file)
    await new Promise((next) => setTimeout(next))
  }
}

/** Lays out what lies below the window, a part a frame: all of it at once is a long task. */
async function layOut(): Promise<void> {
  for (const animation of document.getAnimations()) {
    if ((animation as CSSAnimation).animationName !== 'laid-later') continue
    await new Promise(requestAnimationFrame)
    animation.finish()
  }
  // What is drawn from now on is laid out at once.
  delete document.documentElement.dataset['drawn']
}

function start(): void {
  if (started) return
  started = true
  layOut().catch(reportError)
  for (const href of takeover.modules) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  }
  inTurn([...takeover.modules, takeover.entry]).catch(() => {
    // The page can be read, and the next touch tries again. After a release its script is gone for good: a new page has one.
    started = false
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (navigator.onLine && entry?.type !== 'reload') location.reload()
  })
}

/** Milliseconds from a frame that is made to the glass, on a slow phone. A slower phone still reports when it painted. */
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

function keep(event: Event, element: HTMLElement, redo: () => void): void {
  event.preventDefault()
  // React may be half there, and would do it as well.
  event.stopPropagation()
  acts.last = { element, pressed: element.getAttribute('aria-pressed'), redo }
  acts.redo?.(acts)
  start()
}
addEventListener(
  'click',
  (event) => {
    const target = event.target instanceof Element ? event.target : null
    const button = target?.closest<HTMLElement>('button, [role="button"]')
    // A link leads to its address, and what a button sends is confirmed when it is sent. A page that is hydrated still shows
    // what was drawn for nobody: a tap waits until it shows whose phone this is.
    if (!button || button.closest('a') || button.getAttribute('type') === 'submit') return
    if (acts.redo && isOurs(button)) return
    keep(event, button, () => button.click())
  },
  true,
)
addEventListener(
  'submit',
  (event) => {
    const form = event.target as HTMLFormElement
    if (!form.hasAttribute('action') && !isOurs(form)) keep(event, form, () => form.requestSubmit())
  },
  true,
)
addEventListener(
  'input',
  (event) => {
    const field = event.target as FormControl
    // Whoever begins to type early goes on while the code comes.
    if ('value' in field && (acts.typed.has(field) || !isOurs(field))) {
      const ticked = /^(checkbox|radio)$/.test(field.type)
      acts.typed.set(field, ticked ? (field as HTMLInputElement).checked : field.value)
      acts.redo?.(acts)
    }
    start()
  },
  true,
)
/** What was touched shows it first. */
const startSoon = () => requestAnimationFrame(() => setTimeout(start))
for (const type of ['pointerdown', 'keydown', 'focusin'])
  addEventListener(type, startSoon, { capture: true, passive: true })

addEventListener(takenOver, (event) => {
  acts.redo = (event as CustomEvent<(acts: EarlyActions) => void>).detail
  acts.redo(acts)
})

const first = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
const shown = () => void first?.decode().then(afterPaint, afterPaint)
if (!first) afterPaint()
else if (first.complete) shown()
else for (const type of ['load', 'error']) first.addEventListener(type, shown, { once: true })
setTimeout(start, patience)
