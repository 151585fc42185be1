import {
  startTransition,
  type FocusEvent,
  type RefObject,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { reducedMotion, useMediaQuery } from '../use-media-query.ts'
import { useOnScreen } from '../use-on-screen.ts'

const never = () => true

function subscribeHidden(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
const isHidden = () => document.hidden

interface Options {
  /** Milliseconds a turn; undefined never turns by itself. */
  every: number | undefined
  /** Changes with each turn, no matter who made it: the next one is a whole turn away. */
  at: number
  turn: () => void
  box: RefObject<HTMLElement | null>
}

/**
 * Turns by itself until a person stops it (WCAG 2.2.2). It waits while a pointer or the focus is inside, while the tab is
 * hidden and while it is out of sight; with reduced motion it starts stopped (R-HOME-31).
 */
export function useRotation({ every, at, turn, box }: Options) {
  const reduced = useMediaQuery(reducedMotion, true)
  const hidden = useSyncExternalStore(subscribeHidden, isHidden, never)
  const onScreen = useOnScreen(box)
  const [chosen, setChosen] = useState<boolean>()
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const playing = every !== undefined && (chosen ?? !reduced)
  const turning = playing && onScreen && !hidden && !pointed && !focused
  useEffect(() => {
    if (!turning || every === undefined) return undefined
    const timer = setTimeout(turn, every)
    return () => clearTimeout(timer)
  }, [turning, every, at, turn])
  return {
    playing,
    toggle: () => setChosen(!playing),
    /** For the box: a pointer or the focus in it holds the turning. The frame of a tap does not wait for that. */
    holders: {
      onPointerEnter: () => startTransition(() => setPointed(true)),
      onPointerLeave: () => startTransition(() => setPointed(false)),
      onFocus({ target }: FocusEvent) {
        // The button that starts it would hold it as well.
        const held = !('rotation' in (target as HTMLElement).dataset)
        startTransition(() => setFocused(held))
      },
      onBlur: () => startTransition(() => setFocused(false)),
    },
  }
}
