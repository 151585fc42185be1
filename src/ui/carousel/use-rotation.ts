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
  /** Milliseconds between two moves; undefined disables automatic moves. */
  every: number | undefined
  /** Index of the current item. Every change, automatic or by a person, restarts the timer. */
  at: number
  turn: () => void
  box: RefObject<HTMLElement | null>
}

/**
 * Moves a carousel automatically until a person stops it (WCAG 2.2.2). The timer pauses while a pointer or the focus is inside
 * the box, while the tab is hidden and while the box is off screen. With reduced motion the carousel starts paused (R-HOME-31).
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
    /** Pointer and focus handlers that pause the timer; their state updates are transitions, so that no tap waits for them. */
    holders: {
      onPointerEnter: () => startTransition(() => setPointed(true)),
      onPointerLeave: () => startTransition(() => setPointed(false)),
      onFocus({ target }: FocusEvent) {
        // The focus on the play button itself must not pause the timer.
        const held = !('rotation' in (target as HTMLElement).dataset)
        startTransition(() => setFocused(held))
      },
      onBlur: () => startTransition(() => setFocused(false)),
    },
  }
}
