import { describe, expect, test } from 'vitest'
import { readListQuery } from '#contract/list-query.ts'
import { browserCapabilities, wakeEvery } from '../../../src/local/bootstrap/browser-capabilities.ts'
import { meta, setNumber } from '../../../src/local/outbox/command.ts'
import { openRaw } from '../../../src/local/database/raw.ts'
import type { OwnTables } from '../../../src/local/database/records.ts'
import { createSender, debounce, skipBackoffEvery, latest } from '../../../src/local/outbox-service/sender.ts'
import { IDBKeyRange } from 'fake-indexeddb'
import { events, newPhone, soon, tokenFor, type Phone } from './page.ts'
import { heart, on, open, put, signIn, states, world, type World } from './world.ts'

type Tab = ReturnType<typeof open>

/** Timers for stopped time: kicks pass, but no backoff ends. */
const still = {
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms <= debounce ? 0 : 1e6).unref(),
}
/** Returns a phone whose enquiry could not be sent. */
async function waiting(given: Parameters<typeof open>[2] = {}) {
  const phone = newPhone()
  const server = world()
  server.o.signal = false
  const tab = open(phone, server, { ...still, ...given })
  await put(tab.app)
  await expect.poll(() => states(tab.app), soon).toEqual(['enquiry.send wait'])
  await (await tab.app.load()).drained()
  return { phone, server, tab }
}
const network = events()
const worker = events()

describe('What waits is sent as soon as', () => {
  const signs: [string, (tab: Tab, server: World) => unknown][] = [
    ['the browser says that there is a network', ({ window }) => window.fire('online')],
    ['the page is shown', ({ document }) => document.fire('visibilitychange')],
    [
      'the page comes back from the cache of the browser',
      ({ window }) => window.fire('pageshow', { persisted: true }),
    ],
    ['the window is looked at', ({ window }) => window.fire('focus')],
    ['a frozen page is woken', ({ document }) => document.fire('resume')],
    ['someone signs in', ({ app }) => signIn(app, 'ada')],
    ['the server answers anything at all', ({ app }) => app.reads.listings(readListQuery({}))],
    ['the person says so', ({ app }) => app.kick('manual')],
    ['the kind of network changes', () => network.fire('change')],
  ]
  test.each(signs)('%s [S08 S45 R-PWA-27]', async (_, sign) => {
    const { server, tab } = await waiting({ capabilities: { network } })
    server.o.signal = true
    await sign(tab, server)
    await expect.poll(() => states(tab.app), soon).toEqual(['enquiry.send done'])
    expect(server.enquiries.length).toBe(1)
  })
  test('something is written [R-PWA-27]', async () => {
    const server = world()
    const { app } = open(newPhone(), server, still)
    await (await app.load()).drained()
    await put(app)
    await expect.poll(() => states(app), soon).toEqual(['enquiry.send done'])
  })
  test('someone signs in in another tab, whatever else the server says [R-PWA-27]', async () => {
    const phone = newPhone()
    const server = world()
    // A response to any other call would itself be a kick.
    const fetch: typeof server.fetch = (url, init) =>
      url.includes('like-dislike')
        ? server.fetch(url, init)
        : Promise.reject(new TypeError('Failed to fetch'))
    const { app, window } = open(phone, server, { ...still, fetch })
    const token = tokenFor('ada', Date.now() + 1_000_000)
    phone.lasting.setItem('authentication-token', token)
    window.fire('storage')
    await (await app.load()).drained()
    server.o.signal = false
    await heart(app, 'c1')
    await (await app.load()).drained()
    phone.lasting.removeItem('authentication-token')
    window.fire('storage')
    await expect.poll(() => app.session.get().user, soon).toBeUndefined()
    await (await app.load()).drained()
    server.o.signal = true
    phone.lasting.setItem('authentication-token', token)
    window.fire('storage')
    await expect.poll(() => server.hearts.get('ada'), soon).toEqual(new Set(['c1']))
  })
  test('the app is opened [S43 S45 R-PWA-27]', async () => {
    const { phone, server, tab } = await waiting()
    tab.close()
    server.o.signal = true
    const next = open(phone, server)
    await expect.poll(() => states(next.app), soon).toEqual(['enquiry.send done'])
  })
  test('the wait is over, while someone is looking [R-PWA-27]', async () => {
    // Without jitter the wait is the longest, so only the timer can start the next round.
    const { server, tab } = await waiting({
      setTimeout: (work, ms) => setTimeout(work, ms <= 2000 ? 0 : ms).unref(),
      random: () => 0.01,
    })
    server.o.signal = true
    await expect.poll(() => states(tab.app), soon).toEqual(['enquiry.send done'])
  })
  test('the worker was woken and only this page has the login [R-AUTH-03 R-PWA-27]', async () => {
    const phone = newPhone()
    const server = world()
    const { app } = open(phone, server, { ...still, capabilities: { worker } })
    await signIn(app, 'ada', false)
    const engine = await app.load()
    await engine.drained()
    server.o.signal = false
    // The attempt fails without a network, and its backoff ends at once.
    await heart(app, 'c1')
    await engine.drained()
    await dueNow(phone)
    server.o.signal = true
    worker.fire('message', { data: { type: 'SOMETHING' } })
    worker.fire('message', { data: null })
    worker.fire('message', { data: { type: 'KICK' } })
    await expect.poll(() => server.hearts.get('ada'), soon).toEqual(new Set(['c1']))
  })
})

/** Ends every backoff, as the passing of time would. */
async function dueNow(phone: Phone) {
  for (const { name = '' } of await phone.indexedDB.databases()) {
    if (!name.startsWith('u_')) continue
    const store = await rawOf(phone, name)
    await store?.transaction('write', ['outbox'], async (tx) => {
      for (const item of await tx.list('outbox')) await tx.put('outbox', { ...item, nextAt: 0 })
    })
    store?.close()
  }
}
const rawOf = (phone: Phone, name: string) =>
  openRaw<OwnTables>(name, {
    indexedDB: phone.indexedDB,
    keyRange: IDBKeyRange,
    version: 99,
    timers: {
      setTimeout: (work, ms) => setTimeout(work, ms),
      clearTimeout: (t) => clearTimeout(t as NodeJS.Timeout),
    },
  })

test('A browser that says offline keeps nobody from trying by hand [S08]', async () => {
  const { server, tab } = await waiting({ saysOnline: () => false })
  expect(tab.app.connection.get().state).toBe('offline')
  server.o.signal = true
  tab.app.kick('manual')
  await expect.poll(() => states(tab.app), soon).toEqual(['enquiry.send done'])
  expect(tab.app.connection.get().state).toBe('online')
})

test('A page restored from the back-forward cache shows newer changes and continues the sequence [S58 R-PWA-26]', async () => {
  const phone = newPhone()
  const server = world()
  server.o.signal = false
  // An old browser has no channel between tabs.
  const old = open(phone, server, { ...still, channel: undefined })
  await signInOffline(old, server)
  await heart(old.app, 'c1')
  await (await old.app.load()).drained()
  const other = open(phone, server, { ...still, channel: undefined })
  await (await other.app.load()).drained()
  await heart(other.app, 'c1', 'no')
  await heart(other.app, 'c2')
  expect([on(old.app, 'c1'), on(old.app, 'c2')]).toEqual([true, false])
  old.window.fire('pageshow', { persisted: true })
  await expect.poll(() => [on(old.app, 'c1'), on(old.app, 'c2')], soon).toEqual([false, true])
  // A write of the restored page comes after the writes of the other tab.
  await heart(old.app, 'c1', 'yes')
  server.o.signal = true
  old.window.fire('online')
  await expect.poll(() => server.hearts.get('ada'), soon).toEqual(new Set(['c1', 'c2']))
  const seqs = server.to('cars/like').map((call) => Number(call.body['seq']))
  expect(new Set(seqs).size).toBe(
    new Set(server.to('cars/like').map((c) => c.headers['idempotency-key'])).size,
  )
  // This includes finished items, which need no sending.
  let car = ''
  for (const next of ['c5', 'c6', 'c7', 'c8']) {
    car = next
    await (await old.app.load()).drained()
    await heart(other.app, car)
    await expect.poll(() => states(other.app).every((state) => state === 'fav.set done'), soon).toBe(true)
    // A page that has just read the database for another reason proves nothing.
    if (!on(old.app, car)) break
  }
  expect(on(old.app, car)).toBe(false)
  old.window.fire('pageshow', { persisted: true })
  await expect.poll(() => on(old.app, car), soon).toBe(true)
})
async function signInOffline(tab: Tab, server: World) {
  server.o.signal = true
  await signIn(tab.app, 'ada')
  await (await tab.app.load()).drained()
  server.o.signal = false
}

test('A page that slept through a sign-out elsewhere shows the guest when it wakes [S58 S38 R-PWA-36]', async () => {
  const phone = newPhone()
  const server = world()
  const [one, two] = [open(phone, server), open(phone, server, { channel: undefined })]
  await signIn(one.app, 'ada')
  two.window.fire('pageshow', { persisted: true })
  expect(two.app.session.get().user?.id).toBe('ada')
  await one.app.account.signOut({ keep: true })
  two.window.fire('pageshow', { persisted: true })
  expect(two.app.session.get().user).toBeUndefined()
})

describe('The sender', () => {
  function setUp(round: { waiting: number; nextAt: number | undefined }) {
    const o = {
      now: 1_760_000_000_000,
      timers: [] as { work: () => void; ms: number }[],
      hurries: 0,
      rounds: 0,
    }
    const sender = createSender({
      round: () => {
        o.rounds++
        return Promise.resolve({ busy: false, failed: false, ...round })
      },
      skipBackoff: () => Promise.resolve(void o.hurries++),
      now: () => o.now,
      setTimeout: (work, ms) => o.timers.push({ work, ms }),
      clearTimeout: () => undefined,
      isVisible: () => true,
      wakeWorker: undefined,
    })
    const kick = async (reason: Parameters<typeof sender.kick>[0]) => {
      sender.kick(reason)
      const due = o.timers.findIndex(({ ms }) => ms === debounce)
      o.timers.splice(due, 1)[0]?.work()
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { o, kick }
  }
  test('retries within five minutes, however far a clock jump moved the next attempt [S36 I19]', async () => {
    const { o, kick } = setUp({ waiting: 1, nextAt: 1_760_000_000_000 + 40 * 365 * 86_400_000 })
    await kick('start')
    expect(o.timers.map(({ ms }) => ms)).toEqual([latest])
    // A timer takes 31 bits of milliseconds; a larger value would fire at once, again and again.
    expect(latest).toBeLessThan(2 ** 31)
  })
  test.each(['online', 'visible', 'manual', 'connection'] as const)(
    'makes everything due at a fresh %s, and at most once in ten seconds [S36 S42]',
    async (reason) => {
      const { o, kick } = setUp({ waiting: 1, nextAt: 0 })
      await kick(reason)
      await kick(reason)
      expect([o.hurries, o.rounds]).toEqual([1, 2])
      o.now += skipBackoffEvery
      await kick(reason)
      expect(o.hurries).toBe(2)
    },
  )
  test.each(['timer', 'worker', 'enqueue'] as const)(
    'takes %s for no sign that the network is better [S42]',
    async (reason) => {
      const { o, kick } = setUp({ waiting: 1, nextAt: 0 })
      await kick(reason)
      expect([o.hurries, o.rounds]).toEqual([0, 1])
    },
  )
})

test('A clock that was years ahead delays an enquiry by at most an hour [S36 I19]', async () => {
  const { phone, server, tab } = await waiting()
  tab.close()
  for (const { name = '' } of await phone.indexedDB.databases()) {
    if (name === 'public') continue
    const store = await rawOf(phone, name)
    await store?.transaction('write', ['outbox', 'meta'], async (tx) => {
      await setNumber(tx, meta.pause, 9e14)
      for (const item of await tx.list('outbox')) await tx.put('outbox', { ...item, nextAt: 9e14 })
    })
    store?.close()
  }
  server.o.signal = true
  // Without any kick, only time passes: after one hour at most, even the wait that the server requested is over.
  const later = open(phone, server)
  await (await later.app.load()).drained()
  expect(states(later.app)).toEqual(['enquiry.send wait'])
  later.close()
  const hour = 3_600_000
  const next = open(phone, server, { now: () => Date.now() + hour + 1000 })
  await (await next.app.load()).drained()
  await expect.poll(() => states(next.app), soon).toEqual(['enquiry.send done'])
})

describe('The worker is asked to wake', () => {
  const registration = () => {
    const o = {
      synced: [] as string[],
      periodic: [] as [string, { minInterval: number }][],
      granted: 'granted',
    }
    const ready = Promise.resolve({
      sync: { register: (tag: string) => Promise.resolve(void o.synced.push(tag)) },
      periodicSync: {
        register: (tag: string, how: { minInterval: number }) =>
          Promise.resolve(void o.periodic.push([tag, how])),
      },
    })
    const navigator = {
      serviceWorker: { ...events(), ready },
      permissions: { query: () => Promise.resolve({ state: o.granted }) },
    }
    return { o, capabilities: browserCapabilities({ navigator }) }
  }
  test('after every write and failed round, and periodically where the person allows it [S43 R-PWA-27]', async () => {
    const { o, capabilities } = registration()
    const server = world()
    const { app } = open(newPhone(), server, { capabilities })
    server.o.signal = false
    await put(app)
    await (await app.load()).drained()
    await expect.poll(() => o.synced.length, soon).toBeGreaterThan(1)
    expect(new Set(o.synced)).toEqual(new Set(['outbox']))
    expect(o.periodic).toEqual([
      ['outbox', { minInterval: wakeEvery }],
      ['motorkin-market', { minInterval: wakeEvery }],
    ])
    expect(wakeEvery).toBeGreaterThanOrEqual(12 * 3_600_000)
  })
  test('not now and then where the person did not allow it', async () => {
    const { o, capabilities } = registration()
    o.granted = 'prompt'
    await capabilities.wakeDaily?.()
    expect(o.periodic).toEqual([])
  })
  test('nowhere where the browser cannot, and everything is sent all the same [S45 R-PWA-27]', async () => {
    const bare = browserCapabilities({})
    const half = browserCapabilities({
      navigator: { serviceWorker: { ...events(), ready: Promise.resolve({}) } },
    })
    const blocked = {
      get caches(): undefined {
        throw new DOMException('Blocked', 'SecurityError')
      },
    }
    expect([bare, browserCapabilities(blocked)]).toEqual([{}, {}])
    await half.wakeWorker?.()
    await half.wakeDaily?.()
    const server = world()
    const { app } = open(newPhone(), server, { capabilities: half })
    await put(app)
    await expect.poll(() => states(app), soon).toEqual(['enquiry.send done'])
  })
})
