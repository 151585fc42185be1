/** A track whose values are not evenly spaced: fine for common values, coarse for the others. */
export interface Scale {
  /** Index of the last track position; positions start at 0. */
  ticks: number
  tickOf: (value: number) => number
  /** Returns the round figure at a tick; a higher tick never has a lower figure. */
  valueAt: (tick: number) => number
}

/** Returns the round figure `by` ticks away from a value; if it is the same figure, the next different one. */
export function stepRoundFigure({ ticks, tickOf, valueAt }: Scale, value: number, by: number): number {
  const way = Math.sign(by)
  if (way === 0) return value
  let tick = Math.min(ticks, Math.max(0, tickOf(value) + by))
  while (tick > 0 && tick < ticks && (valueAt(tick) - value) * way <= 0) tick += way
  return valueAt(tick)
}

const ways = new Map<string, number>(
  Object.entries({
    ArrowRight: 1,
    ArrowUp: 1,
    PageUp: 1,
    ArrowLeft: -1,
    ArrowDown: -1,
    PageDown: -1,
  }),
)
type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>
interface Bounds {
  min: number
  max: number
  step: number
}

/**
 * Returns the value after a key press. An arrow moves by one exact step, with Shift to the next round figure; Page moves by a
 * tenth of the track to a round figure; Home and End move to the ends. Returns undefined for other keys.
 */
export function stepByKey(press: Press, value: number, { min, max, step }: Bounds, scale: Scale) {
  const { key } = press
  if (press.altKey || press.ctrlKey || press.metaKey) return undefined
  if (key === 'Home') return min
  if (key === 'End') return max
  const way = ways.get(key)
  if (way === undefined) return undefined
  if (key.startsWith('Page')) return stepRoundFigure(scale, value, (way * scale.ticks) / 10)
  if (press.shiftKey) return stepRoundFigure(scale, value, way)
  return Math.min(max, Math.max(min, value + way * step))
}
