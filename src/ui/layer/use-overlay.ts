import { useCallback, useSyncExternalStore } from 'react'

/** Notified whenever an overlay was shown from here; the browser reports the rest by `popstate`. */
const shown = new EventTarget()

function subscribe(changed: () => void): () => void {
  window.addEventListener('popstate', changed)
  shown.addEventListener('shown', changed)
  return () => {
    window.removeEventListener('popstate', changed)
    shown.removeEventListener('shown', changed)
  }
}

/** Which overlay the current history entry shows. */
function current(): unknown {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'overlay' in state ? state.overlay : undefined
}

/**
 * Something over the page that the Back button closes: open means that the current history entry is marked so, hence
 * closing by Back, by Escape and by its own button are the same thing.
 */
export function useOverlay(name: string) {
  const open = useSyncExternalStore(
    subscribe,
    () => current() === name,
    () => false,
  )
  const show = useCallback(() => {
    if (current() === name) return
    const state: unknown = history.state
    history.pushState({ ...(typeof state === 'object' ? state : {}), overlay: name }, '')
    shown.dispatchEvent(new Event('shown'))
  }, [name])
  const hide = useCallback(() => {
    if (current() === name) history.back()
  }, [name])
  return { open, show, hide }
}
