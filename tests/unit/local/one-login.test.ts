import { describe, expect, test } from 'vitest'
import { carRoutes } from '#contract/cars.ts'
import { createSession } from '../../../src/local/session/session.ts'
import { createAuthedRequest } from '../../../src/local/session/authed-request.ts'
import { drainFromWorker } from '../../../src/local/worker.ts'
import { newPhone, serverOf, soon, storage, tabOf, tokenFor } from './page.ts'
import { heart, open, put, signIn, states, world } from './world.ts'

const start = 1_760_000_000_000

describe('A login that ends with its tab', () => {
  function setUp() {
    const o = { now: start }
    const lasting = storage()
    const tabOne = storage()
    const sessionIn = (tab = storage()) =>
      createSession({ lasting, tab, now: () => o.now, changed: () => undefined })
    return { o, lasting, tabOne, sessionIn }
  }
  test('and runs out leaves another person’s remembered one alone, and does not become it [S38 I7 R-AUTH-03]', () => {
    const { o, lasting, tabOne, sessionIn } = setUp()
    const one = sessionIn(tabOne)
    one.signIn(tokenFor('ada', start + 1000), false)
    const bens = tokenFor('ben', start + 9_000_000)
    sessionIn().signIn(bens, true)
    expect(one.refresh().user?.id).toBe('ada')
    o.now += 2000
    expect(one.refresh()).toEqual({ user: undefined, token: undefined, remembered: false, account: 'ada' })
    expect([lasting.getItem('authentication-token'), tabOne.getItem('authentication-token')]).toEqual([
      bens,
      null,
    ])
    // The tab has the same state when it is loaded again.
    expect(sessionIn(tabOne).state()).toMatchObject({ user: undefined, account: 'ada' })
    expect(sessionIn().state()).toMatchObject({ user: { id: 'ben' }, remembered: true })
  })
  test('and is refused by the server leaves another person’s remembered one alone [S38 I7]', () => {
    const { lasting, tabOne, sessionIn } = setUp()
    const one = sessionIn(tabOne)
    const adas = tokenFor('ada', start + 1000)
    one.signIn(adas, false)
    const bens = tokenFor('ben', start + 9_000_000)
    sessionIn().signIn(bens, true)
    one.drop(adas)
    expect([one.state().user, lasting.getItem('authentication-token')]).toEqual([undefined, bens])
  })
  test('takes up a remembered one of the same person', () => {
    const { o, tabOne, sessionIn } = setUp()
    const one = sessionIn(tabOne)
    one.signIn(tokenFor('ada', start + 1000), false)
    sessionIn().signIn(tokenFor('ada', start + 9_000_000), true)
    o.now += 2000
    expect(one.refresh()).toMatchObject({ user: { id: 'ada' }, remembered: true })
  })
})

describe('Many calls that are refused at once', () => {
  function setUp(refused: (token: string) => boolean) {
    const lasting = storage()
    const session = createSession({ lasting, tab: undefined, now: Date.now, changed: () => undefined })
    const first = tokenFor('u1', Date.now() + 1_000_000)
    session.signIn(first, true)
    const o = { trying: 0, most: 0 }
    const tries = new Map<string, number>()
    const server = serverOf(async (call) => {
      const key = call.headers['idempotency-key'] ?? ''
      const again = (tries.get(key) ?? 0) + 1
      tries.set(key, again)
      if (again > 1) o.most = Math.max(o.most, ++o.trying)
      await new Promise((resolve) => setImmediate(resolve))
      if (again > 1) o.trying--
      return refused((call.headers['authorization'] ?? '').slice('Bearer '.length))
        ? { status: 401, body: { code: 'token_expired' } }
        : { body: { data: { car_id: 'c', is_favorite: 'yes' } } }
    })
    let keys = 0
    const http = {
      fetch: server.fetch,
      setTimeout,
      clearTimeout: (t: unknown) => clearTimeout(t as NodeJS.Timeout),
    }
    const ask = createAuthedRequest({
      http,
      session,
      device: 'd',
      newKey: () => `key-${++keys}`,
      renew: async () => ({ is: 'over' }),
    })
    const all = () =>
      Promise.all(['a', 'b', 'c', 'd'].map((car_id) => ask(carRoutes.likeDislikeCar, { body: { car_id } })))
    return { all, o, server, session, first, lasting }
  }
  test('check the login one at a time, and none asks once it is over [S07 I14 R-ERR-02]', async () => {
    const { all, o, server, session } = setUp(() => true)
    const answers = await all()
    expect(answers.map((answer) => !answer.ok && answer.status)).toEqual([401, 401, 401, 401])
    expect([server.calls.length, o.most]).toEqual([5, 1])
    expect(session.state()).toMatchObject({ user: undefined, account: 'u1' })
  })
  test('each go through with the login that another tab renewed [S07 I14 R-ERR-01]', async () => {
    const renewed = tokenFor('u1', Date.now() + 2_000_000)
    const { all, o, server, lasting } = setUp((token) => token !== renewed)
    const answers = all()
    lasting.setItem('authentication-token', renewed)
    expect((await answers).map((answer) => answer.ok)).toEqual([true, true, true, true])
    expect([server.calls.length, o.most]).toEqual([8, 1])
  })
})

test('A call that waits for its contract is never made for somebody else [I7]', async () => {
  const session = createSession({
    lasting: storage(),
    tab: undefined,
    now: Date.now,
    changed: () => undefined,
  })
  session.signIn(tokenFor('ada', Date.now() + 1_000_000), true)
  const server = serverOf(async () => ({ body: { data: { car_id: 'c', is_favorite: 'yes' } } }))
  const ask = createAuthedRequest({
    http: { fetch: server.fetch, setTimeout, clearTimeout: (t) => clearTimeout(t as NodeJS.Timeout) },
    session,
    device: 'd',
    newKey: () => 'key',
    renew: async () => ({ is: 'over' }),
  })
  const answer = ask(async () => {
    session.signIn(tokenFor('ben', Date.now() + 1_000_000), true)
    return carRoutes.getFavoriteList
  })
  expect(await answer).toMatchObject({ ok: false, status: 0 })
  expect(server.calls).toEqual([])
})

describe('The worker judges a login by the server’s clock', () => {
  const day = 86_400_000
  /** Returns a phone whose clock is wrong by `by`, with a heart that waits. */
  async function off(by: number) {
    const phone = newPhone()
    const server = world()
    const clock = { now: () => Date.now() + by }
    const { app, close } = open(phone, server, clock)
    await signIn(app, 'ada')
    await (await app.load()).drained()
    server.o.signal = false
    await heart(app, 'c1')
    await (await app.load()).drained()
    close()
    server.o.signal = true
    return {
      server,
      wake: () => drainFromWorker({ limit: 20_000 }, tabOf(phone, { fetch: server.fetch, ...clock }).env),
    }
  }
  test.each([400 * day, -400 * day])('on a phone that is off by %i ms [S35 I19]', async (by) => {
    const { server, wake } = await off(by)
    await wake()
    expect(server.hearts.get('ada')).toEqual(new Set(['c1']))
  })
})

test('An expired login holds the writes that need it, while other kinds go on [S07 I5 I14]', async () => {
  const phone = newPhone()
  const server = world()
  const { app, close } = open(phone, server)
  await signIn(app, 'ada')
  await (await app.load()).drained()
  const token = app.session.get().token ?? ''
  server.o.signal = false
  for (const car of ['c1', 'c2', 'c3']) await heart(app, car)
  await put(app)
  await (await app.load()).drained()
  close()
  server.o.signal = true
  server.o.expired.add(token)
  // The worker gets the refusal first.
  const { env } = tabOf(phone, { fetch: server.fetch })
  await drainFromWorker({ limit: 20_000 }, env)
  const refused = server
    .to('cars/like')
    .filter((call) => call.headers['authorization'] === `Bearer ${token}`).length
  await drainFromWorker({ limit: 20_000 }, env)
  expect(server.to('cars/like').length).toBe(refused)
  expect(server.enquiries.length).toBe(1)
  const next = open(phone, server)
  await signIn(next.app, 'ada')
  await expect.poll(() => server.hearts.get('ada')?.size, soon).toBe(3)
  const done = Array.from({ length: 3 }, () => 'fav.set done')
  await expect.poll(() => states(next.app).sort(), soon).toEqual(['enquiry.send done', ...done])
})
