import { expect, test } from 'vitest'
import { openLruCache } from '../../../sw/lru-cache.ts'
import { keepStill, withStill, type Still } from '../../../sw/stills.ts'

const origin = 'http://phone.test'
const still: Still = {
  search: '',
  html: '<main>a Toyota</main>',
  script: '/assets/start-1.js',
}
const page = () =>
  new Response('<script src="/assets/start-1.js"></script><body><div id="app"></div></body>', {
    headers: { 'content-type': 'text/html', 'content-encoding': 'br', 'content-security-policy': "x 'self'" },
  })

/** A phone with its clock and what its worker keeps. */
function phone() {
  const store = new Map<string, Response>()
  const cache = {
    match: (key: string) => Promise.resolve(store.get(key)?.clone()),
    put: (key: string, reply: Response) => Promise.resolve(void store.set(key, reply)),
    keys: () => Promise.resolve([]),
  }
  const caches = { open: () => Promise.resolve(cache), match: cache.match } as unknown as CacheStorage
  const clock = { now: Date.parse('2026-03-01T10:00:00') }
  const now = () => clock.now
  const kept = openLruCache('stills', { entries: 12, bytes: 500_000, days: 7, renew: false }, { caches, now })
  return {
    clock,
    keep: (change: Partial<Still> = {}) =>
      keepStill({ ...still, ...change }, { kept, origin, page: async () => page() }),
    open: async (path: string) => (await withStill(page(), new URL(path, origin), { kept, now })).text(),
    answer: (path: string) => withStill(page(), new URL(path, origin), { kept, now }),
  }
}

test('The list that was last seen stands in the page before the app, however the app was opened [R-PWA-18]', async () => {
  const on = phone()
  await on.keep()
  for (const path of ['/listings', '/listings?source=pwa']) {
    expect(await on.open(path)).toContain(
      '<div id="still" aria-hidden="true"><main>a Toyota</main></div><div id="app"></div>',
    )
  }
  const { headers } = await on.answer('/listings')
  expect([headers.get('content-security-policy'), headers.get('content-encoding')]).toEqual([
    "x 'self'",
    null,
  ])
})

test.each([
  ['another search', {}, '/listings?make=bmw', 0],
  ['another screen', {}, '/saved', 0],
  ['another version of the app', { script: '/assets/start-0.js' }, '/listings', 0],
  ['a week that has passed', {}, '/listings', 7 * 86_400_000 + 1],
  ['a clock that was turned back', {}, '/listings', -1],
  ['too much of it', { html: 'x'.repeat(200_001) }, '/listings', 0],
])('No still is shown for %s [R-PWA-18]', async (_, change, path, later) => {
  const on = phone()
  await on.keep(change)
  on.clock.now += later
  expect(await on.open(path)).toBe(await page().text())
})

test('Prices that are not new any more never stand without their time [R-PWA-33]', async () => {
  const on = phone()
  await on.keep()
  on.clock.now += 59_000
  expect(await on.open('/listings')).not.toContain('as of')
  on.clock.now += 2000
  expect(await on.open('/listings')).toContain('<p>as of 1 Mar, 10:00</p>')
})
