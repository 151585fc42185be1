import type { Interior, Steering } from '../vocabulary.ts'
import { mix } from './colour.ts'
import { fade, page } from './scenes.ts'

const leathers: Readonly<Record<Interior, string>> = {
  black: '#3a3d40',
  grey: '#8b9094',
  beige: '#cbb893',
  tan: '#b98a55',
  brown: '#74503a',
  red: '#8e2f2a',
}

/** Segments a to g of a seven-segment display for each digit. */
const strokes = ['abcdef', 'bc', 'abged', 'abgcd', 'fgbc', 'afgcd', 'afgedc', 'abc', 'abcdefg', 'abcdfg']
const places = new Map<string, readonly [number, number, number, number]>(
  Object.entries({
    a: [0, 0, 1, 0],
    b: [1, 0, 1, 1],
    c: [1, 1, 1, 2],
    d: [0, 2, 1, 2],
    e: [0, 1, 0, 2],
    f: [0, 0, 0, 1],
    g: [0, 1, 1, 1],
  }),
)

function digit(figure: string, x: number, y: number, size: number): string {
  return Array.from(strokes[Number(figure)] ?? '')
    .map((name) => {
      const [x1, y1, x2, y2] = places.get(name) ?? [0, 0, 0, 0]
      return `M${x + x1 * size} ${y + y1 * size} L${x + x2 * size} ${y + y2 * size}`
    })
    .join(' ')
}

/** Draws six digits with dimmed leading zeros, so that the reading is easy to read. */
function odometer(km: number): string {
  const size = 17
  const step = 31
  const x = 390 - (step * 6 - (step - size)) / 2
  const figures = Array.from(String(km).padStart(6, '0'))
  const zeros = 6 - String(km).length
  const draw = (from: number, to: number) =>
    figures.map((f, i) => (i >= from && i < to ? digit(f, x + i * step, 458, size) : '')).join(' ')
  return (
    `<rect x="${x - 22}" y="440" width="${step * 6 + 30}" height="70" rx="10" fill="#050807" stroke="#3a4246" stroke-width="3"/>` +
    `<g fill="none" stroke-width="6" stroke-linecap="round"><path d="${draw(0, zeros)}" stroke="#1d4a3a"/><path d="${draw(zeros, 6)}" stroke="#9ff0c9"/></g>`
  )
}

function dial(cx: number, value: number): string {
  const cy = 372
  const at = (angle: number, reach: number) =>
    `${(cx + Math.cos(angle) * reach).toFixed(1)} ${(cy + Math.sin(angle) * reach).toFixed(1)}`
  const turn = (share: number) => ((135 + share * 270) * Math.PI) / 180
  const marks = Array.from({ length: 11 }, (_, i) => `M${at(turn(i / 10), 92)} L${at(turn(i / 10), 106)}`)
  return (
    `<circle cx="${cx}" cy="${cy}" r="116" fill="#0c1012" stroke="#3a4246" stroke-width="6"/>` +
    `<path d="${marks.join(' ')}" stroke="#dfe7e3" stroke-width="4"/>` +
    `<path d="M${cx} ${cy} L${at(turn(value), 84)}" stroke="#ff7a4d" stroke-width="6" stroke-linecap="round"/><circle cx="${cx}" cy="${cy}" r="14" fill="#2a3034"/>`
  )
}

const cluster = (km: number) =>
  `<path d="M132 300 C230 226 550 226 648 300 L664 512 H116 Z" fill="#14181a"/>${dial(252, 0.04)}${dial(528, 0.12)}${odometer(km)}`

const screen =
  '<rect x="716" y="290" width="330" height="196" rx="18" fill="#0d1113" stroke="#3b4347" stroke-width="5"/><rect x="734" y="308" width="294" height="160" rx="8" fill="#123a30"/>' +
  '<path d="M734 420 L1028 350 M820 308 L900 468" stroke="#1d5546" stroke-width="10"/><path d="M750 440 C800 380 840 430 890 360 S980 340 1012 322" stroke="#63cfa0" stroke-width="8" fill="none"/><circle cx="890" cy="360" r="10" fill="#f4a62a"/>' +
  '<rect x="716" y="506" width="330" height="30" rx="15" fill="#111618"/>' +
  [760, 820, 881, 942, 1002].map((x) => `<circle cx="${x}" cy="521" r="8" fill="#48535a"/>`).join('')

const steeringWheel = (leather: string) =>
  `<g fill="none"><circle cx="390" cy="640" r="240" stroke="#101416" stroke-width="46"/><circle cx="390" cy="640" r="240" stroke="${mix(leather, '#000000', 0.45)}" stroke-width="32"/><path d="M200 494 A240 240 0 0 1 580 494" stroke="#ffffff" stroke-opacity=".1" stroke-width="8"/></g>` +
  '<path d="M172 640 H330 Q390 584 450 640 H608 V686 H462 Q440 760 432 866 H348 Q340 760 318 686 H172 Z" fill="#171b1d"/><circle cx="390" cy="656" r="58" fill="#22282b" stroke="#4a5257" stroke-width="3"/><circle cx="390" cy="656" r="20" fill="none" stroke="#8b959b" stroke-width="4"/>' +
  '<rect x="236" y="652" width="60" height="22" rx="11" fill="#2f373b"/><rect x="484" y="652" width="60" height="22" rx="11" fill="#2f373b"/>'

const gearLever = (leather: string) =>
  `<path d="M790 900 V700 Q790 650 840 650 H922 Q972 650 972 700 V900 Z" fill="#15191b"/><rect x="863" y="610" width="36" height="140" rx="16" fill="#2a3034"/><circle cx="881" cy="606" r="34" fill="${leather}" stroke="#0d1012" stroke-width="5"/><path d="M868 606 H894 M881 592 V620" stroke="#0d1012" stroke-width="4" opacity=".5"/>`

const vents = [690, 1072]
  .map(
    (x) =>
      `<rect x="${x}" y="332" width="16" height="112" rx="8" fill="#0d1113"/><path d="M${x + 8} 344 v88" stroke="#39434a" stroke-width="5" stroke-dasharray="10 8"/>`,
  )
  .join('')

/** Draws the driver's place; the odometer shows exactly the given kilometres. */
export function drawDashboard(
  o: { interior: Interior; steering: Steering; km: number },
  width: number,
): string {
  const leather = leathers[o.interior]
  // The instruments move to the driver's side as one group, so that no digit is mirrored.
  const [driver, centre] = o.steering === 'left' ? [0, 0] : [420, -562]
  const defs =
    fade('sky', [0, '#bcd4dc'], [1, '#f2ecdf']) +
    fade('top', [0, mix(leather, '#000000', 0.3)], [1, mix(leather, '#000000', 0.6)]) +
    fade('panel', [0, mix(leather, '#ffffff', 0.08)], [1, mix(leather, '#000000', 0.25)])
  const content =
    '<rect width="1200" height="900" fill="url(#sky)"/><path d="M0 236 C300 196 900 196 1200 236 V300 H0 Z" fill="#8fa394" opacity=".6"/>' +
    '<path d="M0 262 C240 214 960 214 1200 262 V900 H0 Z" fill="url(#top)"/>' +
    '<path d="M0 546 C300 512 900 512 1200 546 V700 C900 668 300 668 0 700 Z" fill="url(#panel)"/>' +
    `<path d="M0 548 C300 514 900 514 1200 548" fill="none" stroke="${mix(leather, '#ffffff', 0.45)}" stroke-width="3" stroke-dasharray="14 9" opacity=".7"/>` +
    `<g transform="translate(${centre} 0)">${vents}${screen}${gearLever(leather)}</g>` +
    `<g transform="translate(${driver} 0)">${cluster(o.km)}${steeringWheel(leather)}</g>`
  return page(width, '0 60 1120 840', defs, content)
}
