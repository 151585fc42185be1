import { tryAgain } from '#contract/values/expected.ts'
import { loadOnce } from '#contract/values/load-once.ts'

/**
 * File of the app itself. The files are stored all or nothing: a new version is complete in the cache before it takes over,
 * and files that it shares with the version before are not fetched again.
 */
export interface ShellFile {
  url: string
  /** Revision that changes with the content; null where the address itself changes. */
  revision: string | null
}

/** Files that are fetched at a time: the pictures of a first visit must not wait behind them. */
const lanes = 2

/** Paths of the app's files; only the list tells whether a file belongs to this version. */
const places = /^\/(?:(?:assets|fonts|icons)\/|(?:favicon\.svg|index\.html|manifest\.webmanifest)$)/

/**
 * Creates the cache of the app's files. `list` is the address of the list of files, named after its content: as a part of the
 * worker's script a long list would slow the worker down.
 */
export function createShell(
  list: string,
  o: { caches: CacheStorage; origin: string; network: (request: Request | string) => Promise<Response> },
) {
  const listKey = new URL(list, o.origin).href
  const open = () => o.caches.open('shell')

  async function fetchInto(cache: Cache, address: string, key: string): Promise<Response> {
    // `reload` bypasses the browser's own cache, which may have an older file under the same address.
    const reply = await o.network(new Request(address, { cache: 'reload' }))
    if (reply.status !== 200 || reply.redirected) {
      throw tryAgain(`${new URL(address).pathname} answered ${reply.status}`)
    }
    await cache.put(key, reply.clone())
    return reply
  }
  async function readList(): Promise<Map<string, string>> {
    const cache = await open()
    const reply =
      (await cache.match(listKey, { ignoreVary: true })) ?? (await fetchInto(cache, listKey, listKey))
    const keys = new Map<string, string>()
    for (const { url, revision } of (await reply.json()) as ShellFile[]) {
      const { pathname } = new URL(url, o.origin)
      keys.set(pathname, `${o.origin}${pathname}${revision === null ? '' : `?rev=${revision}`}`)
    }
    return keys
  }
  /** Reads the list once; retries after a failure. */
  const keysOf = loadOnce(readList)

  return {
    has: (pathname: string) => places.test(pathname),
    /** Fetches missing files; rejects when a single file cannot be fetched, so that the old version stays. */
    async fill() {
      const keys = await keysOf()
      const cache = await open()
      const there = new Set((await cache.keys()).map((request) => request.url))
      const missing = [...keys].filter(([, key]) => !there.has(key))
      const lane = async () => {
        for (let next = missing.pop(); next; next = missing.pop()) {
          await fetchInto(cache, o.origin + next[0], next[1])
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
    },
    /** Deletes the files that only older versions need. */
    async sweep() {
      const wanted = new Set((await keysOf()).values()).add(listKey)
      const cache = await open()
      for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request)
    },
    async answer(pathname: string): Promise<Response> {
      const address = o.origin + pathname
      const key = (await keysOf()).get(pathname)
      // The file belongs to another version, or not to the app at all.
      if (key === undefined) return o.network(address)
      const cache = await open()
      // A file that the browser has evicted is fetched and stored again.
      return (await cache.match(key, { ignoreVary: true })) ?? fetchInto(cache, address, key)
    },
  }
}
