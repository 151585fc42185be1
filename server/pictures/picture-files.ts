import { type PictureFormat, pictureFormats, pictureWidths } from '#contract/limits.ts'
import { AppError } from '#contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { WantedPicture } from '../kernel/deps.ts'
import { isSame } from '../kernel/http/etag.ts'
import { asPicture } from '../kernel/http/security.ts'
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

export interface ServedPictures {
  has(key: string): boolean | Promise<boolean>
  /** The file, or undefined when there is no such picture (any more). */
  get(wanted: WantedPicture): Promise<Buffer | undefined>
}

/**
 * Answers addresses like `/media/img_…/640.avif`. A key names one picture for ever, so its tag needs no look at the bytes;
 * `revision` tells drawings of the same key apart.
 */
export function servePictures(
  app: FastifyInstance,
  path: string,
  pictures: ServedPictures,
  revision = '',
): void {
  app.get<{ Params: { key: string; file: string } }>(path, async (request, reply) => {
    const { key, file } = request.params
    const variant = files.get(file)
    const tag = `"${revision}${key}-${file}"`
    const known = isSame(request.headers['if-none-match'], tag)
    const found = variant && (known ? await pictures.has(key) : await pictures.get({ key, ...variant }))
    if (!variant || !found) throw new AppError('not_found')
    asPicture(reply)
    void reply.header('etag', tag).header('cache-control', 'public, max-age=31536000, immutable')
    return found === true ? reply.code(304).send() : reply.type(`image/${variant.format}`).send(found)
  })
}

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

/** One width and format of a picture, of any file sharp can read, SVG included: upright, without metadata, never wider than its source. */
export async function encodeVariant(
  source: Buffer,
  width: WantedPicture['width'],
  format: PictureFormat,
): Promise<Buffer> {
  const image = sharp(source, { limitInputPixels: mostPixels })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
  return write[format](image).toBuffer()
}

/** A picture of 16 × 12 as a `data:` address of at most 200 characters, to be shown blurred until the real one is there. */
export async function blurOf(source: Buffer): Promise<string> {
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
