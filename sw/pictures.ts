import { ignoreExpected, isAborted, isMissingFile } from '#contract/values/expected.ts'
import { isPassing } from '#local/worker'
import { pictureFormats, pictureWidths } from '#contract/limits.ts'
import type { LruCache } from './lru-cache.ts'

const address = /^(\/media\/.+\/)(\d+)\.(avif|webp)$/

/**
 * Answers a picture from the cache, else from the network. A picture never changes under its address, so the cached one is
 * never outdated.
 */
export async function answerPicture(
  request: Request,
  o: {
    cache: LruCache
    network: (request: Request) => Promise<Response>
    later: (work: Promise<void>) => void
  },
): Promise<Response> {
  const { pathname } = new URL(request.url)
  const found = await o.cache.find(pathname)
  if (found) return found
  try {
    const reply = await o.network(request)
    if (isPicture(reply)) {
      // A page that stores the picture itself requests it with `no-store`.
      if (request.cache !== 'no-store') o.later(o.cache.put(pathname, reply.clone()))
    } else if (reply.ok || reply.status >= 500) return (await anotherSize(pathname, o.cache)) ?? reply
    return reply
  } catch (error) {
    ignoreExpected('picture', isMissingFile, isPassing)(error)
    return (await anotherSize(pathname, o.cache)) ?? Response.error()
  }
}

/** Caches pictures that a page showed before this worker controlled it. */
export async function cachePictures(
  paths: readonly string[],
  o: { cache: LruCache; network: (path: string) => Promise<Response> },
): Promise<void> {
  for (const path of paths) {
    if (!address.test(path) || (await o.cache.find(path))) continue
    const reply = await o.network(path).catch(ignoreExpected('keep-picture', isMissingFile, isAborted))
    if (reply && isPicture(reply)) await o.cache.put(path, reply)
  }
}

/** Returns the same picture in another width or format: without a connection that is better than none. */
async function anotherSize(path: string, cache: LruCache): Promise<Response | undefined> {
  const [, folder, wanted] = address.exec(path) ?? []
  const nearest = pictureWidths.toSorted(
    (a, b) => Math.abs(a - Number(wanted)) - Math.abs(b - Number(wanted)),
  )
  for (const width of nearest)
    for (const format of pictureFormats) {
      const found = await cache.find(`${folder}${width}.${format}`)
      if (found) return found
    }
  return undefined
}

/** Returns whether a response is a picture. A captive portal answers 200 with a page, which must not be stored as a picture. */
function isPicture(reply: Response): boolean {
  return reply.status === 200 && (reply.headers.get('content-type') ?? '').startsWith('image/')
}
