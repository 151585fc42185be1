import { useEffect, useRef, useState, useEffectEvent } from 'react'
import { IconRefresh } from '@tabler/icons-react'
import { prefersReducedMotion } from '../use-media-query.ts'

interface Props {
  /** Whether the refresh is under way. */
  busy: boolean
  onPull: () => void
}

/** Pixels that the disc must move for a refresh on release, and its furthest position; a finger moves twice as far. */
const enough = 64
const furthest = 88
const slack = 0.5
/** Milliseconds that the spinner stays after the refresh: a faster refresh would be invisible. */
const shownFor = 500

function draw(disc: HTMLElement | null, way: number): void {
  if (!disc) return
  const share = Math.min(1, way / enough)
  const calm = prefersReducedMotion()
  disc.style.opacity = String(share)
  disc.style.translate = `-50% ${calm ? enough : Math.min(furthest, way)}px`
  disc.style.rotate = calm ? '' : `${share * 270}deg`
  disc.toggleAttribute('data-far', share === 1)
}

/**
 * Refreshes the data when a finger pulls the top of the page down. A screen also needs a button for people without touch. The
 * browser's own pull-to-refresh, which loads the whole page again, is off meanwhile.
 */
export function PullToRefresh({ busy, onPull }: Props) {
  const disc = useRef<HTMLDivElement>(null)
  const [pulled, setPulled] = useState(false)
  const isBusy = useEffectEvent(() => busy)
  const pull = useEffectEvent(onPull)
  useEffect(() => {
    const root = document.documentElement
    root.style.overscrollBehaviorY = 'contain'
    let from: { x: number; y: number } | undefined
    let way = 0
    function begin({ touches, target }: TouchEvent) {
      const [finger] = touches
      const inside = target instanceof Element && target.closest('dialog, [role="listbox"]')
      from = undefined
      if (!finger || touches.length > 1 || inside || isBusy()) return
      from = { x: finger.clientX, y: finger.clientY }
    }
    function move({ touches }: TouchEvent) {
      const [finger] = touches
      if (!from || !finger) return
      const down = finger.clientY - from.y
      const aside = Math.abs(finger.clientX - from.x)
      // A sideways move is a swipe through pictures or chips, an upward move is a scroll.
      if (way === 0 && (down < aside || down < 8)) {
        if (aside > 8 || down < 0) from = undefined
        return
      }
      // The scroll position is not read at `touchstart`: that can force a layout, and a tap would wait for it.
      if (way === 0 && window.scrollY > 0) {
        from = undefined
        return
      }
      way = Math.max(0, (down - 8) * slack)
      draw(disc.current, way)
    }
    function end() {
      if (from && way >= enough) {
        setPulled(true)
        pull()
      }
      from = undefined
      way = 0
      draw(disc.current, 0)
    }
    addEventListener('touchstart', begin, { passive: true })
    addEventListener('touchmove', move, { passive: true })
    addEventListener('touchend', end)
    addEventListener('touchcancel', end)
    return () => {
      root.style.overscrollBehaviorY = ''
      removeEventListener('touchstart', begin)
      removeEventListener('touchmove', move)
      removeEventListener('touchend', end)
      removeEventListener('touchcancel', end)
    }
  }, [])
  useEffect(() => {
    if (!pulled || busy) return
    const timer = setTimeout(() => setPulled(false), shownFor)
    return () => clearTimeout(timer)
  }, [pulled, busy])
  const look =
    'pointer-events-none fixed top-0 left-1/2 z-30 grid size-11 place-items-center rounded-pill border border-line bg-surface text-ink-3 shadow-e1 data-far:text-brand'
  return (
    <>
      <div ref={disc} aria-hidden className={`${look} opacity-0`}>
        <IconRefresh size={22} stroke={1.75} />
      </div>
      {pulled && (
        <div aria-hidden className={`${look} translate-y-16 -translate-x-1/2 text-brand`}>
          <IconRefresh size={22} stroke={1.75} className="motion-safe:animate-spin" />
        </div>
      )}
      <output className="sr-only">{pulled ? 'Refreshing' : ''}</output>
    </>
  )
}
