/**
 * The files of the app itself, all or nothing: a new version is complete in the cache before it takes over, and the
 * files it shares with the version before are not fetched again.
 */
export interface ShellFile {
  url: string
  /** Changes with the content; null where the address itself does. */
  revision: string | null
}

export interface Shell {
  /** Fetches what is missing; rejects when a single file cannot be had, so that the old version stays. */
  fill: () => Promise<void>
  /** Lets go of the files that only older versions need. */
  sweep: () => Promise<void>
  has: (pathname: string) => boolean
  answer: (pathname: string) => Promise<Response>
}

/** Files fetched at a time: a first visit's own pictures must not wait behind them. */
const lanes = 2

export function createShell(
  files: readonly ShellFile[],
  o: { caches: CacheStorage; origin: string; network: (request: Request | string) => Promise<Response> },
): Shell {
  const keys = new Map<string, string>()
  for (const { url, revision } of files) {
    const { pathname } = new URL(url, o.origin)
    keys.set(pathname, `${o.origin}${pathname}${revision === null ? '' : `?rev=${revision}`}`)
  }
  const open = () => o.caches.open('shell')

  async function fetchInto(cache: Cache, pathname: string, key: string): Promise<Response> {
    // Past the browser's own cache, where an older file may lie under the same address.
    const reply = await o.network(new Request(o.origin + pathname, { cache: 'reload' }))
    if (reply.status !== 200 || reply.redirected) throw new Error(`${pathname} answered ${reply.status}`)
    await cache.put(key, reply.clone())
    return reply
  }

  return {
    has: (pathname) => keys.has(pathname),
    async fill() {
      const cache = await open()
      const there = new Set((await cache.keys()).map((request) => request.url))
      const missing = [...keys].filter(([, key]) => !there.has(key))
      const lane = async () => {
        for (let next = missing.pop(); next; next = missing.pop()) await fetchInto(cache, ...next)
      }
      await Promise.all(Array.from({ length: lanes }, lane))
    },
    async sweep() {
      const cache = await open()
      const wanted = new Set(keys.values())
      for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request)
    },
    async answer(pathname) {
      const key = keys.get(pathname) ?? ''
      const cache = await open()
      // A file that the browser has evicted is put back when there is a network.
      return (await cache.match(key, { ignoreVary: true })) ?? fetchInto(cache, pathname, key)
    },
  }
}
