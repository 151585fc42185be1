import { useCallback } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'

const stateOf = () => history.state as { overlay?: unknown } | null
/** Which overlay the current history entry shows. */
const current = () => stateOf()?.overlay

/**
 * Something over the page that the Back button closes: open means that the current history entry is marked so, hence
 * closing by Back, by Escape and by its own button are the same thing.
 */
export function useOverlay(name: string) {
  const open = useLocationProperty(
    () => current() === name,
    () => false,
  )
  const show = useCallback(() => {
    if (current() !== name) history.pushState({ ...stateOf(), overlay: name }, '')
  }, [name])
  const hide = useCallback(() => {
    if (current() === name) history.back()
  }, [name])
  return { open, show, hide }
}
