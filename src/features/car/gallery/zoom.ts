/** How a picture is in its frame: its scale and how far its middle is from the frame's, in px. */
export interface ZoomTransform {
  scale: number
  x: number
  y: number
}
export interface Point {
  x: number
  y: number
}
export interface Frame {
  width: number
  height: number
}

export const whole: ZoomTransform = { scale: 1, x: 0, y: 0 }
export const maxScale = 4
/** What a double tap zooms to. */
export const tapScale = 2.5

const clamp = (n: number, limit: number) => Math.max(-limit, Math.min(n, limit))

/** Keeps the picture over its frame: no edge comes further in than the frame's own. */
export function withinFrame(view: ZoomTransform, frame: Frame): ZoomTransform {
  const scale = Math.max(1, Math.min(view.scale, maxScale))
  const spare = (scale - 1) / 2
  return { scale, x: clamp(view.x, spare * frame.width), y: clamp(view.y, spare * frame.height) }
}

/** Zooms so that what is under `at` (from the frame's middle) stays under it. */
export function zoomedTo(view: ZoomTransform, scale: number, at: Point, frame: Frame): ZoomTransform {
  const to = Math.max(1, Math.min(scale, maxScale))
  const by = to / view.scale
  return withinFrame({ scale: to, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }, frame)
}

export function movedBy(view: ZoomTransform, by: Point, frame: Frame): ZoomTransform {
  return withinFrame({ ...view, x: view.x + by.x, y: view.y + by.y }, frame)
}
