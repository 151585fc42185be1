import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ComponentProps, type UIEvent, useCallback, useRef, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import type { IconShape } from '#ui/icon.tsx'
import { prefersReducedMotion } from '#ui/use-media-query.ts'

type TurningKey = Pick<KeyboardEvent, 'key' | 'preventDefault'>

/** Returns the key of a slide by its index, because two pictures of a car may have the same address. */
export const slideKey = (i: number) => `slide-${i + 1}`

/**
 * Manages a row of slides that the browser scrolls and snaps, so that it follows a finger exactly. Only the current picture and
 * its neighbours load.
 */
export function useSlides(count: number, start = 0) {
  const track = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(start)
  const [loaded, setLoaded] = useState<ReadonlySet<number>>(() => new Set([start]))
  const arrive = useCallback((i: number) => {
    setAt(i)
    setLoaded((before) => (before.has(i) ? before : new Set([...before, i])))
  }, [])
  /** Shows a slide; an index past an end is clamped. Returns the index of the slide. */
  const show = useCallback(
    (wish: number) => {
      const i = Math.max(0, Math.min(wish, count - 1))
      const row = track.current
      // A far jump is instant, so the pictures in between do not load.
      const near = row !== null && Math.abs(i * row.clientWidth - row.scrollLeft) < row.clientWidth * 1.5
      const behavior = near && !prefersReducedMotion() ? 'smooth' : 'instant'
      row?.scrollTo({ left: i * row.clientWidth, behavior })
      arrive(i)
      return i
    },
    [count, arrive],
  )
  /** Handles arrow keys, Home and End: shows the slide and returns its index; returns undefined for other keys. */
  const turn = useCallback(
    (event: TurningKey) => {
      const wish = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key]
      if (wish === undefined) return undefined
      event.preventDefault()
      return show(wish)
    },
    [at, count, show],
  )
  return {
    track,
    at,
    /** Returns whether a picture has been near enough to load. */
    wanted: (i: number) => loaded.has(i) || loaded.has(i - 1) || loaded.has(i + 1),
    show,
    turn,
    /** Scroll handler for the row. */
    settle: ({ currentTarget: row }: UIEvent<HTMLUListElement>) => {
      if (row.clientWidth > 0) arrive(Math.round(row.scrollLeft / row.clientWidth))
    },
  }
}

interface ArrowsProps extends Pick<ComponentProps<typeof IconButton>, 'look' | 'className'> {
  at: number
  count: number
  onShow: (at: number) => void
}

/** Shows arrows to the neighbouring pictures, for people with a mouse. */
export function Arrows({ at, count, onShow, look, className }: ArrowsProps) {
  const arrow = (to: number, label: string, icon: IconShape, side: string) =>
    to >= 0 &&
    to < count && (
      <IconButton
        icon={icon}
        label={label}
        look={look}
        className={`absolute! top-1/2 -mt-[22px] ${side} ${className}`}
        onClick={() => onShow(to)}
      />
    )
  return (
    <>
      {arrow(at - 1, 'Previous picture', IconChevronLeft, 'left-3')}
      {arrow(at + 1, 'Next picture', IconChevronRight, 'right-3')}
    </>
  )
}
