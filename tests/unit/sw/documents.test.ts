import { expect, test, vi } from 'vitest'
import { headers } from '#contract/http.ts'
import { agePlace, asOfHeader } from '#contract/first-view.ts'
import { createDocumentCache, documentPatience, pause } from '../../../sw/documents.ts'
import { openLruCache } from '../../../sw/lru-cache.ts'

const origin = 'http://phone.test'
const entry = '/assets/start-1.js'
const day = 86_400_000
const html = (words: string) => `<body><div id="app">${words}</div>${agePlace}<script></script></body>`

/** Returns a document as the server draws it. */
const drawn = (words: string, o: { status?: number; by?: string } = {}) =>
  new Response(html(words), {
    status: o.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'content-security-policy': "x 'self'",
      [headers.firstView]: o.by ?? entry,
      vary: 'Accept-Encoding',
    },
  })
const plain = (status = 200) =>
  new Response('<p>shell of the server', { status, headers: { 'content-type': 'text/html' } })
const redirect = () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' })

/** A phone with its clock, its network and the cache of its worker. */
function phone() {
  const store = new Map<string, Response>()
  const cache = {
    match: (key: string) => Promise.resolve(store.get(key)?.clone()),
    put: (key: string, reply: Response) => Promise.resolve(void store.set(key, reply)),
    delete: (key: string) => Promise.resolve(store.delete(key)),
    keys: () => Promise.resolve([...store.keys()]),
  }
  const caches = { open: () => Promise.resolve(cache), match: cache.match } as unknown as CacheStorage
  const state = { now: Date.parse('2026-03-01T10:00:00'), online: true, saving: false, late: false }
  const now = () => state.now
  const server = vi.fn<(request: Request) => Promise<Response>>(() => Promise.resolve(drawn('a Toyota')))
  const after: Promise<unknown>[] = []
  const later = (work: Promise<unknown>) => void after.push(work)
  const documents = createDocumentCache({
    cache: openLruCache('documents', { entries: 3, bytes: 500_000, days: 7, renew: false }, { caches, now }),
    entry,
    network: (request) => server(request),
    shell: () => Promise.resolve(new Response('shell')),
    now,
    // Only the wait for the network lasts until the test ends it.
    wait: (ms) => (ms === documentPatience && !state.late ? new Promise(() => undefined) : Promise.resolve()),
    isOnline: () => state.online,
    savesData: () => state.saving,
  })
  const answer = (path: string) => documents.answer(new URL(path, origin), later)
  /** Waits for all work that continues after a response. */
  async function rest(): Promise<void> {
    while (after.length > 0) await Promise.all(after.splice(0))
  }
  return {
    state,
    server,
    documents,
    answer,
    rest,
    open: async (path: string) => (await answer(path)).text(),
    async keep(path: string) {
      await documents.keep(new URL(path, origin), later)
      await rest()
    },
    lay: (path: string, reply: Response) => void store.set(origin + path, reply),
    keys: () => [...store.keys()].map((key) => key.slice(origin.length)),
    /** Returns the URLs requested since the last call. */
    asked() {
      const urls = server.mock.calls.map(([request]) => request.url.slice(origin.length))
      server.mockClear()
      return urls
    },
  }
}

test('A kept document answers at once, however the app was opened, and without signal [R-PWA-18 R-PWA-33]', async () => {
  const on = phone()
  await on.keep('/listings?brands=bmw&page=2')
  on.state.online = false
  for (const query of [
    'page=2&brands=bmw',
    'source=pwa&brands=bmw&page=2',
    'brands=bmw&utm_source=x&utm_medium=y&page=2&fbclid=z',
  ])
    expect(await on.open(`/listings?${query}#top`)).toBe(html('a Toyota'))
  const reply = await on.answer('/listings?brands=bmw&page=2')
  expect([
    reply.status,
    reply.headers.get('content-security-policy'),
    reply.headers.get('content-type'),
    reply.headers.get('content-encoding'),
  ]).toEqual([200, "x 'self'", 'text/html; charset=utf-8', null])
})

test('A kept document brings its fonts only where the window is wide', async () => {
  const on = phone()
  const page = `<head></head><script>{"fonts":"/assets/f.css"}</script>${html('a Toyota')}`
  on.server.mockResolvedValue(new Response(page, { headers: drawn('').headers }))
  await on.keep('/listings')
  expect(await on.open('/listings')).toContain(
    '<link rel="stylesheet" href="/assets/f.css" media="(width >= 40rem)"></head>',
  )
})

test.each([
  ['another search', '/listings?brands=bmw', 0],
  ['another screen', '/saved', 0],
  ['a week that has passed', '/listings', 7 * day + 1],
  ['a clock that was turned back', '/listings', -1],
])('No document is shown for %s [R-PWA-18]', async (_, path, later) => {
  const on = phone()
  await on.keep('/listings')
  on.state.now += later
  on.state.online = false
  expect(await on.open(path)).toBe('shell')
})

test('A document that an older version has left behind is not shown', async () => {
  const on = phone()
  const old = drawn('a Toyota', { by: '/assets/start-0.js' })
  old.headers.set('x-kept-at', String(on.state.now))
  on.lay('/listings', old)
  on.state.online = false
  expect(await on.open('/listings')).toBe('shell')
})

test('Prices that are not new any more never stand without their time [R-PWA-33]', async () => {
  const on = phone()
  // Two-byte letters come before the position of the time stamp.
  on.server.mockResolvedValueOnce(drawn('a Škoda Citroën'))
  await on.keep('/listings')
  on.state.online = false
  on.state.now += 60_000
  expect(await on.open('/listings')).toBe(html('a Škoda Citroën'))
  on.state.now += 1
  const old = await on.answer('/listings')
  expect(await old.text()).toBe(
    html('a Škoda Citroën').replace(agePlace, '<p id="kept-age">as of 1 Mar, 10:00</p>'),
  )
  expect(old.headers.get('content-security-policy')).toBe("x 'self'")
})

test('A cached document is refreshed in the background anonymously, at most twice a minute', async () => {
  const on = phone()
  await on.keep('/listings?source=pwa')
  const [request] = on.server.mock.calls[0] ?? []
  expect([request?.credentials, request?.cache, request?.headers.get('accept')]).toEqual([
    'omit',
    'no-cache',
    'text/html',
  ])
  expect(on.asked()).toEqual(['/listings'])
  on.state.now += 29_000
  await on.open('/listings')
  await on.rest()
  await on.keep('/listings')
  expect(on.asked()).toEqual([])
  on.state.now += 1000
  on.server.mockResolvedValueOnce(drawn('a BMW'))
  expect(await on.open('/listings')).toContain('a Toyota')
  await on.rest()
  expect(on.asked()).toEqual(['/listings'])
  expect(await on.open('/listings')).toContain('a BMW')
})

test('Two reasons to refresh a document at once cost one request', async () => {
  const on = phone()
  const both = [on.keep('/listings'), on.keep('/listings?utm_source=x')]
  await Promise.all(both)
  expect(on.asked()).toEqual(['/listings'])
})

test('An unchanged document is kept with the time at which the server confirmed it', async () => {
  const on = phone()
  const first = html('{"at":7,"reads":[{"asOf":7},{"asOf":6}]}')
  const at = (since: number) => {
    const reply = new Response(first, drawn(''))
    reply.headers.set(asOfHeader, String(since))
    return Promise.resolve(reply)
  }
  on.server.mockImplementationOnce(() => at(6))
  await on.keep('/listings')
  on.state.now += 30_000
  // The browser received a 304: it returns its cached text with new headers.
  on.server.mockImplementationOnce(() => at(30_006))
  await on.keep('/listings')
  expect(await on.open('/listings')).toBe(first.replace(/"asOf":\d/g, '"asOf":30006'))
})

test('A refresh that breaks leaves the way free for the next one', async () => {
  const on = phone()
  // The browser throws this error after the worker's event has ended.
  const ended = () => {
    throw new Error('The event has ended.')
  }
  await expect(on.documents.keep(new URL('/listings', origin), ended)).rejects.toThrow('The event has ended.')
  // The document is stored nevertheless, and requested again when it is old enough.
  await expect.poll(() => on.keys()).toEqual(['/listings'])
  on.state.now += 60_000
  await on.keep('/listings')
  expect(on.asked()).toEqual(['/listings', '/listings'])
})

test('With Save-Data a kept document is refreshed once a day', async () => {
  const on = phone()
  on.state.saving = true
  await on.keep('/listings')
  on.asked()
  on.state.now += day - 1
  await on.keep('/listings')
  expect(on.asked()).toEqual([])
  on.state.now += 1
  await on.keep('/listings')
  expect(on.asked()).toEqual(['/listings'])
})

test('A document whose page is gone is dropped; one that cannot refresh stays', async () => {
  const on = phone()
  await on.keep('/listing/a')
  for (const reply of [plain(500), plain(403), plain(), drawn('newer', { by: '/assets/start-2.js' })]) {
    on.state.now += 60_000
    on.server.mockResolvedValueOnce(reply)
    await on.keep('/listing/a')
  }
  expect(on.keys()).toEqual(['/listing/a'])
  on.state.now += 60_000
  on.server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await on.keep('/listing/a')
  expect(on.keys()).toEqual(['/listing/a'])
  for (const status of [404, 410]) {
    await on.keep('/listing/b')
    on.state.now += 60_000
    on.server.mockResolvedValueOnce(drawn('gone', { status }))
    await on.keep('/listing/b')
    expect(on.keys()).toEqual(['/listing/a'])
  }
})

test('Without a cached document the network’s page is shown and cached', async () => {
  const on = phone()
  expect(await on.open('/listing/a?source=pwa')).toBe(html('a Toyota'))
  await on.rest()
  expect([on.asked(), on.keys()]).toEqual([['/listing/a'], ['/listing/a']])
  on.server.mockResolvedValueOnce(drawn('no such car', { status: 404 }))
  const missing = await on.answer('/listing/b')
  await on.rest()
  expect([missing.status, on.keys()]).toEqual([404, ['/listing/a']])
})

test('A slow network costs its wait once, and its answer serves the next time', async () => {
  const on = phone()
  const answers: ((reply: Response) => void)[] = []
  on.server.mockImplementationOnce(() => new Promise((resolve) => answers.push(resolve)))
  on.state.late = true
  expect(await on.open('/listings')).toBe('shell')
  expect(await on.open('/blog')).toBe('shell')
  expect(on.asked()).toEqual(['/listings'])
  answers[0]?.(drawn('a Toyota'))
  await on.rest()
  expect(await on.open('/listings')).toContain('a Toyota')
  on.state.late = false
  on.state.now += pause
  expect(await on.open('/blog')).toContain('a Toyota')
})

test.each<[string, () => Promise<Response>]>([
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['fails', () => Promise.resolve(plain(502))],
  ['draws for another version', () => Promise.resolve(drawn('newer', { by: '/assets/start-2.js' }))],
])('The app opens its own page where the server %s, and asks again later [R-PWA-18]', async (_, reply) => {
  const on = phone()
  on.server.mockImplementation(reply)
  expect(await on.open('/listings')).toBe('shell')
  expect(await on.open('/')).toBe('shell')
  expect([on.asked(), on.keys()]).toEqual([['/listings'], []])
  on.state.now += pause
  await on.open('/')
  expect(on.asked()).toEqual(['/'])
})

test('The app opens its own page without a server-rendered one and requests the next', async () => {
  const on = phone()
  on.server.mockResolvedValueOnce(plain())
  expect(await on.open('/blog')).toBe('shell')
  expect(await on.open('/listings')).toContain('a Toyota')
  await on.rest()
  expect([on.asked(), on.keys()]).toEqual([['/blog', '/listings'], ['/listings']])
})

test('The worker sends no request for non-public pages or while the browser is offline', async () => {
  const on = phone()
  for (const path of ['/profile', '/saved', '/listings/x', '/chat?with=1', '/admin', '/order/1']) {
    expect(await on.open(path)).toBe('shell')
    await on.keep(path)
  }
  on.state.online = false
  expect(await on.open('/listings')).toBe('shell')
  await on.keep('/listings')
  expect([on.asked(), on.keys()]).toEqual([[], []])
})

test('A way elsewhere and a file go to the browser as they are', async () => {
  const on = phone()
  on.server.mockResolvedValueOnce(redirect())
  expect((await on.answer('/listing/old')).type).toBe('opaqueredirect')
  on.server.mockResolvedValueOnce(new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }))
  expect(await on.open('/blog/paper')).toBe('%PDF')
  await on.rest()
  expect(on.keys()).toEqual([])
})

test('A truncated or huge document, or one without an age slot, is not cached', async () => {
  const on = phone()
  const cut = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('<body>'))
      stream.error(new TypeError('network error'))
    },
  })
  const marks = { headers: { 'content-type': 'text/html', [headers.firstView]: entry } }
  for (const body of [cut, '<body>', html('x'.repeat(300_000))]) {
    on.server.mockResolvedValueOnce(new Response(body, marks))
    await on.keep('/listings')
  }
  expect([on.asked().length, on.keys()]).toEqual([3, []])
})

test('Kept documents stay within their count, and the oldest go first', async () => {
  const on = phone()
  for (const slug of ['a', 'b', 'c', 'd']) {
    await on.keep(`/listing/${slug}`)
    on.state.now += 1000
  }
  expect(on.keys()).toEqual(['/listing/b', '/listing/c', '/listing/d'])
})
