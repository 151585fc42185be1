import { useCallback } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'

const stateOf = () => history.state as { overlay?: unknown } | null
/** Returns the overlay of the current history entry. */
const current = () => stateOf()?.overlay

/**
 * Controls an overlay that the Back button closes. It is open while the current history entry has its name, so Back, Escape and
 * its own button close it in the same way.
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
