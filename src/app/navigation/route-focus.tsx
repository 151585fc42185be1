import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/** How long a heading that arrives with its data may still take the focus. */
const patience = 5000

const focus = (element: HTMLElement) => {
  element.setAttribute('tabindex', '-1')
  element.focus({ preventScroll: true })
}

/** Focuses the page's heading; until there is one, the page itself, unless the person has moved on meanwhile. */
function focusHeading(main: HTMLElement): () => void {
  const heading = () => main.querySelector<HTMLElement>('h1')
  focus(heading() ?? main)
  if (heading()) return () => {}
  const watcher = new MutationObserver(() => {
    const arrived = heading()
    if (!arrived) return
    stop()
    if (document.activeElement === main) focus(arrived)
  })
  const timer = setTimeout(() => watcher.disconnect(), patience)
  const stop = () => {
    clearTimeout(timer)
    watcher.disconnect()
  }
  watcher.observe(main, { childList: true, subtree: true })
  return stop
}

/** After a navigation, screen readers and keyboards start at the new page's heading. */
export function RouteFocus() {
  const [path] = useLocation()
  const stop = useRef<() => void>(undefined)
  useEffect(() => {
    const { dataset } = document.documentElement
    // The first page of a visit keeps the browser's own focus.
    const first = dataset['path'] === undefined
    const moved = dataset['path'] !== path
    dataset['path'] = path
    const main = document.querySelector<HTMLElement>('main')
    if (!first && moved && main) stop.current = focusHeading(main)
    return () => stop.current?.()
  }, [path])
  return null
}
