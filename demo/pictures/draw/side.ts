import type { Body, Paint, Rim, Scene } from '../vocabulary.ts'
import { type BodyShape, bodyShapes } from './bodies.ts'
import { mix, type Shades, shadesOf } from './colour.ts'
import { backdrops, fade, page, shadowGradient } from './scenes.ts'

const n = (v: number) => v.toFixed(1)
const ring = (cx: number, cy: number, r: number, paint: string) =>
  `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}" ${paint}/>`

/** Gradient of every rim; `carDefs` contains it. */
const rimGradient = `<linearGradient id="rim" x1="0" y1="0" x2=".3" y2="1"><stop offset="0" stop-color="#f7f9fa"/><stop offset=".55" stop-color="#b9c0c6"/><stop offset="1" stop-color="#7f878e"/></linearGradient>`

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

/** Draws tyre and rim around a centre. */
function wheel(cx: number, cy: number, radius: number, rim: Rim): string {
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

const ground = 590
/** Vertical offset from the car's coordinates to the picture's. */
const drop = 124

/** Returns a curve through all points, given as x and y in turn. */
function smooth(points: readonly number[]): string {
  const last = points.length / 2 - 1
  const at = (i: number): [number, number] => {
    const place = 2 * Math.min(last, Math.max(0, i))
    return [points[place] ?? 0, points[place + 1] ?? 0]
  }
  const [x0, y0] = at(0)
  let path = `M${x0} ${y0}`
  for (let i = 0; i < last; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    path += ` C${n(b[0] + (c[0] - a[0]) / 6)} ${n(b[1] + (c[1] - a[1]) / 6)} ${n(c[0] - (d[0] - b[0]) / 6)} ${n(c[1] - (d[1] - b[1]) / 6)} ${c[0]} ${c[1]}`
  }
  return path
}

interface Frame {
  shape: BodyShape
  shades: Shades
  /** Height of the wheel centres. */
  hub: number
  /** Radius of the wheel arches. */
  arch: number
  outline: string
  belt: string
}

function frameOf(body: Body, paint: Paint): Frame {
  const shape = bodyShapes[body]
  const hub = ground - shape.wheelRadius
  const arch = shape.wheelRadius + 13
  const half = Math.sqrt(Math.max(0, arch ** 2 - (shape.sill - hub) ** 2))
  const over = (x: number) =>
    `L${n(x + half)} ${shape.sill} A${arch} ${arch} 0 0 0 ${n(x - half)} ${shape.sill}`
  const [front, rear] = shape.ends
  return {
    shape,
    shades: shadesOf(`#${paint}`),
    hub,
    arch,
    outline: `M${front + 10} ${shape.sill} ${shape.outline} L${rear - 16} ${shape.sill} ${over(shape.rearWheel)} ${over(shape.frontWheel)} Z`,
    belt: smooth(shape.belt),
  }
}

const carDefs = ({ shades, outline, shape }: Frame) =>
  fade('paint', [0, shades.high], [0.34, shades.paint], [0.62, shades.mid], [1, shades.low]) +
  fade('gleam', [0, '#ffffff', 0], [0.35, '#ffffff', shades.gleam], [1, '#ffffff', 0]) +
  fade('skirt', [0, '#000000', 0], [1, '#000000', 0.34]) +
  `<linearGradient id="glass" x1="0" y1="0" x2=".25" y2="1"><stop offset="0" stop-color="#9fb3bd"/><stop offset=".45" stop-color="#33424b"/><stop offset="1" stop-color="#131b20"/></linearGradient>` +
  `<linearGradient id="lamp" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#aebcc4"/></linearGradient>` +
  rimGradient +
  shadowGradient +
  `<clipPath id="body"><path d="${outline}"/></clipPath><clipPath id="pane"><path d="${shape.glass}"/></clipPath>`

/** Draws the parts below the body: dark wheel housings, and the floor between them. */
function underneath({ shape, arch }: Frame): string {
  const { frontWheel: f, rearWheel: r, sill } = shape
  const house = (x: number) => `M${x - arch} ${sill + 2} a${arch} ${arch} 0 0 1 ${2 * arch} 0 Z`
  return (
    `<rect x="${f - 20}" y="${sill - 70}" width="${r - f + 40}" height="92" fill="#0b0d0e"/>` +
    `<path d="${house(f)} ${house(r)}" fill="#0b0d0e"/>` +
    (shape.openTop
      ? '<path d="M560 392 C556 352 566 330 590 330 C612 330 616 356 618 392 Z M700 392 C696 352 706 332 730 332 C752 332 758 356 760 392 Z" fill="#2a2220"/>'
      : '')
  )
}

function lights({ shape }: Frame): string {
  const [lx, ly, lw] = shape.lamp
  const [tx, ty, tw, th] = shape.tail
  return (
    `<path d="M${lx - 24} ${ly + 6} C${lx + 6} ${ly - 12} ${n(lx + lw * 0.6)} ${ly - 16} ${lx + lw} ${ly - 15} C${lx + lw - 8} ${ly + 2} ${n(lx + lw * 0.4)} ${ly + 14} ${lx - 24} ${ly + 18} Z" fill="url(#lamp)" stroke="#59646b" stroke-width="1.5"/>` +
    `<path d="M${tx} ${ty} h${tw + 20} v${th} h-${tw + 8} q-10 -${th * 0.5} -12 -${th} Z" fill="#b3140f"/>` +
    `<path d="M${tx + 6} ${ty + 4} h${tw} v${n(th * 0.35)} h-${tw - 2} Z" fill="#ff5a45" opacity=".85"/>`
  )
}

/** Draws the parts on the body, clipped to its outline. */
function panels(frame: Frame): string {
  const { shape, hub, arch, belt } = frame
  const { frontWheel: f, rearWheel: r, sill } = shape
  const circles = (radius: number, fill: string) =>
    `<circle cx="${f}" cy="${hub}" r="${radius}" fill="${fill}"/><circle cx="${r}" cy="${hub}" r="${radius}" fill="${fill}"/>`
  const beltTop = shape.belt[5]
  return (
    `<g clip-path="url(#body)">` +
    `<rect y="${beltTop - 6}" width="1200" height="62" fill="url(#gleam)"/>` +
    `<rect y="${sill - 58}" width="1200" height="80" fill="url(#skirt)"/>` +
    (shape.clad
      ? `<path d="M0 ${sill - 16} H1200 V${sill + 8} H0 Z" fill="#1c2022"/>${circles(arch + 13, '#1c2022')}`
      : '') +
    circles(arch, '#0b0d0e') +
    `<path d="${belt}" fill="none" stroke="#fff" stroke-width="2.4" opacity=".42"/>` +
    lights(frame) +
    `<path d="M${shape.ends[0] - 8} ${sill - 40} h66 l-8 22 h-60 Z" fill="#0f1315" opacity=".75"/>` +
    (shape.clad
      ? ''
      : `<path d="M${f + arch} ${sill - 12} H${r - arch}" stroke="#000" stroke-width="5" opacity=".25"/>`) +
    '</g>'
  )
}

function glazing({ shape, shades }: Frame): string {
  const pillar = shades.light ? '#15191b' : mix(shades.paint, '#000000', 0.65)
  return (
    `<path d="${shape.glass}" fill="url(#glass)" stroke="#0d1214" stroke-width="4" stroke-linejoin="round"/>` +
    shape.pillars.map((line) => `<path d="${line}" stroke="${pillar}" stroke-width="11"/>`).join('') +
    '<g clip-path="url(#pane)"><path d="M520 240 L600 240 L500 400 L420 400 Z M720 220 L752 220 L660 400 L628 400 Z" fill="#fff" opacity=".13"/></g>' +
    (shape.roofRails
      ? `<path d="M${shape.roofRails[0]} ${shape.roofRails[2] + 13} q8 -10 22 -10 H${shape.roofRails[1] - 22} q14 0 22 12" fill="none" stroke="#15191b" stroke-width="6" stroke-linecap="round"/>`
      : '')
  )
}

/** Returns the rear edge of a door: straight down, except around the wheel arch. */
function doorEdge(x: number, top: number, { shape, hub, arch }: Frame): string {
  const bottom = shape.sill - 18
  const radius = arch + (shape.clad ? 20 : 8)
  const away = x - shape.rearWheel
  if (x < shape.rearWheel - radius - 6)
    return `M${x} ${top} C${x + 6} ${top + 68} ${x + 4} ${bottom - 12} ${x - 6} ${bottom}`
  const meets = hub - Math.sqrt(radius ** 2 - away ** 2)
  const leaves = shape.rearWheel - Math.sqrt(Math.max(0, radius ** 2 - (bottom - hub) ** 2))
  return `M${x} ${top} V${n(meets)} A${radius} ${radius} 0 0 0 ${n(leaves)} ${bottom}`
}

function seams(frame: Frame): string {
  const { shape, shades, arch } = frame
  const top = shape.belt[3] - 24
  const edge = shape.frontWheel + arch
  const line = (d: string, width = 2.2) =>
    `<path d="${d}" fill="none" stroke="${shades.seam}" stroke-width="${width}"/>`
  const handle = (x: number) =>
    `<rect x="${x - 66}" y="${top + 42}" width="40" height="7" rx="3.5" fill="${mix(shades.paint, '#ffffff', 0.25)}" stroke="rgba(0,0,0,.35)" stroke-width="1"/>`
  const [mx, my] = shape.mirror ?? [edge + 72, shape.belt[3] - 22]
  return (
    shape.doors.map((x) => line(doorEdge(x, top, frame)) + handle(x)).join('') +
    line(
      `M${edge + 8} ${top + 16} C${edge + 22} ${top + 74} ${edge + 20} ${shape.sill - 40} ${edge + 14} ${shape.sill - 18}`,
    ) +
    (shape.cargoBed
      ? `${line(`M748 372 V${shape.sill - 20}`, 3)}<path d="M750 366 H1044" stroke="#15191b" stroke-width="7"/>`
      : `<circle cx="${shape.rearWheel + 36}" cy="${shape.belt[5] + 32}" r="11" fill="none" stroke="${shades.seam}" stroke-width="1.8"/>`) +
    `<path d="M${mx} ${my} q-4 -22 18 -24 q20 0 20 14 q0 10 -16 11 Z" fill="${shades.shaded}" stroke="rgba(0,0,0,.35)"/>`
  )
}

function vehicle(frame: Frame, rim: Rim): string {
  const { shape, hub, outline } = frame
  return (
    underneath(frame) +
    `<path d="${outline}" fill="url(#paint)"/>` +
    panels(frame) +
    glazing(frame) +
    seams(frame) +
    wheel(shape.frontWheel, hub, shape.wheelRadius, rim) +
    wheel(shape.rearWheel, hub, shape.wheelRadius, rim)
  )
}

function standing(frame: Frame, rim: Rim, scene: Scene): { defs: string; behind: string; car: string } {
  const backdrop = backdrops[scene]
  const [front, rear] = frame.shape.ends
  const { frontWheel, rearWheel, wheelRadius } = frame.shape
  const patch = (x: number, rx: number, ry: number) =>
    `<ellipse cx="${x}" cy="${ground + 1}" rx="${n(rx)}" ry="${ry}" fill="url(#shadow)"/>`
  const shadow =
    patch((front + rear) / 2, (rear - front) * 0.56, 26) +
    patch(frontWheel, wheelRadius * 1.15, 13) +
    patch(rearWheel, wheelRadius * 1.15, 13)
  const mirrored = backdrop.mirrors
    ? `<g opacity=".2" transform="translate(0 ${2 * ground}) scale(1 -1)"><use href="#car"/></g><rect y="${ground}" width="1200" height="240" fill="url(#veil)"/>`
    : ''
  return {
    defs:
      backdrop.defs +
      carDefs(frame) +
      (backdrop.mirrors ? fade('veil', [0, '#e9e2d4', 0.1], [0.75, '#efe9dd', 1]) : '') +
      `<g id="car">${vehicle(frame, rim)}</g>`,
    behind: backdrop.ground,
    car: `<g transform="translate(0 ${drop})">${mirrored}${shadow}<use href="#car"/></g>`,
  }
}

interface SideView {
  body: Body
  paint: Paint
  scene: Scene
  rim: Rim
}

/** Draws the whole car from the side; a flipped car drives to the right. */
export function drawSide(view: SideView, flip: boolean, width: number): string {
  const { defs, behind, car } = standing(frameOf(view.body, view.paint), view.rim, view.scene)
  const turned = flip ? `<g transform="translate(1200 0) scale(-1 1)">${car}</g>` : car
  return page(width, '80 140 1040 780', defs, behind + turned)
}

/** Draws a close-up of the front wheel. */
export function drawWheel(view: SideView, width: number): string {
  const frame = frameOf(view.body, view.paint)
  const { defs, behind, car } = standing(frame, view.rim, view.scene)
  const zoom = 3.1
  const [w, h] = [1200 / zoom, 900 / zoom]
  const box = `${n(frame.shape.frontWheel - w / 2)} ${n(frame.hub + drop - h * 0.55)} ${n(w)} ${n(h)}`
  return page(width, box, defs, behind + car)
}
