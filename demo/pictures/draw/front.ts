import type { Body, Paint, Scene } from '../vocabulary.ts'
import { mix, shadesOf, type Shades } from './colour.ts'
import { backdrops, fade, glow, page, shadowGradient } from './scenes.ts'

/** A body seen from the front or the rear, in metres; the centre of the car is x = 0, the ground is y = 0. */
interface FaceShape {
  height: number
  /** Half the width at the doors; `roofHalf` is half the width of the roof. */
  half: number
  roofHalf: number
  /** Height of the lower edge of the glass. */
  belt: number
  /** Height of the front edge of the bonnet, where the grille begins; also the height of lying tail lamps. */
  nose: number
  clearance: number
  /** Depth of the rear window, as a share of the distance from roof to belt. */
  rearGlass: number
  grille: 'bar' | 'tall' | 'slim'
  lamps: 'round' | 'blade'
  /** Tail lamps: upright at the corners, or lying across the boot. */
  tails: 'upright' | 'lying'
  openTop?: boolean
  tailgate?: boolean
}

/** Returns a shape; `measures` has the order of the fields above. */
const shape = (
  measures: readonly number[],
  grille: FaceShape['grille'],
  lamps: FaceShape['lamps'],
  tails: FaceShape['tails'],
  more: Pick<FaceShape, 'openTop' | 'tailgate'> = {},
): FaceShape => {
  const [height = 0, half = 0, roofHalf = 0, belt = 0, nose = 0, clearance = 0, rearGlass = 0] = measures
  return { height, half, roofHalf, belt, nose, clearance, rearGlass, grille, lamps, tails, ...more }
}

const faceShapes: Readonly<Record<Body, FaceShape>> = {
  hatchback: shape([1.5, 0.87, 0.6, 0.96, 0.74, 0.17, 0.94], 'slim', 'blade', 'upright'),
  sedan: shape([1.45, 0.9, 0.57, 0.93, 0.7, 0.16, 0.86], 'bar', 'blade', 'lying'),
  suv: shape([1.78, 0.95, 0.69, 1.14, 0.93, 0.24, 0.95], 'tall', 'blade', 'upright'),
  pickup: shape([1.8, 0.93, 0.65, 1.16, 0.97, 0.27, 0.8], 'tall', 'round', 'upright', { tailgate: true }),
  coupe: shape([1.33, 0.93, 0.52, 0.86, 0.64, 0.13, 0.9], 'slim', 'blade', 'lying'),
  convertible: shape([1.26, 0.92, 0.56, 0.86, 0.65, 0.13, 0.9], 'slim', 'round', 'lying', { openTop: true }),
  wagon: shape([1.49, 0.9, 0.62, 0.94, 0.71, 0.16, 0.95], 'bar', 'blade', 'upright'),
  mpv: shape([1.72, 0.92, 0.69, 1.02, 0.8, 0.17, 0.95], 'bar', 'blade', 'upright'),
  minibus: shape([2.05, 0.9, 0.79, 1.17, 0.88, 0.2, 0.9], 'slim', 'round', 'upright'),
}

const ground = 778
const middle = 600

/** Converts metres to units of the picture. */
interface FrontPlan {
  shape: FaceShape
  shades: Shades
  x: (metres: number) => string
  y: (metres: number) => string
  /** Converts a length. */
  u: (metres: number) => string
}

function planOf(body: Body, paint: Paint): FrontPlan {
  const shape = faceShapes[body]
  const scale = Math.min(390, 620 / shape.height)
  const one = (v: number) => v.toFixed(1)
  return {
    shape,
    shades: shadesOf(`#${paint}`),
    x: (m) => one(middle + m * scale),
    y: (m) => one(ground - m * scale),
    u: (m) => one(m * scale),
  }
}

/** Draws a shape for both sides, -1 and 1. */
const both = (draw: (side: 1 | -1) => string) => draw(-1) + draw(1)

function cabin(p: FrontPlan, rear: boolean): string {
  const { shape: s, x, y, shades } = p
  const top = s.height
  const shoulder = s.half - 0.13
  const pane = (inset: number, lower: number, upper: number) =>
    `M${x(-(shoulder - inset))} ${y(lower)} C${x(-(s.roofHalf + 0.08 - inset))} ${y(lower + (upper - lower) * 0.55)} ${x(-(s.roofHalf + 0.02 - inset))} ${y(upper - 0.03)} ${x(-(s.roofHalf - 0.1 - inset))} ${y(upper)} Q${x(0)} ${y(upper + 0.035)} ${x(s.roofHalf - 0.1 - inset)} ${y(upper)} C${x(s.roofHalf + 0.02 - inset)} ${y(upper - 0.03)} ${x(s.roofHalf + 0.08 - inset)} ${y(lower + (upper - lower) * 0.55)} ${x(shoulder - inset)} ${y(lower)} Z`
  const glassTop = top - 0.085
  const glassEnd = rear ? glassTop - (glassTop - s.belt) * s.rearGlass : s.belt
  const glass = pane(rear ? 0.115 : 0.075, glassEnd, glassTop)
  const shine = `<path d="M${x(-0.32)} ${y(top)} L${x(-0.1)} ${y(top)} L${x(-0.34)} ${y(s.belt - 0.05)} L${x(-0.6)} ${y(s.belt - 0.05)} Z" fill="#fff" opacity=".13"/>`
  const heads = both(
    (d) =>
      `<path d="M${x(d * 0.5)} ${y(s.belt - 0.02)} q${p.u(-d * 0.02)} ${p.u(-0.16)} ${p.u(-d * 0.13)} ${p.u(-0.17)} q${p.u(-d * 0.11)} ${p.u(0.01)} ${p.u(-d * 0.13)} ${p.u(0.17)} Z" fill="#0c1114" opacity=".55"/>`,
  )
  const frame = s.openTop
    ? `<path d="${pane(0.02, s.belt - 0.04, top)}" fill="none" stroke="#15191b" stroke-width="${p.u(0.045)}"/>`
    : `<path d="${pane(0, s.belt - 0.05, top)}" fill="${mix(shades.paint, '#05080a', 0.12)}"/>`
  return (
    `<clipPath id="pane"><path d="${glass}"/></clipPath>` +
    frame +
    `<path d="${glass}" fill="url(#glass)" ${s.openTop ? 'opacity=".8"' : 'stroke="#0d1214" stroke-width="4"'}/>` +
    `<g clip-path="url(#pane)">${heads}${shine}</g>`
  )
}

function hull(p: FrontPlan): string {
  const { shape: s, x, y } = p
  const h = s.half
  const right = [
    `M${x(0)} ${y(s.clearance)}`,
    `L${x(h - 0.1)} ${y(s.clearance)}`,
    `C${x(h - 0.02)} ${y(s.clearance + 0.02)} ${x(h)} ${y(s.clearance + 0.12)} ${x(h)} ${y(0.48)}`,
    `C${x(h + 0.005)} ${y(s.belt - 0.2)} ${x(h - 0.02)} ${y(s.belt - 0.08)} ${x(h - 0.1)} ${y(s.belt - 0.02)}`,
    `Q${x(h - 0.2)} ${y(s.belt + 0.025)} ${x(0)} ${y(s.belt + 0.035)}`,
  ].join(' ')
  return (
    `<path d="${right} Z" fill="url(#paint)"/>` +
    `<path d="${right} Z" transform="matrix(-1 0 0 1 ${2 * middle} 0)" fill="url(#paint)"/>`
  )
}

const tyres = (p: FrontPlan) =>
  both(
    (d) =>
      `<rect x="${p.x(d > 0 ? p.shape.half - 0.25 : -p.shape.half + 0.02)}" y="${p.y(0.5)}" width="${p.u(0.23)}" height="${p.u(0.5)}" rx="${p.u(0.05)}" fill="#15181a"/>`,
  )

const mirrors = (p: FrontPlan) =>
  both(
    (d) =>
      `<path d="M${p.x(d * (p.shape.half - 0.12))} ${p.y(p.shape.belt + 0.015)} q${p.u(d * 0.08)} ${p.u(-0.11)} ${p.u(d * 0.2)} ${p.u(-0.1)} q${p.u(d * 0.05)} ${p.u(0.02)} ${p.u(d * 0.03)} ${p.u(0.1)} q${p.u(-d * 0.06)} ${p.u(0.05)} ${p.u(-d * 0.21)} ${p.u(0.04)} Z" fill="${p.shades.shaded}" stroke="rgba(0,0,0,.4)" stroke-width="1.5"/>`,
  )

function headLamps(p: FrontPlan): string {
  const { shape: s, x, y, u } = p
  const at = s.half - 0.04
  const level = s.nose
  if (s.lamps === 'round')
    return both(
      (d) =>
        `<rect x="${x(d > 0 ? at - 0.3 : -at)}" y="${y(level + 0.02)}" width="${u(0.3)}" height="${u(0.19)}" rx="${u(0.06)}" fill="#20282c"/>` +
        `<circle cx="${x(d * (at - 0.1))}" cy="${y(level - 0.075)}" r="${u(0.075)}" fill="url(#beam)"/><circle cx="${x(d * (at - 0.23))}" cy="${y(level - 0.075)}" r="${u(0.05)}" fill="url(#beam)"/>`,
    )
  return both(
    (d) =>
      `<path d="M${x(d * at)} ${y(level + 0.06)} L${x(d * (at - 0.36))} ${y(level - 0.03)} Q${x(d * (at - 0.34))} ${y(level - 0.1)} ${x(d * (at - 0.24))} ${y(level - 0.115)} L${x(d * (at - 0.06))} ${y(level - 0.09)} Q${x(d * at)} ${y(level - 0.06)} ${x(d * at)} ${y(level + 0.06)} Z" fill="#20282c"/>` +
      `<path d="M${x(d * (at - 0.02))} ${y(level + 0.035)} L${x(d * (at - 0.32))} ${y(level - 0.04)}" stroke="#f3f8fa" stroke-width="${u(0.022)}" stroke-linecap="round"/>` +
      `<circle cx="${x(d * (at - 0.1))}" cy="${y(level - 0.04)}" r="${u(0.045)}" fill="url(#beam)"/><circle cx="${x(d * (at - 0.21))}" cy="${y(level - 0.065)}" r="${u(0.036)}" fill="url(#beam)"/>`,
  )
}

function grille(p: FrontPlan): string {
  const { shape: s, x, y } = p
  const [top, tall, wide] = {
    bar: [s.nose - 0.01, 0.17, 0.46] as const,
    tall: [s.nose + 0.02, 0.27, 0.5] as const,
    slim: [s.nose - 0.02, 0.07, 0.44] as const,
  }[s.grille]
  const bars = Math.round(tall / 0.045)
  const lines = Array.from({ length: bars }, (_, i) => {
    const at = top - ((i + 0.5) * tall) / bars
    return `<path d="M${x(-wide + 0.03 + i * 0.008)} ${y(at)} H${x(wide - 0.03 - i * 0.008)}" stroke="#4b545a" stroke-width="3.5"/>`
  })
  const low = s.clearance + 0.09
  return (
    `<path d="M${x(-wide)} ${y(top)} H${x(wide)} L${x(wide - 0.07)} ${y(top - tall)} H${x(-wide + 0.07)} Z" fill="#12171a" stroke="#8d979d" stroke-width="3" stroke-linejoin="round"/>` +
    lines.join('') +
    `<path d="M${x(-s.half + 0.16)} ${y(low + 0.13)} Q${x(0)} ${y(low + 0.17)} ${x(s.half - 0.16)} ${y(low + 0.13)} L${x(s.half - 0.24)} ${y(low)} H${x(-s.half + 0.24)} Z" fill="#12171a"/>` +
    both(
      (d) =>
        `<circle cx="${x(d * (s.half - 0.16))}" cy="${y(low + 0.2)}" r="${p.u(0.035)}" fill="url(#beam)" stroke="#2a3136" stroke-width="3"/>`,
    )
  )
}

const plate = (p: FrontPlan, level: number) =>
  `<rect x="${p.x(-0.24)}" y="${p.y(level)}" width="${p.u(0.48)}" height="${p.u(0.105)}" rx="5" fill="#f7f4ea" stroke="#2a2f31" stroke-width="2"/>`

function face(p: FrontPlan): string {
  const { shape: s, x, y } = p
  const crease = both(
    (d) =>
      `<path d="M${x(d * (s.half - 0.3))} ${y(s.belt + 0.01)} Q${x(d * 0.42)} ${y(s.nose + 0.1)} ${x(d * 0.4)} ${y(s.nose + 0.03)}" fill="none" stroke="${p.shades.seam}" stroke-width="2.4"/>`,
  )
  return (
    `<path d="M${x(-s.half + 0.16)} ${y(s.belt + 0.005)} Q${x(0)} ${y(s.belt - 0.045)} ${x(s.half - 0.16)} ${y(s.belt + 0.005)}" stroke="#fff" stroke-width="4" opacity=".38" fill="none"/>` +
    crease +
    headLamps(p) +
    grille(p) +
    plate(p, s.clearance + 0.31)
  )
}

function tailLamps(p: FrontPlan): string {
  const { shape: s, x, y, u } = p
  const at = s.half - 0.015
  if (s.tails === 'lying')
    return both(
      (d) =>
        `<path d="M${x(d * at)} ${y(s.nose + 0.05)} L${x(d * (at - 0.42))} ${y(s.nose + 0.03)} L${x(d * (at - 0.36))} ${y(s.nose - 0.08)} L${x(d * at)} ${y(s.nose - 0.1)} Z" fill="#a8120d"/>` +
        `<path d="M${x(d * (at - 0.02))} ${y(s.nose + 0.025)} L${x(d * (at - 0.38))} ${y(s.nose + 0.012)}" stroke="#ff6a53" stroke-width="${u(0.03)}"/>`,
    )
  return both(
    (d) =>
      `<path d="M${x(d * at)} ${y(s.belt - 0.05)} L${x(d * (at - 0.15))} ${y(s.belt - 0.06)} L${x(d * (at - 0.18))} ${y(s.belt - 0.38)} L${x(d * at)} ${y(s.belt - 0.4)} Z" fill="#a8120d"/>` +
      `<path d="M${x(d * (at - 0.03))} ${y(s.belt - 0.09)} L${x(d * (at - 0.12))} ${y(s.belt - 0.095)} L${x(d * (at - 0.13))} ${y(s.belt - 0.2)} L${x(d * (at - 0.03))} ${y(s.belt - 0.2)} Z" fill="#ff6a53"/>` +
      `<path d="M${x(d * (at - 0.03))} ${y(s.belt - 0.32)} h${u(-d * 0.11)}" stroke="#f3e3d0" stroke-width="${u(0.035)}"/>`,
  )
}

function back(p: FrontPlan): string {
  const { shape: s, x, y } = p
  const lid = s.tailgate ? s.half - 0.19 : s.half - 0.26
  const low = s.clearance + 0.2
  const top = s.belt - (s.tails === 'lying' ? 0.02 : 0.04)
  const middleOfLid = low + (s.belt - low) * 0.5
  return (
    tailLamps(p) +
    `<path d="M${x(-lid)} ${y(top)} L${x(-lid + 0.05)} ${y(low + 0.1)} H${x(lid - 0.05)} L${x(lid)} ${y(top)}" fill="none" stroke="${p.shades.seam}" stroke-width="3"/>` +
    (s.tailgate
      ? `<path d="M${x(-s.half + 0.08)} ${y(s.belt + 0.02)} H${x(s.half - 0.08)}" stroke="#15191b" stroke-width="9"/><rect x="${x(-0.14)}" y="${y(s.belt - 0.1)}" width="${p.u(0.28)}" height="${p.u(0.06)}" rx="4" fill="#15191b"/>`
      : `<rect x="${x(-0.27)}" y="${y(middleOfLid + 0.13)}" width="${p.u(0.54)}" height="${p.u(0.025)}" fill="#c9d0d4"/>`) +
    plate(p, middleOfLid + 0.075) +
    `<path d="M${x(-s.half + 0.1)} ${y(low)} H${x(s.half - 0.1)} L${x(s.half - 0.2)} ${y(s.clearance + 0.03)} H${x(-s.half + 0.2)} Z" fill="#171c1f" opacity=".9"/>` +
    both(
      (d) =>
        `<rect x="${x(d > 0 ? s.half - 0.32 : -s.half + 0.22)}" y="${y(low - 0.02)}" width="${p.u(0.1)}" height="${p.u(0.03)}" fill="#d8432f"/>`,
    ) +
    `<rect x="${x(0.38)}" y="${y(s.clearance + 0.07)}" width="${p.u(0.12)}" height="${p.u(0.05)}" rx="6" fill="#8b9298"/>`
  )
}

/** Draws the car from the front or from the rear. */
export function drawFace(
  o: { body: Body; paint: Paint; scene: Scene },
  rear: boolean,
  width: number,
): string {
  const p = planOf(o.body, o.paint)
  const backdrop = backdrops[o.scene]
  const { shape, shades } = p
  const defs =
    backdrop.defs +
    shadowGradient +
    fade('paint', [0, shades.high], [0.34, shades.paint], [0.7, shades.mid], [1, shades.low]) +
    `<linearGradient id="glass" x1="0" y1="0" x2=".3" y2="1"><stop offset="0" stop-color="#a9bcc5"/><stop offset=".5" stop-color="#3b4a53"/><stop offset="1" stop-color="#182127"/></linearGradient>` +
    glow('beam', '', [0, '#ffffff'], [0.6, '#dfe9ee'], [1, '#8fa0a9'])
  const content =
    backdrop.ground +
    `<ellipse cx="${middle}" cy="${ground + 2}" rx="${p.u(shape.half * 1.2)}" ry="30" fill="url(#shadow)"/>` +
    `<rect x="${p.x(-shape.half + 0.2)}" y="${p.y(0.4)}" width="${p.u(shape.half * 2 - 0.4)}" height="${p.u(0.34)}" fill="#0a0c0d"/>` +
    tyres(p) +
    cabin(p, rear) +
    mirrors(p) +
    hull(p) +
    (rear ? back(p) : face(p))
  return page(width, '0 0 1200 900', defs, content)
}
