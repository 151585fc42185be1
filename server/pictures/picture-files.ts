import { type PictureFormat, pictureFormats, pictureWidths } from '#contract/limits.ts'
import type { WantedPicture } from '../kernel/deps.ts'
import sharp, { type Sharp } from 'sharp'

/** What is kept of pictures of one kind, and how many are made at once. */
export const pictureServiceLimits = {
  diskBytes: 512 * 1024 * 1024,
  memoryBytes: 16 * 1024 * 1024,
  /** Drawings at once, and requests that may wait for one. */
  places: 2,
  waiting: 300,
} as const

const files: ReadonlyMap<string, Pick<WantedPicture, 'width' | 'format'>> = new Map(
  pictureWidths.flatMap((width) =>
    pictureFormats.map((format) => [`${width}.${format}`, { width, format }] as const),
  ),
)

/** What a file name of an address means, e.g. `640.avif`. */
export const fileOf = (name: string) => files.get(name)

type PictureWidth = (typeof pictureWidths)[number]
/** Any file sharp can read, SVG included. */
type PictureSource = Buffer

// Many small pictures on few cores: one thread each, and no cache of operations that never repeat.
sharp.concurrency(1)
sharp.cache(false)

/** More pixels than this are refused before they are decoded. */
const mostPixels = 60_000_000

// AVIF beyond effort 2 takes five times as long for a tenth fewer bytes.
const write: Readonly<Record<PictureFormat, (image: Sharp) => Sharp>> = {
  avif: (image) => image.avif({ quality: 50, effort: 2 }),
  webp: (image) => image.webp({ quality: 72, effort: 4 }),
}

/** One width and format of a picture, upright, without metadata, never wider than its source. */
export async function encodeVariant(
  source: PictureSource,
  width: PictureWidth,
  format: PictureFormat,
): Promise<Buffer> {
  const image = sharp(source, { limitInputPixels: mostPixels })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
  return write[format](image).toBuffer()
}

/** A picture of 16 × 12 as a `data:` address of at most 200 characters, to be shown blurred until the real one is there. */
export async function blurOf(source: PictureSource): Promise<string> {
  for (const quality of [40, 15, 1]) {
    const tiny = await sharp(source, { limitInputPixels: mostPixels })
      .autoOrient()
      .resize(16, 12, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .webp({ quality, effort: 6, smartSubsample: false })
      .toBuffer()
    const address = `data:image/webp;base64,${tiny.toString('base64')}`
    if (address.length <= 200) return address
  }
  // A source that stays large even so is replaced by its mean colour.
  const { channels } = await sharp(source, { limitInputPixels: mostPixels }).stats()
  const [r = 128, g = r, b = r] = channels.map((c) => Math.round(c.mean))
  const plain = sharp({ create: { width: 16, height: 12, channels: 3, background: { r, g, b } } })
  return `data:image/webp;base64,${(await plain.webp({ quality: 1 }).toBuffer()).toString('base64')}`
}
