import { digestOf } from './digest.ts'
import type { Canvas, ImageTools } from './shrink.ts'

/** What the browser has for pictures, in a page or in a worker; typed by shape, because neither has all of it. */
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

/** The means of this page or worker; undefined where pictures cannot be decoded at all. */
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
      // What is transparent would turn black in a JPEG.
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, width, height)
      context.drawImage(bitmap, 0, 0, width, height)
      return made[1]
    },
    sha256,
  }
}
