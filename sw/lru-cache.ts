import { ignoreExpected, isAborted, isMissingFile } from '#contract/values/expected.ts'
import { isPassing } from '#local/worker'

export type LruCache = ReturnType<typeof openLruCache>

export interface LruLimits {
  entries: number
  bytes: number
  days: number
  /** Whether a read makes an entry young again. */
  renew: boolean
}

/** Header of a cached response: time in ms when it was stored or last renewed. */
export const cachedAt = 'x-kept-at'
const size = 'x-kept-bytes'
const day = 86_400_000
/** Stored entries between two evictions. */
const round = 24

/**
 * Opens a cache of limited size. It knows how old and how large each response is, and evicts those unused for longest.
 * Headers of an entry hold its time and size, so no separate index can get out of step.
 */
export function openLruCache(
  name: string,
  limits: LruLimits,
  o: { caches: CacheStorage; now: () => number },
) {
  let puts = 0

  async function put(key: string, reply: Response): Promise<void> {
    // A body that the network cut off is not stored; the reader of the response gets the error.
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
      // The phone is full: what a person wrote needs the space more than a cache does.
      await tidy(limits.bytes / 2, limits.entries / 2)
      return
    }
    puts += 1
    if (puts % round === 0) await trim()
  }

  async function find(key: string): Promise<Response | undefined> {
    // Pictures of favourites are in separate caches, whose entries do not expire.
    const found = (await o.caches.match(key, { cacheName: name })) ?? (await o.caches.match(key))
    // Once a day is enough, because each renewal is a write.
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

  /** Evicts what exceeds the limits; `put` calls it from time to time. */
  const trim = () => tidy(limits.bytes, limits.entries)
  return { find, put, drop, trim }
}
