/** Pure functions on colours in the form `#rrggbb`. */

const channels = (hex: string) => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16))

const toHex = (parts: readonly number[]) =>
  `#${parts
    .map((v) =>
      Math.min(255, Math.max(0, Math.round(v)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Mixes `a` with a share `t` (0 to 1) of `b`. */
export function mix(a: string, b: string, t: number): string {
  const to = channels(b)
  return toHex(channels(a).map((v, i) => v + ((to[i] ?? v) - v) * t))
}

/** Returns the lightness: 0 is black, 1 is white. */
function lightness(hex: string): number {
  return channels(hex).reduce((sum, v) => sum + v, 0) / 765
}

/** Shades of one paint on a car. */
export interface Shades {
  paint: string
  /** Shade of surfaces lit from above. */
  high: string
  mid: string
  low: string
  /** Stroke of the seams between panels. */
  seam: string
  /** Opacity of the highlight along the shoulder. */
  gleam: number
  /** Shade of body-coloured parts in the shadow. */
  shaded: string
  light: boolean
}

const white = '#ffffff'
const night = '#05080a'

export function shadesOf(paint: string): Shades {
  const light = lightness(paint)
  const pale = light > 0.8
  return {
    paint,
    high: mix(paint, white, pale ? 0.9 : light < 0.2 ? 0.3 : 0.42),
    mid: mix(paint, night, pale ? 0.1 : 0.2),
    low: mix(paint, night, pale ? 0.32 : 0.58),
    seam: light < 0.25 ? 'rgba(255,255,255,.2)' : 'rgba(8,12,14,.36)',
    gleam: pale ? 0.4 : 0.2,
    shaded: mix(paint, '#000000', 0.25),
    light: light > 0.5,
  }
}
