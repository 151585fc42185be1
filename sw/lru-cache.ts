import { ignoreExpected, isAborted, isMissingFile } from '#contract/values/expected.ts'
import { isPassing } from '#local/worker'

export type LruCache = ReturnType<typeof openLruCache>

export interface LruLimits {
  entries: number
  bytes: number
  days: number
  /** Being looked at makes an entry young again. */
  renew: boolean
}

/** Header of a kept answer: when it was stored or last looked at, in ms. */
export const cachedAt = 'x-kept-at'
const size = 'x-kept-bytes'
const day = 86_400_000
/** Entries stored between two rounds of tidying. */
const round = 24

/**
 * A cache that stays small: it knows how old and how large each answer is and lets go of those unused longest.
 * Every entry carries its time and its size in headers of our own, so nothing else has to be kept in step.
 */
export function openLruCache(
  name: string,
  limits: LruLimits,
  o: { caches: CacheStorage; now: () => number },
) {
  let puts = 0

  async function put(key: string, reply: Response): Promise<void> {
    // A body that the network cut off is nothing to keep; whoever reads the answer learns of it there.
    const body = await reply.arrayBuffer().catch(ignoreExpected('read-answer', isMissingFile, isAborted))
    if (!body) return
    const headers = new Headers(reply.headers)
    headers.set(cachedAt, String(o.now()))
    headers.set(size, String(body.byteLength))
    const cache = await o.caches.open(name)
    try {
      await cache.put(key, new Response(body, { status: reply.status, headers }))
    } catch (error) {
      ignoreExpected('keep-answer', isPassing)(error)
      // The phone is full: what a person wrote needs the room more than a copy of the network does.
      await tidy(limits.bytes / 2, limits.entries / 2)
      return
    }
    puts += 1
    if (puts % round === 0) await trim()
  }

  async function find(key: string): Promise<Response | undefined> {
    // Pictures of favourites are in caches of their own, which never grow old.
    const found = (await o.caches.match(key, { cacheName: name })) ?? (await o.caches.match(key))
    // Once a day is often enough: each renewal is a write.
    if (found && limits.renew && o.now() - Number(found.headers.get(cachedAt)) > day)
      await put(key, found.clone())
    return found
  }

  async function drop(key: string): Promise<void> {
    const cache = await o.caches.open(name)
    await cache.delete(key)
  }

  async function tidy(bytes: number, entries: number): Promise<void> {
    const cache = await o.caches.open(name)
    const rows = []
    for (const key of await cache.keys()) {
      const reply = await cache.match(key)
      const at = Number(reply?.headers.get(cachedAt))
      rows.push({ key, at, bytes: Number(reply?.headers.get(size)) })
    }
    rows.sort((a, b) => b.at - a.at)
    const oldest = o.now() - limits.days * day
    let sum = 0
    for (const [index, row] of rows.entries()) {
      sum += row.bytes
      if (index >= entries || sum > bytes || row.at < oldest) await cache.delete(row.key)
    }
  }

  /** Holds the limits; called by itself now and then. */
  const trim = () => tidy(limits.bytes, limits.entries)
  return { find, put, drop, trim }
}
