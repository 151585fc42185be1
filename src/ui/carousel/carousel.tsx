import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
} from '@tabler/icons-react'
import { type ReactNode, startTransition, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { whenIdle } from '../when-idle.ts'
import { useOnScreen } from '../use-on-screen.ts'
import { useRotation } from './use-rotation.ts'
import { useTrack } from './use-track.ts'

interface Props<T> {
  title: string
  /** Text beside the title that explains the row. */
  note?: string
  items: readonly T[]
  keyOf: (item: T) => string
  children: (item: T, index: number) => ReactNode
  /** Milliseconds between automatic moves; undefined disables automatic moves. */
  every?: number
  /** Classes that give an item its width. */
  width: string
  /** Number of items in the first render. The rest renders when the row is near and the page idle, or when the row moves. */
  first?: number
  /** Whether the row itself takes the focus, so that a keyboard can scroll it; for items without a focusable element. */
  focusable?: boolean
  className?: string
}

/**
 * Shows items in a row that people swipe, scroll or page with buttons. Items after the first ones render when the row is less
 * than one viewport away and the page is idle. Every item has its place from the start, so the layout does not shift.
 */
export function Carousel<T>({
  title,
  note,
  items,
  keyOf,
  children,
  every,
  width,
  first = 4,
  focusable = false,
  className,
}: Props<T>) {
  const id = useId()
  const box = useRef<HTMLElement>(null)
  const { track, at, onScroll, go, next } = useTrack(items.length)
  const { playing, toggle, holders } = useRotation({ every, at, turn: next, box })
  const [whole, setWhole] = useState(false)
  const near = useOnScreen(box, '100% 0px')
  useEffect(() => (near ? whenIdle(() => startTransition(() => setWhole(true))) : undefined), [near])
  const drawn = whole || at > 0 ? items.length : first
  return (
    <section
      ref={box}
      aria-labelledby={id}
      aria-roledescription="carousel"
      className={className}
      {...holders}
    >
      <div className="flex min-h-11 items-center gap-1">
        <h2 id={id} className="min-w-0 flex-1 text-lg font-bold sm:text-xl">
          {title}
          {note !== undefined && <span className="ml-2 text-13 font-medium text-ink-3">{note}</span>}
        </h2>
        {every !== undefined && (
          <IconButton
            icon={playing ? IconPlayerPauseFilled : IconPlayerPlayFilled}
            label={`${playing ? 'Pause' : 'Play'} ${title}`}
            data-rotation
            onClick={toggle}
          />
        )}
        <IconButton icon={IconChevronLeft} label={`Previous in ${title}`} onClick={() => go(at - 1)} />
        <IconButton icon={IconChevronRight} label={`Next in ${title}`} onClick={next} />
      </div>
      <ul
        ref={track}
        onScroll={onScroll}
        {...(focusable ? { tabIndex: 0, 'aria-label': title } : {})}
        className="scrollbar-none relative -mx-4 flex snap-x snap-mandatory scroll-px-4 gap-4 overflow-x-auto overscroll-x-contain px-4 pt-2 pb-6 lg:mx-0 lg:scroll-px-0 lg:px-0"
      >
        {items.map((item, i) => (
          <li key={keyOf(item)} className={classNames('shrink-0 snap-start', width)}>
            {i < drawn && children(item, i)}
          </li>
        ))}
      </ul>
    </section>
  )
}
