import { pictureWords, uploadLimits, sniffPicture, type PictureType } from '#contract/sync/uploads.ts'
import type { Failure } from '../outbox/sending/verdict.ts'
import { digestOf } from './digest.ts'

/** A photo as this phone stores it: reduced, upright, and without the place and camera of the shot. */
export interface Shrunk {
  buf: ArrayBuffer
  thumb: ArrayBuffer
  type: string
  width: number
  height: number
  sha256: string
}
export type ShrinkResult = { ok: true; photo: Shrunk } | { ok: false; error: Failure }
/** Reduces a file to a photo; `unable` when this page or worker cannot. */
export type Shrink = (file: Blob) => Promise<ShrinkResult | 'unable'>

/** A decoded picture, closed as soon as it is drawn. */
export interface Bitmap {
  readonly width: number
  readonly height: number
  close: () => void
}
export interface Canvas {
  encode: (type: string, quality: number) => Promise<Blob | null>
}
/** Picture functions of a page or a worker. */
export interface ImageTools<B extends Bitmap = Bitmap> {
  decode: (file: Blob, options: ImageBitmapOptions) => Promise<B>
  /** Draws the picture on white, in this size; undefined without a canvas. */
  draw: (bitmap: B, width: number, height: number) => Canvas | undefined
  sha256: (bytes: ArrayBuffer) => Promise<string>
}

const webp = { type: 'image/webp', quality: 0.8 } as const
/** Format for browsers whose canvas has no WebP encoder and returns a PNG instead. */
const jpeg = { type: 'image/jpeg', quality: 0.82 } as const

const words = (code: Failure['code'], msg: string): ShrinkResult => ({ ok: false, error: { code, msg } })
const damaged = () => words('validation_failed', pictureWords.damaged)

async function encode(canvas: Canvas, quality?: number): Promise<Blob | undefined> {
  const first = await canvas.encode(webp.type, quality ?? webp.quality)
  if (first?.type === webp.type) return first
  const second = await canvas.encode(jpeg.type, quality ?? jpeg.quality)
  return second?.type === jpeg.type ? second : undefined
}

const fitted = ({ width, height }: Bitmap, side: number) => {
  const scale = Math.min(1, side / Math.max(width, height))
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))] as const
}

/** Returns the options for decoding, which reduce the picture at once to save memory. */
function decoding(head: { width?: number; height?: number }, longest: number): ImageBitmapOptions {
  const upright: ImageBitmapOptions = { imageOrientation: 'from-image' }
  const { width = 0, height = 0 } = head
  if (Math.max(width, height) <= longest) return upright
  // Only one side is given, because the orientation is not known yet; the canvas does the rest.
  const side = width >= height ? 'resizeWidth' : 'resizeHeight'
  return { ...upright, [side]: longest, resizeQuality: 'high' }
}

/** Limits of a reduced picture; by default those of phone and server. */
export interface Smallness {
  /** Longest side in px. */
  longest?: number
  quality?: number
}

export function createShrink<B extends Bitmap>(
  tools: ImageTools<B>,
  { longest = uploadLimits.longest, quality }: Smallness = {},
): Shrink {
  return async (file) => {
    if (file.size === 0) return words('validation_failed', pictureWords.empty)
    if (file.size > uploadLimits.bytes) return words('payload_too_large', pictureWords.bytes)
    const head = readHead(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))
    if (!head) return words('unsupported_media_type', pictureWords.type)
    if ((head.width ?? 0) * (head.height ?? 0) > uploadLimits.pixels) {
      return words('validation_failed', pictureWords.pixels)
    }
    let bitmap: B
    try {
      bitmap = await tools.decode(file, decoding(head, longest))
    } catch {
      // The decoder failed, so the picture cannot be shown.
      return damaged()
    }
    try {
      const [width, height] = fitted(bitmap, longest)
      const large = tools.draw(bitmap, width, height)
      const small = tools.draw(bitmap, ...fitted(bitmap, uploadLimits.thumb))
      if (!large || !small) return 'unable'
      const [photo, thumb] = [await encode(large, quality), await encode(small)]
      if (!photo || !thumb) return 'unable'
      const buf = await photo.arrayBuffer()
      const sha256 = await tools.sha256(buf)
      return {
        ok: true,
        photo: { buf, thumb: await thumb.arrayBuffer(), type: photo.type, width, height, sha256 },
      }
    } finally {
      bitmap.close()
    }
  }
}

/** Size of a picture, read from its first bytes before decoding, because a decoded camera picture fills the memory. */
interface Size {
  /** Width as stored, before the rotation of the camera's orientation tag. */
  width: number
  height: number
}
/** Bytes at the beginning of a file that are searched for the size. */
const headBytes = 1024 * 1024

/** Returns the type and size of a picture; undefined for another type of file, without a size when none was found. */
export function readHead(bytes: Uint8Array): (Partial<Size> & { type: PictureType }) | undefined {
  const type = sniffPicture(bytes)
  if (type === undefined) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return { type, ...readers[type](view) }
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return { type }
    throw error
  }
}

const readers: Record<PictureType, (view: DataView) => Size | undefined> = {
  'image/png': (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  'image/webp': webpSize,
  'image/jpeg': jpegSize,
}

/** Whether the marker starts a frame: C0 to CF without the tables among them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegSize(view: DataView): Size | undefined {
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    // Fill bytes.
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    else at += 2 + view.getUint16(at + 2)
  }
}

function webpSize(view: DataView): Size | undefined {
  const low24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  switch (view.getUint32(12)) {
    // "VP8X"
    case 0x56503858:
      return { width: low24(24) + 1, height: low24(27) + 1 }
    // "VP8L"
    case 0x5650384c: {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    // "VP8 "
    case 0x56503820:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    default:
      return undefined
  }
}

/** Canvas of a page or a worker; typed by shape, because neither has all of it. */
interface Surface {
  getContext: (kind: '2d') => {
    fillStyle: string | CanvasGradient | CanvasPattern
    fillRect: (x: number, y: number, width: number, height: number) => void
    drawImage: (image: ImageBitmap, x: number, y: number, width: number, height: number) => void
  } | null
}
interface Scope {
  createImageBitmap?: (file: Blob, options: ImageBitmapOptions) => Promise<ImageBitmap>
  OffscreenCanvas?: new (
    width: number,
    height: number,
  ) => Surface & { convertToBlob: (o: { type: string; quality: number }) => Promise<Blob> }
  document?: {
    createElement: (tag: 'canvas') => Surface & {
      width: number
      height: number
      toBlob: (done: (blob: Blob | null) => void, type: string, quality: number) => void
    }
  }
}

function surfaceOf(scope: Scope, width: number, height: number): [Surface, Canvas] | undefined {
  if (scope.OffscreenCanvas) {
    const canvas = new scope.OffscreenCanvas(width, height)
    return [canvas, { encode: (type, quality) => canvas.convertToBlob({ type, quality }) }]
  }
  if (!scope.document) return undefined
  const canvas = scope.document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const encode: Canvas['encode'] = (type, quality) =>
    new Promise((done) => {
      canvas.toBlob(done, type, quality)
    })
  return [canvas, { encode }]
}

/** Returns the picture functions of this page or worker; undefined when pictures cannot be decoded. */
export function imageToolsOf(
  scope: Scope = globalThis as unknown as Scope,
): ImageTools<ImageBitmap> | undefined {
  const decode = scope.createImageBitmap?.bind(scope)
  const sha256 = digestOf()
  if (!decode || !sha256) return undefined
  return {
    decode,
    draw(bitmap, width, height) {
      const made = surfaceOf(scope, width, height)
      const context = made?.[0].getContext('2d')
      if (!made || !context) return undefined
      // Transparent pixels would become black in a JPEG.
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, width, height)
      context.drawImage(bitmap, 0, 0, width, height)
      return made[1]
    },
    sha256,
  }
}
