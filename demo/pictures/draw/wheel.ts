import type { Rim } from '../vocabulary.ts'

const n = (v: number) => v.toFixed(1)
const ring = (cx: number, cy: number, r: number, paint: string) =>
  `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}" ${paint}/>`

/** Fill used by every rim; `side` puts it into its `defs`. */
export const rimGradient = `<linearGradient id="rim" x1="0" y1="0" x2=".3" y2="1"><stop offset="0" stop-color="#f7f9fa"/><stop offset=".55" stop-color="#b9c0c6"/><stop offset="1" stop-color="#7f878e"/></linearGradient>`

const spokes: Readonly<Record<Exclude<Rim, 'steel'>, { count: number; width: number; lean: number }>> = {
  five: { count: 5, width: 0.17, lean: 0 },
  ten: { count: 10, width: 0.075, lean: 0 },
  turbine: { count: 9, width: 0.075, lean: 0.35 },
}

function steelFace(cx: number, cy: number, r: number): string {
  const holes = Array.from({ length: 8 }, (_, i) => {
    const a = (i * Math.PI) / 4
    return ring(cx + Math.cos(a) * r * 0.78, cy + Math.sin(a) * r * 0.78, r * 0.085, 'fill="#3f454b"')
  })
  return (
    ring(cx, cy, r, 'fill="url(#rim)"') +
    ring(cx, cy, r * 0.93, 'fill="none" stroke="#9aa1a8" stroke-width="2"') +
    ring(cx, cy, r * 0.58, `fill="none" stroke="#8d939a" stroke-width="${n(r * 0.07)}"`) +
    ring(cx, cy, r * 0.34, 'fill="#aab1b8"') +
    holes.join('')
  )
}

function spokedFace(cx: number, cy: number, r: number, rim: Exclude<Rim, 'steel'>): string {
  const { count, width, lean } = spokes[rim]
  const at = (angle: number, reach: number) =>
    `${n(cx + Math.cos(angle) * r * reach)} ${n(cy + Math.sin(angle) * r * reach)}`
  const blades = Array.from({ length: count }, (_, i) => {
    const a = (i * 2 * Math.PI) / count - Math.PI / 2
    const b = a + lean
    const wide = width * 1.3
    return `<path d="M${at(a - wide, 0.2)} L${at(b - width, 0.98)} L${at(b + width, 0.98)} L${at(a + wide, 0.2)} Z" fill="url(#rim)"/>`
  })
  return (
    ring(cx, cy, r, 'fill="#23272b"') +
    // The brake disc behind the spokes.
    ring(cx, cy, r * 0.56, `fill="none" stroke="#6b7178" stroke-width="${n(r * 0.22)}" opacity=".55"`) +
    blades.join('') +
    ring(cx, cy, r * 0.97, `fill="none" stroke="#d9dde1" stroke-width="${n(r * 0.055)}"`)
  )
}

const nuts = (cx: number, cy: number, r: number) =>
  Array.from({ length: 5 }, (_, i) => {
    const a = (i * 2 * Math.PI) / 5 - Math.PI / 2
    return ring(cx + Math.cos(a) * r * 0.2, cy + Math.sin(a) * r * 0.2, r * 0.026, 'fill="#5c646b"')
  }).join('')

/** Tyre and rim around a centre. */
export function wheel(cx: number, cy: number, radius: number, rim: Rim): string {
  const r = radius * 0.7
  return (
    ring(cx, cy, radius, 'fill="#17191b"') +
    ring(cx, cy, radius * 0.975, 'fill="none" stroke="#2f3438" stroke-width="2"') +
    ring(cx, cy, radius * 0.86, 'fill="none" stroke="#24282b" stroke-width="1.5"') +
    ring(cx, cy, radius * 0.76, 'fill="#0d0f10"') +
    (rim === 'steel' ? steelFace(cx, cy, r) : spokedFace(cx, cy, r, rim)) +
    nuts(cx, cy, r) +
    ring(cx, cy, r * 0.14, 'fill="#3a4046"') +
    ring(cx, cy, r * 0.085, 'fill="#aab0b6"')
  )
}
