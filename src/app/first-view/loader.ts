// The script inside a drawn document. It starts the app when the first picture is painted or a person touches the page, and
// records taps, input and submitted forms until then. Meanwhile the browser handles links and forms with an action; the values
// of other forms are never put into an address.
import { firstViewId } from '#contract/first-view.ts'
import type { Takeover } from '#contract/first-view.ts'
import { type EarlyActions, type FormControl, isOurs, takenOver } from './early-actions.ts'

/** Milliseconds after which the app starts without the first picture. */
const patience = 3000

const { takeover } = JSON.parse(document.getElementById(firstViewId)?.textContent ?? '{}') as {
  takeover: Takeover
}
const acts: EarlyActions = { typed: new Map() }
let started = false

/** Evaluates the files one after the other, each in a task of its own, so that the page responds in between. */
async function inTurn(files: readonly string[]): Promise<void> {
  for (const file of files) {
    await import(/* @vite-ignore */ file)
    await new Promise((next) => setTimeout(next))
  }
}

/** Lays out the parts below the viewport, one per frame: all parts at once are a long task. */
async function layOut(): Promise<void> {
  for (const animation of document.getAnimations()) {
    if ((animation as CSSAnimation).animationName !== 'laid-later') continue
    await new Promise(requestAnimationFrame)
    animation.finish()
  }
  // Content drawn from now on is laid out at once.
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
    // The page stays readable, and the next touch retries. After a release the script is deleted; a new page names the new one.
    started = false
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (navigator.onLine && entry?.type !== 'reload') location.reload()
  })
}

/** Milliseconds until a rendered frame is visible on a slow phone. A slower phone has no `paint` entry yet and waits again. */
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
  // React may already have hydrated the element and would handle the event as well.
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
    // The browser handles links, and the `submit` event handles submit buttons. A hydrated page first shows what the server
    // drew for no particular person: a tap waits until the page shows this phone's data.
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
    // A person who begins to type before hydration may continue while the code loads.
    if ('value' in field && (acts.typed.has(field) || !isOurs(field))) {
      const ticked = /^(checkbox|radio)$/.test(field.type)
      acts.typed.set(field, ticked ? (field as HTMLInputElement).checked : field.value)
      acts.redo?.(acts)
    }
    start()
  },
  true,
)
/** Starts the app after the frame that shows the reaction of the touched element. */
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
