import type { Scene } from '../vocabulary.ts'

/** A backdrop of 1200 × 940 with the ground line at 640 to 660. */
export interface Backdrop {
  defs: string
  ground: string
  /** Whether the floor reflects the car. */
  mirrors?: true
}

type Stop = readonly [offset: number, colour: string, opacity?: number]

const stops = (list: readonly Stop[]) =>
  list
    .map(
      ([at, colour, opacity]) =>
        `<stop offset="${at}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    .join('')

/** Returns a gradient from top to bottom. */
export const fade = (id: string, ...list: readonly Stop[]) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops(list)}</linearGradient>`
/** Returns a gradient from the centre outwards. */
export const glow = (id: string, at: string, ...list: readonly Stop[]) =>
  `<radialGradient id="${id}" ${at}>${stops(list)}</radialGradient>`

const rect = (y: number, height: number, fill: string) =>
  `<rect y="${y}" width="1200" height="${height}" fill="${fill}"/>`

const studio: Backdrop = {
  defs:
    glow('bg', 'cx=".5" cy=".42" r=".75"', [0, '#f6f1e7'], [1, '#cfc6b4']) +
    fade('floor', [0, '#ffffff', 0], [1, '#ffffff', 0.5]),
  ground: rect(0, 940, 'url(#bg)') + rect(640, 300, 'url(#floor)'),
  mirrors: true,
}

const dusk: Backdrop = {
  defs:
    fade('bg', [0, '#274a5a'], [0.36, '#8d7468'], [0.52, '#e39a6b'], [0.7, '#f6d3a1']) +
    fade('road', [0, '#5a5550'], [1, '#2f2d2c']) +
    glow('sun', '', [0, '#fff1cf', 0.75], [1, '#fff1cf', 0]),
  ground:
    rect(0, 940, 'url(#bg)') +
    '<circle cx="905" cy="520" r="190" fill="url(#sun)"/><circle cx="905" cy="520" r="54" fill="#fff1cf"/>' +
    '<path d="M0 560 L90 540 L170 470 L250 452 L640 446 L700 470 L760 540 L900 566 L1010 548 L1200 580 V660 H0 Z" fill="#3e4b57"/>' +
    '<path d="M0 612 C200 590 420 620 640 604 C860 590 1040 616 1200 602 V680 H0 Z" fill="#4d5440"/>' +
    rect(650, 290, 'url(#road)') +
    '<path d="M0 842 H1200" stroke="#e9dfca" stroke-width="7" stroke-dasharray="120 90" opacity=".75"/>',
}

const towers = [150, 230, 120, 290, 190, 340, 160, 250, 130, 310, 210, 180, 270, 140, 220]

function skyline(): string {
  const out: string[] = []
  let x = 0
  for (let i = 0; x < 1200; i++) {
    const width = 58 + ((i * 37) % 42)
    const top = 640 - (towers[i % towers.length] ?? 200)
    out.push(
      `<rect x="${x}" y="${top}" width="${width}" height="${640 - top}" fill="${i % 3 ? '#9fb1b6' : '#8fa2a8'}"/>`,
    )
    for (let wy = top + 18; wy < 560; wy += 34)
      for (let wx = x + 10; wx < x + width - 14; wx += 24)
        if ((wx * 7 + wy * 3 + i) % 5 < 2)
          out.push(`<rect x="${wx}" y="${wy}" width="10" height="15" fill="#e9dfb9"/>`)
    x += width + 6
  }
  return out.join('')
}

const city: Backdrop = {
  defs: fade('bg', [0, '#b9d3dc'], [0.7, '#eef1e8']) + fade('road', [0, '#8d8f8d'], [1, '#5b5d5c']),
  ground:
    rect(0, 940, 'url(#bg)') +
    skyline() +
    rect(632, 26, '#c9c6bd') +
    rect(656, 290, 'url(#road)') +
    '<path d="M0 862 H1200" stroke="#e6e4dc" stroke-width="6" opacity=".6"/>',
}

const coast: Backdrop = {
  defs:
    fade('bg', [0, '#7fb9d3'], [0.62, '#e9f3f1']) +
    fade('sea', [0, '#2c7f93'], [1, '#63b3b3']) +
    fade('road', [0, '#bcb19c'], [1, '#8b826f']),
  ground:
    rect(0, 940, 'url(#bg)') +
    '<path d="M90 250 q30 -34 74 -22 q22 -40 74 -26 q52 0 60 34 q40 0 44 24 H60 q2 -12 30 -10 Z M770 300 q24 -26 58 -16 q20 -30 60 -18 q38 2 44 28 q28 0 32 16 H744 q4 -10 26 -10 Z" fill="#ffffff" opacity=".55"/>' +
    rect(510, 150, 'url(#sea)') +
    '<path d="M760 512 C820 470 900 440 980 436 C1070 436 1140 470 1200 492 V512 Z" fill="#6d8a86"/>' +
    rect(640, 300, 'url(#road)') +
    '<path d="M0 640 H1200" stroke="#efe7d5" stroke-width="8"/>',
}

export const backdrops: Readonly<Record<Scene, Backdrop>> = { studio, dusk, city, coast }

/** A soft shadow on the ground. It is a gradient, because a blur filter costs ten times as much. */
export const shadowGradient = glow(
  'shadow',
  '',
  [0, '#000000', 0.62],
  [0.55, '#000000', 0.42],
  [1, '#000000', 0],
)

/** Wraps a drawing into a 4:3 document of the given width. */
export function page(width: number, viewBox: string, defs: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${width}" height="${Math.round(width * 0.75)}"><defs>${defs}</defs>${content}</svg>`
}
