import type { Picture } from '#contract/cars.ts'
import { limits, pictureWidths, type PictureFormat } from '#contract/limits.ts'
import { pictureUrl } from '#contract/values/pictures.ts'
import type { CacheBox } from '../platform/env.ts'
import type { PictureBytes } from '../transport/picture.ts'
import { cachesOf, picturePathOf } from './names.ts'

/** Wanted width of a favourite's picture in px; of two equally near widths the larger is used. */
const wantedWidth = 800
const width = pictureWidths.reduce((best, one) =>
  Math.abs(one - wantedWidth) <= Math.abs(best - wantedWidth) ? one : best,
)
const ours = /^\/media\/.+\/\d+\.(?:avif|webp)$/

/** Returns the addresses of a car's first pictures; pictures of another host are left out. */
export function pathsOf(pictures: readonly Picture[], format: PictureFormat): string[] {
  const paths = pictures
    .filter(({ url }) => ours.test(url))
    .slice(0, limits.cardPictures)
    .map(({ url }) => pictureUrl(url, width, format))
  return [...new Set(paths)]
}

/**
 * Returns the headers of a cached picture, as the worker's own cache uses them. The time is the latest possible one, so that a
 * pinned picture never expires.
 */
const headersOf = ({ type, body }: PictureBytes) => ({
  'content-type': type,
  'x-kept-at': '8640000000000000',
  'x-kept-bytes': String(body.byteLength),
})
export const cachedBytes = (reply: Response) => Number(reply.headers.get('x-kept-bytes'))

export type SavedPictures = ReturnType<typeof openPictures>

/** Name of the worker's cache of viewed pictures. */
const seen = 'pictures'

export function openPictures(box: CacheBox, partition: string) {
  const names = cachesOf(partition)
  const all = [names.first, names.more]
  const put = async (path: string, first: boolean, picture: PictureBytes) => {
    const cache = await box.open(first ? names.first : names.more)
    await cache.put(path, new Response(picture.body, { headers: headersOf(picture) }))
  }
  return {
    /** Returns the addresses of the stored pictures, with their bytes. */
    async list() {
      const found = new Map<string, number>()
      for (const name of all) {
        if (!(await box.has(name))) continue
        const cache = await box.open(name)
        for (const { url } of await cache.keys()) {
          const path = picturePathOf(url)
          const reply = await cache.match(path)
          if (reply) found.set(path, cachedBytes(reply))
        }
      }
      return found
    },
    /** Moves a viewed picture into this cache; returns its bytes, or undefined when it was not viewed. */
    async adopt(path: string, first: boolean): Promise<number | undefined> {
      if (!(await box.has(seen))) return undefined
      const cache = await box.open(seen)
      const reply = await cache.match(path)
      if (!reply) return undefined
      const body = await reply.arrayBuffer()
      await put(path, first, { body, type: reply.headers.get('content-type') ?? '' })
      // One copy suffices.
      await cache.delete(path)
      return body.byteLength
    },
    put,
    async drop(paths: Iterable<string>) {
      const list = [...paths]
      if (list.length === 0) return
      for (const name of all) {
        if (!(await box.has(name))) continue
        const cache = await box.open(name)
        for (const path of list) await cache.delete(path)
      }
    },
  }
}
