import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { carRoutes } from '#contract/cars.ts'
import { userRoutes } from '#contract/users/users.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { OwnTables } from '../../../src/local/database/records.ts'
import { ownSchema } from '../../../src/local/database/schema.ts'
import { createSession } from '../../../src/local/session/session.ts'
import { createAuthedRequest } from '../../../src/local/session/authed-request.ts'
import { leaseLock, webLock } from '../../../src/local/sync/locks.ts'
import {
  createProbe,
  createReachability,
  freshContact,
  type Connection,
  createServerClock,
} from '../../../src/local/sync/reachability.ts'
import {
  createSender,
  debounce,
  skipBackoffEvery,
  lookAgain,
} from '../../../src/local/outbox-service/sender.ts'
import { fakeLocks, serverOf, storage, tokenFor } from './page.ts'
import { createPhone } from './phone.ts'

/** Returns timers that only the test moves. */
function timers() {
  let now = 1_760_000_000_000
  let due: { at: number; work: () => void }[] = []
  return {
    now: () => now,
    setTimeout(work: () => void, ms: number) {
      const timer = { at: now + ms, work }
      due.push(timer)
      return timer
    },
    clearTimeout(handle: unknown) {
      due = due.filter((t) => t !== handle)
    },
    waits: () => due.map((t) => t.at - now).sort((a, b) => a - b),
    async pass(ms: number) {
      now += ms
      const ready = due.filter((t) => t.at <= now)
      due = due.filter((t) => t.at > now)
      for (const timer of ready) timer.work()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('Whether the server can be reached is told by its answers', () => {
  function setUp() {
    const o = { now: 0, says: true, seen: [] as Connection[] }
    const reach = createReachability({
      now: () => o.now,
      saysOnline: () => o.says,
      changed: (c) => o.seen.push(c),
    })
    return { o, reach }
  }
  test('one failure is weak, two are offline, an answer is online', () => {
    const { reach, o } = setUp()
    expect(reach.state().state).toBe('online')
    reach.observe(false, 0)
    expect(reach.state().state).toBe('weak')
    reach.observe(false, 0)
    expect(reach.state().state).toBe('offline')
    reach.observe(true, 77)
    expect(reach.state()).toEqual({ state: 'online', lastContact: 77 })
    expect(o.seen.map((c) => c.state)).toEqual(['weak', 'offline', 'online'])
  })
  test('a browser that says offline is believed only without a fresh answer [S08]', () => {
    const { reach, o } = setUp()
    reach.observe(true, 1)
    o.says = false
    reach.hint()
    expect(reach.state().state).toBe('online')
    o.now += freshContact
    reach.hint()
    expect(reach.state().state).toBe('offline')
    reach.observe(true, 2)
    expect(reach.state().state).toBe('online')
  })
  test('a browser that says online is not believed after two failures [S08]', () => {
    const { reach } = setUp()
    reach.observe(false, 0)
    reach.observe(false, 0)
    reach.hint()
    expect(reach.state().state).toBe('offline')
  })
})

test('The clock follows the server, however wrong the phone is, and does not tremble [S35 I19]', () => {
  const learnt: number[] = []
  let now = Date.parse('2019-01-01T00:00:00Z')
  const clock = createServerClock(
    () => now,
    0,
    (offset) => learnt.push(offset),
  )
  const truth = Date.parse('2026-11-20T18:00:00Z')
  clock.observe(truth)
  now += 1000
  expect(Math.abs(clock.now() - (truth + 1000))).toBeLessThanOrEqual(500)
  clock.observe(truth + 2000)
  expect(learnt.length).toBe(1)
  expect(createServerClock(() => now, clock.offset()).now()).toBe(clock.now())
  expect(createServerClock(() => now, NaN).now()).toBe(now)
})

describe('The sender', () => {
  function setUp(rounds: { waiting: number; nextAt?: number; busy?: boolean; failed?: boolean }[] = []) {
    const t = timers()
    const o = { rounds: 0, hurried: 0, woken: 0, visible: true, together: 0, most: 0 }
    const sender = createSender({
      ...t,
      async round() {
        o.most = Math.max(o.most, ++o.together)
        const round = rounds[o.rounds++] ?? { waiting: 0 }
        await Promise.resolve()
        o.together--
        const { waiting, nextAt, busy = false, failed = false } = round
        return { waiting, nextAt: nextAt === undefined ? undefined : t.now() + nextAt, busy, failed }
      },
      async skipBackoff() {
        o.hurried++
      },
      isVisible: () => o.visible,
      wakeWorker: async () => {
        o.woken++
      },
    })
    return { t, o, sender }
  }
  test('takes kicks that come together as one, and rounds never overlap', async () => {
    const { t, o, sender } = setUp()
    for (let i = 0; i < 5; i++) sender.kick('enqueue')
    expect(t.waits()).toEqual([debounce])
    await t.pass(debounce)
    expect([o.rounds, o.most]).toEqual([1, 1])
  })
  test('tries again when the outbox says so, while someone is looking [R-PWA-27]', async () => {
    const { t, o, sender } = setUp([{ waiting: 1, nextAt: 7000, failed: true }])
    sender.kick('start')
    await t.pass(debounce)
    expect(t.waits()).toEqual([7000])
    await t.pass(7000)
    expect(o.rounds).toBe(2)
    expect(t.waits()).toEqual([])
  })
  test('waits longer after each failed round and resets after a good one', async () => {
    const bad = { waiting: 100, nextAt: 0, failed: true }
    const { t, sender } = setUp([...Array.from({ length: 6 }, () => bad), { waiting: 1, nextAt: 0 }])
    sender.kick('start')
    await t.pass(debounce)
    const rests: number[] = []
    for (let round = 1; round <= 7; round++) {
      const [wait = 0] = t.waits()
      rests.push(wait)
      await t.pass(wait)
    }
    expect(rests).toEqual([1000, 2000, 4000, 8000, 8000, 8000, 500])
  })
  test('leaves a hidden page alone until it is shown', async () => {
    const { t, o, sender } = setUp([{ waiting: 1, nextAt: 1000 }])
    sender.kick('start')
    await t.pass(debounce)
    o.visible = false
    await t.pass(1000)
    expect(o.rounds).toBe(1)
    o.visible = true
    sender.kick('visible')
    await t.pass(debounce)
    expect(o.rounds).toBe(2)
  })
  test('retries early on new hope, at most once in ten seconds per reason [S32]', async () => {
    const { t, o, sender } = setUp()
    for (let i = 0; i < 3; i++) {
      sender.kick('visible')
      await t.pass(debounce)
    }
    expect([o.rounds, o.hurried]).toEqual([3, 1])
    sender.kick('online')
    await t.pass(debounce)
    expect(o.hurried).toBe(2)
    o.hurried = 1
    await t.pass(skipBackoffEvery)
    sender.kick('enqueue')
    await t.pass(debounce)
    expect(o.hurried).toBe(1)
    sender.kick('online')
    await t.pass(debounce)
    expect(o.hurried).toBe(2)
  })
  test('takes an answer of the server for a sign only while something waits', async () => {
    const { t, o, sender } = setUp([{ waiting: 1, nextAt: 100_000 }])
    sender.kick('answer')
    expect(t.waits()).toEqual([])
    sender.kick('start')
    await t.pass(debounce)
    sender.kick('answer')
    await t.pass(debounce)
    expect(o.rounds).toBe(2)
  })
  test('has the worker woken at every write and after every failure', async () => {
    const { t, o, sender } = setUp([{ waiting: 1, nextAt: 1000, failed: true }])
    sender.kick('enqueue')
    expect(o.woken).toBe(1)
    await t.pass(debounce)
    expect(o.woken).toBe(2)
  })
  test('looks again soon at a lock that someone else holds', async () => {
    const { t, sender } = setUp([{ waiting: 1, nextAt: 0, busy: true }])
    sender.kick('start')
    await t.pass(debounce)
    expect(t.waits()).toEqual([lookAgain])
  })
  test('says when it is through', async () => {
    const { t, sender } = setUp()
    await sender.drained()
    sender.kick('start')
    let through = false
    void sender.drained().then(() => (through = true))
    await Promise.resolve()
    expect(through).toBe(false)
    await t.pass(debounce)
    expect(through).toBe(true)
  })
  test('sends nothing after it was stopped', async () => {
    const { t, o, sender } = setUp()
    sender.kick('start')
    sender.stop()
    sender.kick('online')
    await t.pass(debounce)
    expect(o.rounds).toBe(0)
  })
})

describe('The probe', () => {
  function setUp() {
    const t = timers()
    const o = { reachable: false, visible: true, pings: 0 }
    const probe = createProbe({
      ...t,
      isReachable: () => o.reachable,
      isVisible: () => o.visible,
      ping: async () => {
        o.pings++
      },
    })
    return { t, o, probe }
  }
  test('backs off while the server is silent and stops once it answers', async () => {
    const { t, o, probe } = setUp()
    probe.start()
    const waits: number[] = []
    for (let i = 0; i < 8; i++) {
      const [next = 0] = t.waits()
      waits.push(next)
      await t.pass(next)
    }
    expect(waits).toEqual([3000, 5000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000])
    o.reachable = true
    probe.review()
    expect(t.waits()).toEqual([])
    expect(o.pings).toBe(8)
  })
  test('asks at once when there is new hope, never in a hidden page', async () => {
    const { o, probe } = setUp()
    probe.start()
    probe.now()
    expect(o.pings).toBe(1)
    o.visible = false
    await Promise.resolve()
    probe.now()
    expect(o.pings).toBe(1)
  })
})

describe('A 401', () => {
  const expires = Date.now() + 1_000_000
  function setUp(statuses: number[], between?: () => void) {
    const lasting = storage()
    const session = createSession({ lasting, tab: undefined, now: Date.now, changed: () => undefined })
    session.signIn(tokenFor('u1', expires), true)
    const server = serverOf(() => {
      const status = statuses.shift() ?? 200
      between?.()
      const body =
        status === 200 ? { data: { car_id: 'c', is_favorite: 'yes' } } : { code: 'token_expired', msg: '' }
      return { status, body }
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
    return { ask, session, server, lasting }
  }
  test('is answered by exactly one more try with the same key [S07 I14 R-ERR-01]', async () => {
    const { ask, server, session } = setUp([401])
    expect(await ask(carRoutes.likeDislikeCar, { body: { car_id: 'c' } })).toMatchObject({ ok: true })
    expect(server.calls.map((c) => c.headers['idempotency-key'])).toEqual(['"key-1"', '"key-1"'])
    expect(session.state().user?.id).toBe('u1')
  })
  test('twice ends the session and is handed back [R-ERR-02]', async () => {
    const { ask, server, session } = setUp([401, 401, 401])
    const answer = await ask(carRoutes.likeDislikeCar, { body: { car_id: 'c' } })
    expect(answer).toMatchObject({ ok: false, status: 401, error: { code: 'token_expired' } })
    expect(answer.ok ? undefined : answer.error).toBeInstanceOf(AppError)
    expect(server.calls.length).toBe(2)
    expect(session.state()).toMatchObject({ user: undefined, account: 'u1' })
  })
  test('is tried again with the token that another tab brought meanwhile', async () => {
    const newer = tokenFor('u1', expires + 5000)
    const { ask, server, lasting } = setUp([401], () => {
      lasting.setItem('authentication-token', newer)
    })
    await ask(carRoutes.likeDislikeCar, { body: { car_id: 'c' } })
    expect(server.calls[1]?.headers['authorization']).toBe(`Bearer ${newer}`)
  })
  test('for a wrong password is not tried again', async () => {
    const { ask, server, session } = setUp([401])
    await ask(userRoutes.userLogin, { body: { email: 'a@b.c', password: 'x' } })
    expect(server.calls.length).toBe(1)
    expect(session.state().user?.id).toBe('u1')
  })
})

describe('One sender at a time', () => {
  test('is what Web Locks give, until one is stolen', async () => {
    const lock = webLock(fakeLocks())
    let finish: () => void = () => undefined
    const first = lock.hold('a', false, () => new Promise<string>((resolve) => (finish = () => resolve('1'))))
    expect(await lock.hold('a', false, async () => '2')).toBeUndefined()
    expect(await lock.hold('b', false, async () => '3')).toEqual({ value: '3' })
    expect(await lock.hold('a', true, async () => '4')).toEqual({ value: '4' })
    finish()
    expect(await first).toBeUndefined()
    expect(await lock.hold('a', false, async () => '5')).toEqual({ value: '5' })
  })
  test('is what a row with a heartbeat gives where there are no Web Locks', async () => {
    const phone = createPhone({ store: memoryStore<OwnTables>(ownSchema) })
    await phone.drain()
    const now = () => phone.now
    const [a, b] = [leaseLock(phone.store, 'a', now), leaseLock(phone.store, 'b', now)]
    const inside: unknown[] = []
    await a.hold('x', false, async () => {
      inside.push(await b.hold('x', false, async () => 'b'))
      phone.now += 31_000
      inside.push(await b.hold('x', false, async () => 'b'))
    })
    expect(inside).toEqual([undefined, { value: 'b' }])
    expect(await b.hold('x', false, async () => 'free')).toEqual({ value: 'free' })
  })
  test('a sender without a heartbeat is replaced after a grace period [S30 I10]', async () => {
    const phone = createPhone()
    await phone.heart('car-1', 'yes')
    await phone.drain()
    await phone.heart('car-2', 'yes')
    const taken = {
      hold: async <T>(_: string, steal: boolean, work: () => Promise<T>) =>
        steal ? { value: await work() } : undefined,
    }
    phone.now += 20_000
    expect(await phone.drain({ lock: taken })).toMatchObject({ busy: true, waiting: 1 })
    phone.now += 11_000
    expect(await phone.drain({ lock: taken })).toMatchObject({ busy: true })
    phone.now += 4000
    expect(await phone.drain({ lock: taken })).toMatchObject({ busy: true })
    phone.now += 1000
    expect(await phone.drain({ lock: taken })).toMatchObject({ busy: false, delivered: 1, waiting: 0 })
  })
  test('and two at once are still correct [S29 I2 R-PWA-28]', async () => {
    const phone = createPhone()
    for (let i = 0; i < 5; i++) await phone.heart(`car-${i}`, 'yes')
    await Promise.all([phone.drain(), phone.drain()])
    await phone.drain()
    expect((await phone.items()).map((i) => i.state)).toEqual(Array.from({ length: 5 }, () => 'done'))
    const keys = new Map<string, unknown>()
    for (const { key, item } of phone.sent) {
      expect(keys.get(key) ?? item.payload).toEqual(item.payload)
      keys.set(key, item.payload)
    }
    expect(keys.size).toBe(5)
  })
})
