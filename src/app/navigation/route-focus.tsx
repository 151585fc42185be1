import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/** After a navigation, moves focus to the new page's heading, so that screen readers and keyboards start there. */
export function RouteFocus() {
  const [path] = useLocation()
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    const first = document.documentElement.dataset['navigated'] === undefined
    document.documentElement.dataset['navigated'] = ''
    if (first) return
    const target =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    target?.setAttribute('tabindex', '-1')
    target?.focus({ preventScroll: true })
  }, [path])
  return null
}
