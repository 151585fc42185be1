import type { Picture } from '#contract/cars.ts'
import { limits, pictureWidths, type PictureFormat } from '#contract/limits.ts'
import { pictureUrl } from '#contract/values/pictures.ts'
import type { CacheBox } from '../platform/env.ts'
import type { PictureBytes } from '../transport/picture.ts'
import { cachesOf, picturePathOf } from './names.ts'

/** A picture of a favourite is wanted this wide, in px; of two widths as near the larger. */
const wantedWidth = 800
const width = pictureWidths.reduce((best, one) =>
  Math.abs(one - wantedWidth) <= Math.abs(best - wantedWidth) ? one : best,
)
const ours = /^\/media\/.+\/\d+\.(?:avif|webp)$/

/** The addresses of a car's first pictures; those of another house are left alone. */
export function pathsOf(pictures: readonly Picture[], format: PictureFormat): string[] {
  const paths = pictures
    .filter(({ url }) => ours.test(url))
    .slice(0, limits.cardPictures)
    .map(({ url }) => pictureUrl(url, width, format))
  return [...new Set(paths)]
}

/** As the worker's own cache writes it. A time that never comes: what is pinned never grows old. */
const headersOf = ({ type, body }: PictureBytes) => ({
  'content-type': type,
  'x-kept-at': '8640000000000000',
  'x-kept-bytes': String(body.byteLength),
})
export const cachedBytes = (reply: Response) => Number(reply.headers.get('x-kept-bytes'))

export type SavedPictures = ReturnType<typeof openPictures>

/** Where the worker keeps what was seen. */
const seen = 'pictures'

export function openPictures(box: CacheBox, partition: string) {
  const names = cachesOf(partition)
  const all = [names.first, names.more]
  const put = async (path: string, first: boolean, picture: PictureBytes) => {
    const cache = await box.open(first ? names.first : names.more)
    await cache.put(path, new Response(picture.body, { headers: headersOf(picture) }))
  }
  return {
    /** Addresses that are here, with their bytes. */
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
    /** Takes over what was seen anyway; its bytes, or undefined when it was not. */
    async adopt(path: string, first: boolean): Promise<number | undefined> {
      if (!(await box.has(seen))) return undefined
      const cache = await box.open(seen)
      const reply = await cache.match(path)
      if (!reply) return undefined
      const body = await reply.arrayBuffer()
      await put(path, first, { body, type: reply.headers.get('content-type') ?? '' })
      // Once is enough.
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
