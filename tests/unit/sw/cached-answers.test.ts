import { expect, test } from 'vitest'
import { answerListing, isListing } from '../../../sw/listings.ts'
import { answerPicture, cachePictures } from '../../../sw/pictures.ts'
import { openLruCache } from '../../../sw/lru-cache.ts'
import type { LruCache, LruLimits } from '../../../sw/lru-cache.ts'

const day = 86_400_000

/** The part of the Cache API that the worker uses, in memory; `full` makes it refuse to store. */
function memory() {
  const stores = new Map<string, Map<string, Response>>()
  const state = { full: false }
  const open = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return Promise.resolve({
      match: (key: string) => Promise.resolve(store.get(key)?.clone()),
      put(key: string, reply: Response) {
        if (state.full) return Promise.reject(new DOMException('full', 'QuotaExceededError'))
        store.delete(key)
        store.set(key, reply)
        return Promise.resolve()
      },
      delete: (key: string) => Promise.resolve(store.delete(key)),
      keys: () => Promise.resolve([...store.keys()]),
    })
  }
  /** Looks in one cache, or in all caches. */
  const match = (key: string, { cacheName }: MultiCacheQueryOptions = {}) =>
    Promise.resolve(
      [...stores]
        .filter(([name]) => cacheName === undefined || name === cacheName)
        .flatMap(([, store]) => store.get(key)?.clone() ?? [])[0],
    )
  return { state, match, names: (name: string) => [...(stores.get(name)?.keys() ?? [])], open }
}

function lruWith(limits: Partial<LruLimits> = {}) {
  const cache = memory()
  const clock = { now: 1_000_000_000_000 }
  const lru = openLruCache(
    's',
    { entries: 100, bytes: 1e9, days: 30, renew: true, ...limits },
    { caches: { open: cache.open, match: cache.match } as unknown as CacheStorage, now: () => clock.now },
  )
  return { lru, cache, clock, kept: () => cache.names('s') }
}
const bytes = (n: number, type = 'image/avif') =>
  new Response(new Uint8Array(n), { headers: { 'content-type': type } })

test('Kept answers stay within their count, the least recently seen go first [R-PWA-17]', async () => {
  const { lru, clock, kept } = lruWith({ entries: 3 })
  for (const key of ['/a', '/b', '/c', '/d', '/e']) {
    await lru.put(key, bytes(1))
    clock.now += 1000
  }
  clock.now += 2 * day
  await lru.find('/a')
  await lru.trim()
  expect(kept().toSorted()).toEqual(['/a', '/d', '/e'])
})

test('Kept answers stay within their bytes [R-PWA-17]', async () => {
  const { lru, clock, kept } = lruWith({ bytes: 250 })
  for (const key of ['/a', '/b', '/c']) {
    await lru.put(key, bytes(100))
    clock.now += 1
  }
  await lru.trim()
  expect(kept()).toEqual(['/b', '/c'])
})

test('An answer nobody looked at for the allowed days is let go [R-PWA-17]', async () => {
  const { lru, clock, kept } = lruWith({ days: 30 })
  await lru.put('/old', bytes(1))
  clock.now += 20 * day
  await lru.put('/new', bytes(1))
  clock.now += 11 * day
  await lru.trim()
  expect(kept()).toEqual(['/new'])
})

test('An answer that the network cuts off is neither cached nor called a bug [R-PWA-17]', async () => {
  const { lru, kept } = lruWith()
  const cut = new ReadableStream({
    start(body) {
      body.enqueue(new Uint8Array(3))
      body.error(new TypeError('network error'))
    },
  })
  await expect(lru.put('/a', new Response(cut))).resolves.toBeUndefined()
  expect(kept()).toEqual([])
})

test('Many answers in a row are tidied without being asked [R-PWA-17]', async () => {
  const { lru, clock, kept } = lruWith({ entries: 10 })
  for (let n = 0; n < 200; n++) {
    await lru.put(`/${n}`, bytes(1))
    clock.now += 1
  }
  expect(kept().length).toBeLessThan(40)
  expect(kept()).toContain('/199')
})

test('A full phone evicts its oldest cached answers without failing the current one [R-PWA-17]', async () => {
  const { lru, cache, clock, kept } = lruWith({ entries: 10 })
  for (let n = 0; n < 10; n++) {
    await lru.put(`/${n}`, bytes(1))
    clock.now += 1
  }
  cache.state.full = true
  await lru.put('/more', bytes(1))
  expect(kept()).toEqual(['/5', '/6', '/7', '/8', '/9'])
})

function pictureWorker(lru: LruCache) {
  const work: Promise<void>[] = []
  const asked: string[] = []
  let reply: () => Promise<Response> = () => Promise.resolve(bytes(10))
  return {
    asked,
    network(next: () => Promise<Response>) {
      reply = next
    },
    async ask(path: string, init?: RequestInit) {
      const answer = await answerPicture(new Request(`http://phone.test${path}`, init), {
        cache: lru,
        network: (request) => {
          asked.push(new URL(request.url).pathname)
          return reply()
        },
        later: (w) => work.push(w),
      })
      await Promise.all(work)
      return answer
    },
  }
}
const offline = () => Promise.reject(new TypeError('Failed to fetch'))

test('A picture seen once is not asked for again [R-PWA-17]', async () => {
  const worker = pictureWorker(lruWith().lru)
  await worker.ask('/media/k/480.avif')
  expect((await worker.ask('/media/k/480.avif')).status).toBe(200)
  expect(worker.asked).toEqual(['/media/k/480.avif'])
})

test('Without a connection the same picture in the nearest kept width is shown [R-PWA-33]', async () => {
  const { lru } = lruWith()
  const worker = pictureWorker(lru)
  await lru.put('/media/k/320.webp', bytes(32))
  await lru.put('/media/k/960.avif', bytes(96))
  await lru.put('/media/other/1280.avif', bytes(1))
  worker.network(offline)
  expect((await (await worker.ask('/media/k/1280.webp')).arrayBuffer()).byteLength).toBe(96)
  expect((await (await worker.ask('/media/k/480.avif')).arrayBuffer()).byteLength).toBe(32)
  expect((await worker.ask('/media/unknown/480.avif')).type).toBe('error')
})

test('The worker serves a favourite’s picture from the page’s cache without a second copy [R-PWA-33]', async () => {
  const { lru, cache, kept } = lruWith()
  const worker = pictureWorker(lru)
  await worker.ask('/media/mine/960.avif', { cache: 'no-store' })
  expect(kept()).toEqual([])
  const headers = { 'content-type': 'image/avif', 'x-kept-at': '8640000000000000' }
  const pins = await cache.open('pins-first-u_x')
  await pins.put('/media/mine/960.avif', new Response(new Uint8Array(7), { headers }))
  worker.network(offline)
  for (const path of ['/media/mine/960.avif', '/media/mine/480.webp'])
    expect((await (await worker.ask(path)).arrayBuffer()).byteLength).toBe(7)
  expect(kept()).toEqual([])
})

test('The page of a Wi-Fi portal is never kept as a picture [R-PWA-17]', async () => {
  const { lru, kept } = lruWith()
  const worker = pictureWorker(lru)
  worker.network(() => Promise.resolve(bytes(10, 'text/html')))
  await worker.ask('/media/k/480.avif')
  expect(kept()).toEqual([])
  await lru.put('/media/k/320.avif', bytes(32))
  expect((await (await worker.ask('/media/k/480.avif')).arrayBuffer()).byteLength).toBe(32)
})

test('Pictures shown before the worker started are cached later, other addresses are not [R-PWA-18]', async () => {
  const { lru, kept } = lruWith()
  const asked: string[] = []
  await cachePictures(['/media/k/480.avif', '/api/v1/users/logout', '/media/gone/480.avif'], {
    cache: lru,
    network: (path) => {
      asked.push(path)
      return path.includes('gone') ? offline() : Promise.resolve(bytes(10))
    },
  })
  expect(asked).toEqual(['/media/k/480.avif', '/media/gone/480.avif'])
  expect(kept()).toEqual(['/media/k/480.avif'])
})

const listCall = (body: object, headers: Record<string, string> = {}) =>
  new Request('http://phone.test/api/v1/cars/get-car-list', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
/** A wait without an end, unless the test ends it. */
const wait = () => new Promise<void>(() => undefined)
const ours = (data: unknown) =>
  new Response(JSON.stringify({ success: true, data }), {
    headers: { 'content-type': 'application/json', 'x-api': '1' },
  })

test('A search answered before is answered again without a connection, marked as kept [R-PWA-17]', async () => {
  const { lru } = lruWith()
  const work: Promise<unknown>[] = []
  const later = (w: Promise<unknown>) => work.push(w)
  const first = { make: ['Toyota'], page: 1 }
  await answerListing(listCall(first), {
    cache: lru,
    network: () => Promise.resolve(ours('one')),
    later,
    wait,
  })
  await Promise.all(work)

  const again = await answerListing(listCall({ page: 1, make: ['Toyota'] }), {
    cache: lru,
    network: offline,
    later,
    wait,
  })
  expect(await again.json()).toEqual({ success: true, data: 'one' })
  expect(again.headers.get('x-from')).toBe('cache')
  expect(again.headers.get('x-api')).toBeNull()

  const other = answerListing(listCall({ page: 2, make: ['Toyota'] }), {
    cache: lru,
    network: offline,
    later,
    wait,
  })
  await expect(other).rejects.toThrow(TypeError)
})

test('A silent network does not delay a search that was answered before [S05 R-PWA-17]', async () => {
  const { lru } = lruWith()
  const work: Promise<unknown>[] = []
  const later = (w: Promise<unknown>) => work.push(w)
  await answerListing(listCall({ page: 1 }), {
    cache: lru,
    network: () => Promise.resolve(ours('one')),
    later,
    wait,
  })
  await Promise.all(work)
  let speak: (reply: Response) => void = () => undefined
  const network = () => new Promise<Response>((resolve) => (speak = resolve))
  const waited: number[] = []
  const impatient = (ms: number) => {
    waited.push(ms)
    return Promise.resolve()
  }
  const answer = await answerListing(listCall({ page: 1 }), { cache: lru, network, later, wait: impatient })
  expect(await answer.json()).toEqual({ success: true, data: 'one' })
  expect([answer.headers.get('x-from'), waited]).toEqual(['cache', [3000]])
  // The next request gets the late response.
  speak(ours('two'))
  await Promise.all(work)
  const next = await answerListing(listCall({ page: 1 }), { cache: lru, network: offline, later, wait })
  expect(await next.json()).toEqual({ success: true, data: 'two' })
  // A request without a cached response has no fallback, so it waits.
  const other = answerListing(listCall({ page: 2 }), { cache: lru, network, later, wait: impatient })
  await new Promise((resolve) => setImmediate(resolve))
  speak(ours('three'))
  expect(await (await other).json()).toEqual({ success: true, data: 'three' })
})

test('Only answers of our own server are kept [R-PWA-17]', async () => {
  const { lru, kept } = lruWith()
  const work: Promise<unknown>[] = []
  const portal = new Response('<p>Sign in', { headers: { 'content-type': 'text/html' } })
  const refused = new Response('{}', { status: 500, headers: { 'x-api': '1' } })
  for (const reply of [portal, refused])
    await answerListing(listCall({}), {
      cache: lru,
      network: () => Promise.resolve(reply),
      later: (w) => work.push(w),
      wait,
    })
  await Promise.all(work)
  expect(kept()).toEqual([])
})

test('The worker leaves writes, streams and what a signed-in person reads to the page [R-PWA-17 R-PWA-36]', () => {
  const at = (path: string, method = 'GET', headers = {}) =>
    isListing(new Request(`http://phone.test/api/v1/${path}`, { method, headers }))
  expect(isListing(listCall({}))).toBe(true)
  expect(at('cars/get-single-car/toyota-hilux-2018')).toBe(true)
  expect(isListing(listCall({}, { authorization: 'Bearer t' }))).toBe(false)
  expect(at('cars/like-dislike-car', 'POST')).toBe(false)
  expect(at('users/send/car-enquiry-mail', 'POST')).toBe(false)
  expect(at('chat/events', 'GET', { accept: 'text/event-stream' })).toBe(false)
})
