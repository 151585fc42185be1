import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ComponentProps, type UIEvent, useCallback, useRef, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import type { IconShape } from '#ui/icon.tsx'
import { prefersReducedMotion } from '#ui/use-media-query.ts'

type TurningKey = Pick<KeyboardEvent, 'key' | 'preventDefault'>

/** Two pictures of a car may share one address, so their place names them. */
export const slideKey = (i: number) => `slide-${i + 1}`

/**
 * A row of slides that the browser itself scrolls and snaps, so that it follows a finger one to one. Only the shown
 * picture and its neighbours are requested.
 */
export function useSlides(count: number, start = 0) {
  const track = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(start)
  const [loaded, setLoaded] = useState<ReadonlySet<number>>(() => new Set([start]))
  const arrive = useCallback((i: number) => {
    setAt(i)
    setLoaded((before) => (before.has(i) ? before : new Set([...before, i])))
  }, [])
  /** Shows a slide, or the last one before an end is passed; returns which. */
  const show = useCallback(
    (wish: number) => {
      const i = Math.max(0, Math.min(wish, count - 1))
      const row = track.current
      // Far jumps do not load the pictures in between.
      const near = row !== null && Math.abs(i * row.clientWidth - row.scrollLeft) < row.clientWidth * 1.5
      const behavior = near && !prefersReducedMotion() ? 'smooth' : 'instant'
      row?.scrollTo({ left: i * row.clientWidth, behavior })
      arrive(i)
      return i
    },
    [count, arrive],
  )
  /** For arrow keys, Home and End: shows the slide they lead to and says which; undefined for any other key. */
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
    /** Whether a picture was near enough to be requested. */
    wanted: (i: number) => loaded.has(i) || loaded.has(i - 1) || loaded.has(i + 1),
    show,
    turn,
    /** For the element that scrolls. */
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

/** To the pictures beside the shown one, for those who have a mouse. */
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
