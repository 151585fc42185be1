import { vi } from 'vitest'

/** Stubs drawing for pages without it: every file is a WebP picture of itself, and its text is its bytes. */
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

/** Returns a file with the first bytes of a JPEG. */
export function photoFile(name: string, o: { type?: string; size?: number } = {}): File {
  const head = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])
  const file = new File([head, name], name, { type: o.type ?? 'image/jpeg' })
  if (o.size !== undefined) Object.defineProperty(file, 'size', { value: o.size })
  return file
}
