import type { CacheBox } from '../../../src/local/platform/env.ts'

/** Cache Storage in memory, shared by a page and its worker. */
export function newBox() {
  const caches = new Map<string, Map<string, Response>>()
  /** Whether the cache refuses a picture; set by the test. */
  const o: { refuses: (name: string, key: string) => boolean } = { refuses: () => false }
  const of = (name: string) => {
    const found = caches.get(name) ?? new Map<string, Response>()
    caches.set(name, found)
    return found
  }
  const keyOf = (key: string) => key.replace('https://phone.test', '')
  const box: CacheBox = {
    open: (name) =>
      Promise.resolve({
        match: (key) => Promise.resolve(of(name).get(keyOf(key))?.clone()),
        put(key, reply) {
          if (o.refuses(name, key)) return Promise.reject(new DOMException('full', 'QuotaExceededError'))
          of(name).set(key, reply)
          return Promise.resolve()
        },
        delete: (key) => Promise.resolve(of(name).delete(key)),
        keys: () => Promise.resolve([...of(name).keys()].map((key) => ({ url: `https://phone.test${key}` }))),
      }),
    has: (name) => Promise.resolve(caches.has(name)),
    keys: () => Promise.resolve([...caches.keys()]),
    delete: (name) => Promise.resolve(caches.delete(name)),
  }
  return {
    box,
    o,
    /** Returns the keys in each cache. */
    all: () => Object.fromEntries([...caches].map(([name, rows]) => [name, [...rows.keys()].sort()])),
    lay: (name: string, key: string, bytes = 10) =>
      of(name).set(
        key,
        new Response(new Uint8Array(bytes), {
          headers: { 'content-type': 'image/webp', 'x-kept-bytes': String(bytes) },
        }),
      ),
    drop: (name: string, key: string) => of(name).delete(key),
  }
}
