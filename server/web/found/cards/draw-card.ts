import sharp from 'sharp'
import { cardSize } from '../tags.ts'
import type { CardWords } from './card-words.ts'
import { isDrawable, lines, outline, widthOf, type Face } from './lettering.ts'

const { width, height } = cardSize
const green = '#0e5a43'
const deep = '#0a4735'
const paper = '#faf7f1'
const amber = '#f4a62a'
const ink = '#14211c'
/** Width in px of the text, left of the picture. */
const column = 500
const margin = 48
const room = column - margin - 36

/** Returns the logo of scripts/icons.mjs as SVG, a car with eyes, scaled from a field of 512 px. */
const mark = (x: number, y: number, size: number, field: string): string =>
  `<g transform="translate(${x} ${y}) scale(${size / 512})"><rect width="512" height="512" rx="112" fill="${field}"/>
  <path d="M118 356h66v32a16 16 0 0 1-16 16h-34a16 16 0 0 1-16-16zM328 356h66v32a16 16 0 0 1-16 16h-34a16 16 0 0 1-16-16z" fill="${deep}"/>
  <path d="M124 238 154 158c8-22 28-36 51-36h102c23 0 43 14 51 36l30 80c20 9 32 28 32 51v48c0 24-18 43-42 43H134c-24 0-42-19-42-43v-48c0-23 12-42 32-51z" fill="${paper}"/>
  <path d="M157 230 180 169c4-11 14-18 26-18h100c12 0 22 7 26 18l23 61c-64-9-134-9-198 0z" fill="${green}"/>
  <circle cx="160" cy="296" r="34" fill="${green}"/><circle cx="352" cy="296" r="34" fill="${green}"/>
  <circle cx="160" cy="296" r="22" fill="${amber}"/><circle cx="352" cy="296" r="22" fill="${amber}"/>
  <path d="M220 312c22 18 50 18 72 0" fill="none" stroke="${green}" stroke-width="16" stroke-linecap="round"/></g>`

const written = (text: string, o: { face: Face; size: number; x: number; y: number; fill: string }): string =>
  `<path d="${outline(text, o)}" fill="${o.fill}"/>`

/** Returns the text in the largest size in which all of it fits, else in the smallest size with its end cut off. */
function fitted(text: string, face: Face, sizes: readonly number[], most: number) {
  const tried = sizes.map((size) => ({ size, ...lines(text, { face, size, width: room, most }) }))
  return tried.find((t) => t.whole) ?? tried.at(-1)
}

function words({ title, kicker, line, brand }: CardWords): string {
  const parts: string[] = []
  let y = margin + 44
  if (isDrawable(kicker, 'text')) {
    const [first = ''] = lines(kicker, { face: 'text', size: 28, width: room, most: 1 }).lines
    parts.push(written(first, { face: 'text', size: 28, x: margin, y, fill: green }))
    y += 34
  }
  if (isDrawable(title, 'display')) {
    const fit = fitted(title, 'display', [60, 52, 46], line === '' ? 5 : 4)
    for (const text of fit?.lines ?? []) {
      y += (fit?.size ?? 0) * 0.96
      parts.push(written(text, { face: 'display', size: fit?.size ?? 0, x: margin, y, fill: ink }))
      y += (fit?.size ?? 0) * 0.14
    }
  }
  if (isDrawable(line, 'display')) {
    const size = Math.min(64, (64 * room) / Math.max(room, widthOf(line, 'display', 64)))
    parts.push(written(line, { face: 'display', size, x: margin, y: y + 84, fill: green }))
  }
  const [name = ''] = lines(brand, { face: 'display', size: 34, width: room - 72, most: 1 }).lines
  const foot = height - margin
  return `${parts.join('')}${mark(margin, foot - 56, 56, green)}${written(name, { face: 'display', size: 34, x: margin + 72, y: foot - 17, fill: ink })}`
}

const drawing = (content: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`,
  )

/** Draws the card of a shared link as JPEG: the text at the left, its picture or the logo at the right. */
export async function drawCard(card: CardWords, picture: Buffer | undefined): Promise<Buffer> {
  const left = column
  const beside = width - column
  const panel = `<rect width="${column}" height="${height}" fill="${paper}"/>${words(card)}`
  const bare = `<rect width="${width}" height="${height}" fill="${green}"/>${mark(left + (beside - 400) / 2, (height - 400) / 2, 400, deep)}`
  const base = sharp(drawing(`${bare}${panel}`))
  const shown =
    picture &&
    (await sharp(picture)
      .resize({ width: beside, height, fit: 'cover' })
      .flatten({ background: paper })
      .toBuffer())
  return (shown ? base.composite([{ input: shown, left, top: 0 }]) : base)
    .flatten({ background: paper })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
}
