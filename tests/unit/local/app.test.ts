import { IDBObjectStore } from 'fake-indexeddb'
import { describe, expect, test, vi } from 'vitest'
import { readListQuery } from '#contract/list-query.ts'
import { createLocalApp } from '../../../src/local/index.ts'
import { drainFromWorker } from '../../../src/local/worker.ts'
import { newPhone, serverOf, soon, tabOf, type Phone } from './page.ts'
import { credentials, heart, on, open, put, signIn, states, stops, world, type World } from './world.ts'

const query = readListQuery({})

describe('A first visit', () => {
  test('opens no database before the first answer is there, and keeps that answer afterwards [R-PWA-35]', async () => {
    const phone = newPhone()
    const opened = vi.spyOn(phone.indexedDB, 'open')
    const server = world()
    const idle: (() => void)[] = []
    const { app } = open(phone, server, { whenIdle: (work) => idle.push(work) })
    expect(app.holding.get()).toBe(false)
    const answer = await app.reads.listings(query)
    expect(answer.value.data.map((c) => c._id)).toEqual(['c1', 'c2'])
    expect([opened.mock.calls.length, app.engine.get()]).toEqual([0, undefined])
    for (const work of idle.splice(0)) work()
    await expect.poll(() => phone.lasting.getItem('motorkin-has-data'), soon).toBe('1')
    expect(app.holding.get()).toBe(true)
  })
})

test('A page without a drawing knows the settings of the drawn one before it [R-PWA-35]', async () => {
  const phone = newPhone()
  const server = world()
  const settings = {
    ...createLocalApp(tabOf(phone, { fetch: server.fetch }).env).settings.current.get(),
    name: 'Autos',
  }
  const given = { at: 0, origin: 'https://motorkin.test', settings, reads: [] }
  // This app closes before it requests the settings.
  const drawn = createLocalApp(tabOf(phone, { fetch: server.fetch }).env, given)
  drawn.start()()
  const { app } = open(phone, server)
  await expect.poll(() => app.settings.current.get(), soon).toEqual(settings)
})

test('What was seen is there without signal, after a restart [R-PWA-35]', async () => {
  const phone = newPhone()
  const server = world()
  const first = open(phone, server)
  await first.app.reads.listings(query)
  await first.app.reads.car('slug-c1')
  await expect
    .poll(async () => (await (await first.app.load()).phone.car('c1'))?.value.data._id, soon)
    .toBe('c1')
  first.close()
  server.o.signal = false
  const { app } = open(phone, server)
  expect(app.holding.get()).toBe(true)
  await expect(app.reads.listings(query)).rejects.toMatchObject({ code: 'network' })
  const engine = await app.load()
  expect((await engine.phone.listings(query))?.value.data.map((c) => c._id)).toEqual(['c1', 'c2'])
  expect((await engine.phone.car('slug-c1'))?.value.data.title).toBe('Car c1')
})

test('Public data is readable while the person’s own database does not open yet [R-PWA-35]', async () => {
  const phone = newPhone()
  const server = world()
  const first = open(phone, server)
  await first.app.reads.listings(query)
  await expect
    .poll(async () => (await (await first.app.load()).phone.listings(query))?.value.data.length, soon)
    .toBe(2)
  first.close()
  server.o.signal = false
  const opens = phone.indexedDB.open.bind(phone.indexedDB)
  vi.spyOn(phone.indexedDB, 'open').mockImplementation((name, version) =>
    // This opening never completes, like one blocked by a busy page.
    name === 'public' ? opens(name, version) : (new EventTarget() as IDBOpenDBRequest),
  )
  const { app } = open(phone, server)
  const shown = await (await app.phone()).listings(query)
  expect(shown?.value.data.map((c) => c._id)).toEqual(['c1', 'c2'])
  expect(app.engine.get()).toBeUndefined()
})

test('An enquiry written without signal survives a restart and arrives once [R-PWA-25 R-PWA-27 R-PWA-28]', async () => {
  const phone = newPhone()
  const server = world()
  server.o.signal = false
  const first = open(phone, server)
  const saved = await put(first.app)
  expect(saved).toMatchObject({ ok: true })
  expect(states(first.app)).toEqual(['enquiry.send queued'])
  await expect.poll(() => states(first.app), soon).toEqual(['enquiry.send wait'])
  await (await first.app.load()).drained()
  first.close()
  server.o.signal = true
  const { app } = open(phone, server)
  await expect.poll(() => states(app), soon).toEqual(['enquiry.send done'])
  expect(server.enquiries).toMatchObject([{ car_id: 'c1', message: 'Hello' }])
  const sent = server.to('users/send')
  expect(new Set(sent.map((c) => c.headers['idempotency-key'])).size).toBe(1)
  expect(sent.map((c) => c.headers['authorization'])).toEqual(sent.map(() => undefined))
})

test('A refused enquiry shows the server’s message and keeps its text [R-PWA-29 R-ERR-03]', async () => {
  const server = world()
  server.o.accept = false
  const { app } = open(newPhone(), server)
  const saved = await put(app, 'My words')
  await expect.poll(() => states(app), soon).toEqual(['enquiry.send rejected'])
  expect(app.views.get().outbox[0]).toMatchObject({
    payload: { message: 'My words' },
    error: { code: 'validation_failed', msg: 'No.', fields: { gsm: 'Bad' } },
  })
  server.o.accept = true
  await (await app.load()).retry(saved.ok ? saved.id : '')
  await expect.poll(() => states(app), soon).toEqual(['enquiry.send done'])
})

describe('A heart', () => {
  test('of a guest is not queued: they are asked to sign in', async () => {
    const { app } = open(newPhone(), world())
    expect(await heart(app, 'c1')).toMatchObject({ ok: false, error: { code: 'unauthenticated' } })
    expect(app.views.get().outbox).toEqual([])
  })
  test('shows the wish at once and never blinks until the server confirmed it [R-STATE-05 R-PWA-21 R-PWA-22]', async () => {
    const phone = newPhone()
    const server = world()
    const { app, window } = open(phone, server)
    await signIn(app, 'ada')
    server.o.signal = false
    const seen: boolean[] = []
    const waiting: boolean[] = []
    expect(await heart(app, 'c1')).toMatchObject({ ok: true })
    app.views.subscribe(() => {
      seen.push(on(app, 'c1'))
      waiting.push(app.views.get().favourites.wanted.has('c1'))
    })
    expect(on(app, 'c1')).toBe(true)
    await expect.poll(() => states(app), soon).toEqual(['fav.set wait'])
    server.o.signal = true
    window.fire('online')
    await expect.poll(() => states(app), soon).toEqual(['fav.set done'])
    expect(new Set(seen)).toEqual(new Set([true]))
    expect(waiting.at(-1)).toBe(false)
    expect(server.hearts.get('ada')).toEqual(new Set(['c1']))
    expect(JSON.parse(phone.lasting.getItem('favourites') ?? '')).toEqual(['c1'])
  })
  test('tapped on and off without signal is one write with the last wish [R-PWA-22]', async () => {
    const server = world()
    // The taps of one moment come before the sender runs, however slow this machine is.
    let slower = 1
    const { app, window } = open(newPhone(), server, {
      setTimeout: (work, ms) => setTimeout(work, ms * slower).unref(),
    })
    await signIn(app, 'ada')
    await (await app.load()).drained()
    server.o.signal = false
    slower = 12
    for (const want of ['yes', 'no', 'yes', 'no'] as const) await heart(app, 'c1', want)
    slower = 1
    expect(app.views.get().outbox.length).toBe(1)
    expect(on(app, 'c1')).toBe(false)
    server.o.signal = true
    window.fire('online')
    await expect.poll(() => states(app), soon).toEqual(['fav.set done'])
    expect(server.hearts.get('ada')).toEqual(new Set())
  })
  test('made on another phone is here after signing in, with its page for later [R-PWA-21 R-ENT-26]', async () => {
    const phone = newPhone()
    const server = world()
    server.hearts.set('ada', new Set(['c2', 'c9']))
    const { app } = open(phone, server)
    await signIn(app, 'ada')
    const engine = await app.load()
    await expect.poll(() => on(app, 'c9'), soon).toBe(true)
    await expect.poll(async () => (await engine.phone.car('c9'))?.value.data._id, soon).toBe('c9')
    server.o.signal = false
    expect((await engine.phone.cachedCars()).value.favourites.map((c) => c._id)).toEqual(['c2', 'c9'])
    expect(JSON.parse(phone.lasting.getItem('favourites') ?? '')).toEqual(['c2', 'c9'])
  })
})

describe('The login', () => {
  test('that ran out holds the hearts, and signing in again sends them [R-PWA-29 R-ERR-02 R-ENT-25]', async () => {
    const phone = newPhone()
    const server = world()
    const { app } = open(phone, server)
    await signIn(app, 'ada')
    await (await app.load()).drained()
    server.o.expired.add(app.session.get().token ?? '')
    expect(await heart(app, 'c1')).toMatchObject({ ok: true })
    await expect.poll(() => states(app), soon).toEqual(['fav.set held auth'])
    await expect.poll(() => app.session.get().user, soon).toBeUndefined()
    expect(phone.lasting.getItem('authentication-token')).toBeNull()
    expect(on(app, 'c1')).toBe(true)
    await signIn(app, 'ada')
    await expect.poll(() => states(app), soon).toEqual(['fav.set done'])
    expect(new Set(server.to('cars/like').map((c) => c.headers['idempotency-key'])).size).toBe(1)
  })
  test('of the next person sends and shows none of mine, and loses nothing [R-PWA-36]', async () => {
    const server = world()
    const phone = newPhone()
    const { app, window } = open(phone, server)
    await signIn(app, 'ada')
    await (await app.load()).drained()
    server.o.signal = false
    await heart(app, 'c1')
    await expect.poll(() => states(app), soon).toEqual(['fav.set wait'])
    await app.account.signOut()
    expect(app.session.get()).toMatchObject({ user: undefined, account: undefined })
    await expect.poll(() => app.views.get().outbox, soon).toEqual([])
    expect(on(app, 'c1')).toBe(false)
    expect(phone.lasting.getItem('favourites')).toBeNull()
    server.o.signal = true
    await signIn(app, 'ben')
    window.fire('online')
    await heart(app, 'c2')
    await expect.poll(() => states(app), soon).toEqual(['fav.set done'])
    expect(server.hearts.get('ben')).toEqual(new Set(['c2']))
    expect(server.hearts.has('ada')).toBe(false)
    await app.account.signOut()
    await signIn(app, 'ada')
    await expect.poll(() => server.hearts.get('ada'), soon).toEqual(new Set(['c1']))
  })
  test('that is wrong says so and signs nobody in [R-STATE-02]', async () => {
    const server = serverOf(() => ({ status: 401, body: { code: 'wrong_credentials', msg: 'Wrong.' } }))
    const { env } = tabOf(newPhone(), { fetch: server.fetch })
    const app = createLocalApp(env)
    expect(await app.account.signIn(credentials, true)).toMatchObject({
      ok: false,
      error: { message: 'Wrong.' },
    })
    expect(app.session.get().user).toBeUndefined()
  })
  test('ends at once without signal, and the token is gone [R-STATE-03 R-STATE-04]', async () => {
    const phone = newPhone()
    const server = world()
    const { app } = open(phone, server)
    await signIn(app, 'ada')
    server.o.signal = false
    await app.account.signOut()
    expect(app.session.get().user).toBeUndefined()
    expect(phone.lasting.getItem('authentication-token')).toBeNull()
  })
  test('that ends with its tab is unknown in another, which leaves its writes alone [R-AUTH-03]', async () => {
    const phone = newPhone()
    const server = world()
    const [one, two] = [open(phone, server), open(phone, server)]
    await two.app.load()
    await signIn(one.app, 'ada', false)
    await (await one.app.load()).drained()
    server.o.signal = false
    await heart(one.app, 'c1')
    two.window.fire('storage')
    expect(two.app.session.get()).toMatchObject({ user: undefined, account: undefined })
    await (await two.app.load()).drained()
    server.o.signal = true
    one.window.fire('online')
    await expect.poll(() => states(one.app), soon).toEqual(['fav.set done'])
    expect(two.app.views.get().outbox).toEqual([])
  })
  test('in one tab is known in the other', async () => {
    const phone = newPhone()
    const server = world()
    const [one, two] = [open(phone, server), open(phone, server)]
    await signIn(one.app, 'ada')
    two.window.fire('storage')
    expect(two.app.session.get().user?.id).toBe('ada')
  })
})

describe('Where the browser keeps nothing', () => {
  const bare = { indexedDB: undefined, keyRange: undefined }
  test('an enquiry goes out at once, and only then counts as taken', async () => {
    const server = world()
    const { app } = open(newPhone(), server, bare)
    expect(await put(app)).toMatchObject({ ok: true })
    expect(states(app)).toEqual(['enquiry.send done'])
    expect(server.enquiries.length).toBe(1)
  })
  test('the app never claims to save offline, and retries under the same key', async () => {
    const server = world()
    server.o.signal = false
    const phone = newPhone()
    const { app } = open(phone, server, bare)
    expect(await put(app)).toMatchObject({ ok: false, error: { code: 'network' } })
    expect(app.views.get().outbox).toEqual([])
    server.o.signal = true
    expect(await put(app)).toMatchObject({ ok: true })
    expect(new Set(server.to('users/send').map((c) => c.headers['idempotency-key'])).size).toBe(1)
    expect(phone.lasting.getItem('motorkin-has-data')).toBe('1')
  })
  test('and where it hangs, the app goes on without it after its limit', async () => {
    const phone = newPhone()
    phone.indexedDB = { open: () => ({}) } as unknown as IDBFactory
    const server = world()
    const quick = (work: () => void) => setTimeout(work, 0).unref()
    const { app } = open(phone, server, { indexedDB: phone.indexedDB, setTimeout: quick })
    const engine = await app.load()
    expect(engine.durable).toBe(false)
  })
})

test('A full phone makes room from its caches, or says that it cannot', async () => {
  const server = world()
  const { app } = open(newPhone(), server)
  await app.reads.listings(query)
  const engine = await app.load()
  server.o.signal = false
  let refuse = 1
  type Put = (
    this: IDBObjectStore,
    row: { state?: string; payload?: { message: string } },
    ...rest: unknown[]
  ) => IDBRequest
  const real = Reflect.get(IDBObjectStore.prototype, 'put') as Put
  const fake: Put = function (row, ...rest) {
    if (row.payload?.message === 'big' && row.state === 'queued' && refuse-- > 0)
      throw new DOMException('full', 'QuotaExceededError')
    return real.call(this, row, ...rest)
  }
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(fake as never)
  expect(await put(app, 'big')).toMatchObject({ ok: true })
  await engine.drained()
  refuse = Infinity
  expect(await put(app, 'big')).toMatchObject({ ok: false, error: { code: 'storage_full' } })
  expect((await engine.views.read()).outbox.length).toBe(1)
})

describe('The worker', () => {
  const workerOf = (phone: Phone, server: World) => {
    const { env } = tabOf(phone, { fetch: server.fetch })
    return (limit = 20_000) => drainFromWorker({ limit }, env)
  }
  test('sends with no page open what the pages left behind, in their names [R-PWA-27]', async () => {
    const phone = newPhone()
    const server = world()
    const { app, close } = open(phone, server)
    await signIn(app, 'ada')
    await (await app.load()).drained()
    server.o.signal = false
    await heart(app, 'c1')
    await put(app)
    await (await app.load()).drained()
    close()
    const drain = workerOf(phone, server)
    expect(await drain()).toBe(false)
    server.o.signal = true
    // The worker was woken, so it skips the wait after the failed attempt.
    expect(await drain()).toBe(true)
    expect(server.hearts.get('ada')).toEqual(new Set(['c1']))
    expect(server.enquiries.length).toBe(1)
  })
  test('tells the open pages', async () => {
    const phone = newPhone()
    const server = world()
    // The page waits for its backoff, so the worker sends.
    const { app } = open(phone, server, {
      setTimeout: (work, ms) => setTimeout(work, ms <= 250 ? 0 : 1e6).unref(),
    })
    server.o.signal = false
    await put(app)
    const engine = await app.load()
    await engine.drained()
    let told = 0
    engine.outsideChanges.subscribe(() => told++)
    server.o.signal = true
    expect(await workerOf(phone, server)()).toBe(true)
    expect(told).toBeGreaterThan(0)
    expect((await engine.views.read()).outbox.map((e) => e.state)).toEqual(['done'])
  })
  test('does nothing on a phone without data and leaves no database behind', async () => {
    const phone = newPhone()
    expect(await workerOf(phone, world())()).toBe(true)
    expect(await phone.indexedDB.databases()).toEqual([])
  })
  test('does not use a login that ends with its tab', async () => {
    const phone = newPhone()
    const server = world()
    const { app, close } = open(phone, server)
    await signIn(app, 'ada', false)
    await (await app.load()).drained()
    server.o.signal = false
    await heart(app, 'c1')
    await (await app.load()).drained()
    close()
    server.o.signal = true
    const before = server.to('cars/like').length
    expect(await workerOf(phone, server)()).toBe(true)
    expect(server.to('cars/like').length).toBe(before)
  })
})

test('Typed text is there after a restart until it is cleared', async () => {
  const phone = newPhone()
  const server = world()
  const first = open(phone, server)
  await (await first.app.load()).drafts.save('enquiry:c1', { name: 'Ada' })
  first.close()
  const { app } = open(phone, server)
  const { drafts } = await app.load()
  expect(await drafts.read('enquiry:c1')).toEqual({ name: 'Ada' })
  await drafts.clear({ id: 'enquiry:c1' })
  expect(await drafts.read('enquiry:c1')).toBeUndefined()
})

test('Two open tabs deliver an enquiry once [R-PWA-28]', async () => {
  const phone = newPhone()
  const server = world()
  const [one, two] = [open(phone, server), open(phone, server)]
  await two.app.load()
  await put(one.app)
  one.window.fire('online')
  two.window.fire('online')
  await expect.poll(() => states(one.app), soon).toEqual(['enquiry.send done'])
  expect(server.enquiries.length).toBe(1)
})

test('A page that is left takes its listeners with it', () => {
  const { app, window, document } = open(newPhone(), world())
  const stop = app.start()
  expect(window.count()).toBeGreaterThan(0)
  stop()
  stops.pop()?.()
  expect([window.count(), document.count()]).toEqual([0, 0])
})
