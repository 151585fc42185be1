import { vi } from 'vitest'

/** A browser that can draw, for pages that have none: every file is its own picture, as WebP, and its words are its bytes. */
export function fakePhotos(): void {
  vi.stubGlobal('createImageBitmap', async (file: Blob) => ({
    width: 4,
    height: 3,
    words: await file.text(),
    close: () => undefined,
  }))
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      words = ''
      getContext() {
        return {
          fillRect: () => undefined,
          drawImage: (bitmap: { words: string }) => {
            this.words = bitmap.words
          },
        }
      }
      convertToBlob() {
        return Promise.resolve(new Blob([this.words], { type: 'image/webp' }))
      }
    },
  )
}

/** A file that begins as a JPEG does. */
export function photoFile(name: string, o: { type?: string; size?: number } = {}): File {
  const head = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])
  const file = new File([head, name], name, { type: o.type ?? 'image/jpeg' })
  if (o.size !== undefined) Object.defineProperty(file, 'size', { value: o.size })
  return file
}
