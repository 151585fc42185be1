import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'

/** Scale of a picture in its frame, and the distance of its centre from the frame's centre in px. */
export interface ZoomTransform {
  scale: number
  x: number
  y: number
}
interface Point {
  x: number
  y: number
}
interface Frame {
  width: number
  height: number
}

export const unzoomed: ZoomTransform = { scale: 1, x: 0, y: 0 }
export const maxScale = 4
/** Scale after a double tap. */
const tapScale = 2.5

const clamp = (n: number, limit: number) => Math.max(-limit, Math.min(n, limit))

/** Keeps the picture over its frame: no edge of the picture is inside the frame. */
export function clampToFrame(view: ZoomTransform, frame: Frame): ZoomTransform {
  const scale = Math.max(1, Math.min(view.scale, maxScale))
  const spare = (scale - 1) / 2
  return { scale, x: clamp(view.x, spare * frame.width), y: clamp(view.y, spare * frame.height) }
}

/** Zooms around the point `at`, measured from the frame's centre, so that the point stays in place. */
export function zoomAt(view: ZoomTransform, scale: number, at: Point, frame: Frame): ZoomTransform {
  const to = Math.max(1, Math.min(scale, maxScale))
  const by = to / view.scale
  return clampToFrame({ scale: to, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }, frame)
}

function movedBy(view: ZoomTransform, by: Point, frame: Frame): ZoomTransform {
  return clampToFrame({ ...view, x: view.x + by.x, y: view.y + by.y }, frame)
}

const doubleTapMs = 300
const sameSpotPx = 32
const isZoomed = (view: ZoomTransform) => view.scale > 1.01

interface Finger extends Point {
  /** Start position of the pointer. */
  from: Point
}
const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

/** Returns the position of an event relative to the centre of its frame. */
function fromMiddle(frame: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const box = frame.getBoundingClientRect()
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
}

/** Handles pinch, double tap, wheel and drag on one picture; moves its element directly, frame by frame. */
export function useZoom(active: boolean) {
  const target = useRef<HTMLSpanElement>(null)
  const view = useRef<ZoomTransform>(unzoomed)
  const fingers = useRef(new Map<number, Finger>())
  const lastTap = useRef<(Point & { at: number }) | undefined>(undefined)
  const [zoomed, setZoomed] = useState(false)

  const change = useCallback((to: (view: ZoomTransform, frame: Frame) => ZoomTransform, glide: boolean) => {
    const element = target.current
    if (!element) return
    const next = to(view.current, { width: element.clientWidth, height: element.clientHeight })
    view.current = next
    setZoomed(isZoomed(next))
    element.style.transition = glide ? 'transform 200ms cubic-bezier(.2,.8,.2,1)' : 'none'
    element.style.transform = `translate(${next.x}px,${next.y}px) scale(${next.scale})`
  }, [])
  const toggleAt = useCallback(
    (at: Point) => change((v, frame) => (isZoomed(v) ? unzoomed : zoomAt(v, tapScale, at, frame)), true),
    [change],
  )
  const toggle = useCallback(() => toggleAt({ x: 0, y: 0 }), [toggleAt])
  // A picture that is no longer current returns to its full size.
  useEffect(() => {
    if (!active) change(() => unzoomed, false)
  }, [active, change])
  useEffect(() => {
    const frame = target.current?.parentElement
    if (!frame) return undefined
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey && !zoomed) return
      // The browser would zoom the page as well; React's listeners are passive and cannot prevent that.
      event.preventDefault()
      const at = fromMiddle(frame, event)
      change((v, box) => zoomAt(v, v.scale * Math.exp(-event.deltaY / 300), at, box), false)
    }
    frame.addEventListener('wheel', turn, { passive: false })
    return () => frame.removeEventListener('wheel', turn)
  }, [zoomed, change])

  return {
    target,
    zoomed,
    toggle,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        const at = fromMiddle(event.currentTarget, event)
        fingers.current.set(event.pointerId, { ...at, from: at })
        if (zoomed) event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event: PointerEvent) => {
        const finger = fingers.current.get(event.pointerId)
        if (!finger) return
        const to = fromMiddle(event.currentTarget, event)
        const other = [...fingers.current].find(([pointer]) => pointer !== event.pointerId)?.[1]
        if (other) {
          const by = apart(to, other) / Math.max(1, apart(finger, other))
          const [before, after] = [middleOf(finger, other), middleOf(to, other)]
          const moved = { x: after.x - before.x, y: after.y - before.y }
          change((v, frame) => zoomAt(movedBy(v, moved, frame), v.scale * by, after, frame), false)
        } else if (zoomed) {
          change((v, frame) => movedBy(v, { x: to.x - finger.x, y: to.y - finger.y }, frame), false)
        }
        fingers.current.set(event.pointerId, { ...to, from: finger.from })
      },
      onPointerUp: (event: PointerEvent) => {
        const finger = fingers.current.get(event.pointerId)
        fingers.current.delete(event.pointerId)
        if (!finger || fingers.current.size > 0 || apart(finger, finger.from) > sameSpotPx) return
        const before = lastTap.current
        const tap = { x: finger.x, y: finger.y, at: event.timeStamp }
        const second = before && tap.at - before.at < doubleTapMs && apart(tap, before) < sameSpotPx
        lastTap.current = second ? undefined : tap
        if (second) toggleAt(tap)
      },
      onPointerCancel: (event: PointerEvent) => {
        fingers.current.delete(event.pointerId)
      },
    },
    /** Without zoom a sideways swipe scrolls the row of pictures; with zoom every move is handled here. */
    touchAction: zoomed ? ('none' as const) : ('pan-x' as const),
  }
}
