import { type PictureFormat, pictureFormats, pictureWidths } from '#contract/limits.ts'
import { AppError } from '#contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { WantedPicture } from '../kernel/deps.ts'
import { isSame } from '../kernel/http/etag.ts'
import { asPicture } from '../kernel/http/security.ts'
import sharp, { type Sharp } from 'sharp'

/** Limits for storing and making pictures of one kind. */
export const pictureServiceLimits = {
  diskBytes: 512 * 1024 * 1024,
  memoryBytes: 16 * 1024 * 1024,
  /** Maximum number of pictures made at once, and of requests that wait. */
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
  /** Returns the file; undefined when there is no such picture or it no longer exists. */
  get(wanted: WantedPicture): Promise<Buffer | undefined>
}

/**
 * Serves addresses like `/media/img_…/640.avif`. A key always names the same picture, so the `ETag` is made without the bytes;
 * `revision` distinguishes drawings of the same key.
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

// Many small pictures share few cores, so each uses one thread. Operations do not repeat, so sharp's cache is off.
sharp.concurrency(1)
sharp.cache(false)

/** Maximum number of pixels; a larger picture is refused before it is decoded. */
const mostPixels = 60_000_000

// AVIF with an effort above 2 takes five times as long and saves a tenth of the bytes.
const write: Readonly<Record<PictureFormat, (image: Sharp) => Sharp>> = {
  avif: (image) => image.avif({ quality: 50, effort: 2 }),
  webp: (image) => image.webp({ quality: 72, effort: 4 }),
}

/**
 * Encodes a picture in one width and format: upright, without metadata, never wider than its source. The source is any file that
 * sharp can read, including SVG.
 */
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

/**
 * Returns a picture of 16 × 12 as a `data:` address of at most 200 characters, shown blurred until the real picture is loaded.
 */
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
  // If even the lowest quality is too large, the mean colour replaces the picture.
  const { channels } = await sharp(source, { limitInputPixels: mostPixels }).stats()
  const [r = 128, g = r, b = r] = channels.map((c) => Math.round(c.mean))
  const plain = sharp({ create: { width: 16, height: 12, channels: 3, background: { r, g, b } } })
  return `data:image/webp;base64,${(await plain.webp({ quality: 1 }).toBuffer()).toString('base64')}`
}
