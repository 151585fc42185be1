import { carRoutes } from '#contract/cars.ts'
import { describe, expect, test } from 'vitest'
import type { LocalApp } from '../../../src/local/index.ts'
import { drainFromWorker } from '../../../src/local/worker.ts'
import type { LockApi } from '../../../src/local/platform/env.ts'
import { newPhone, soon, tabOf, tokenFor, type Phone } from './page.ts'
import { heart, open, put, signIn, states, world } from './world.ts'
import { turns } from '../../support/turns.ts'

const minute = 60_000

/** A server that renews logins by a cookie: tokens last 15 minutes and can be exchanged. */
function renewing() {
  const server = world()
  const o = { now: Date.now(), living: new Set<string>(), owner: '', silent: false, given: 0 }
  /** Path and credentials of every request. */
  const asked: { path: string; credentials: string | undefined }[] = []
  const json = (status: number, body: object) =>
    new Response(JSON.stringify({ success: status < 300, msg: '', ...body }), {
      status,
      headers: { 'content-type': 'application/json', 'x-api': '1', date: new Date(o.now).toUTCString() },
    })
  const tokenNow = (id: string) => tokenFor(id, o.now + 15 * minute, { sid: `s-${id}`, n: (o.given += 1) })
  const fetch: typeof server.fetch = async (url, init) => {
    const path = url.replace('/api/v1/', '')
    asked.push({ path, credentials: init.credentials })
    if (path === 'users/user-login') {
      const { email } = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as { email: string }
      const id = email.split('@')[0] ?? ''
      o.owner = id
      o.living.add(id)
      const data = { id, fullname: id, email, avatarurl: '', is_subscriber: false, role: 'user' }
      return json(200, { data, token: tokenNow(id) })
    }
    if (path === 'users/refresh-session') {
      if (o.silent) throw new TypeError('no signal')
      return o.living.has(o.owner)
        ? json(200, { token: tokenNow(o.owner) })
        : json(401, { code: 'unauthenticated' })
    }
    const { authorization = '' } = init.headers as Record<string, string>
    const claims = authorization.split('.')[1]
    const { exp } =
      claims === undefined
        ? { exp: Infinity }
        : (JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number })
    if (exp * 1000 <= o.now) return json(401, { code: 'token_expired' })
    return server.fetch(url, init)
  }
  const renewals = () => asked.filter(({ path }) => path === 'users/refresh-session').length
  return { server, o, asked, fetch, renewals, given: { fetch, now: () => o.now } }
}
const later = (w: ReturnType<typeof renewing>) => {
  w.o.now += 16 * minute
}
/** Reads a list that only its owner may see. */
const saved = (app: LocalApp) =>
  app.reads.mine('saved', async (get) => ({ value: await get(carRoutes.getFavoriteList, { body: {} }) }))
async function signedIn(phone: Phone, w: ReturnType<typeof renewing>, remember = true) {
  const tab = open(phone, w.server, w.given)
  await signIn(tab.app, 'ada', remember)
  await (await tab.app.load()).drained()
  return tab
}

describe('A token that ran out', () => {
  test('is renewed once for all calls that need it, without asking the person [I14 R-ENT-25 R-ERR-01]', async () => {
    const w = renewing()
    const phone = newPhone()
    const { app } = await signedIn(phone, w)
    later(w)
    app.kick('focus')
    expect(phone.lasting.getItem('authentication-token')).toBeNull()
    expect(app.session.get()).toMatchObject({ user: { id: 'ada' }, token: undefined, account: 'ada' })
    await Promise.all([saved(app), saved(app)])
    expect(w.renewals()).toBe(1)
    expect(phone.lasting.getItem('authentication-token')).toBe(app.session.get().token)
    expect(app.session.get().user?.id).toBe('ada')
  })
  test('costs nothing that was written meanwhile: it goes out under the next one [S07 I1 I5]', async () => {
    const w = renewing()
    const { app } = await signedIn(newPhone(), w)
    w.server.o.signal = false
    w.o.silent = true
    await heart(app, 'c1')
    await (await app.load()).drained()
    later(w)
    await heart(app, 'c2')
    await (await app.load()).drained()
    expect(app.session.get().user?.id).toBe('ada')
    expect(states(app).filter((state) => state.includes('auth'))).toEqual([])
    w.server.o.signal = true
    w.o.silent = false
    app.kick('manual')
    await expect.poll(() => w.server.hearts.get('ada')?.size, soon).toBe(2)
  })
  test('of a login ended elsewhere requires a new sign-in and holds pending writes [S07 I5 R-ERR-02]', async () => {
    const w = renewing()
    const { app } = await signedIn(newPhone(), w)
    w.o.living.clear()
    later(w)
    await heart(app, 'c1')
    await expect.poll(() => states(app), soon).toEqual(['fav.set held auth'])
    expect(app.session.get()).toMatchObject({ user: undefined, account: 'ada' })
    await signIn(app, 'ada')
    await expect.poll(() => w.server.hearts.get('ada')?.size, soon).toBe(1)
  })
  test('is not replaced by another person’s token from the same browser [I7]', async () => {
    const w = renewing()
    const phone = newPhone()
    const one = await signedIn(phone, w, false)
    const other = open(phone, w.server, w.given)
    await signIn(other.app, 'ben', false)
    later(w)
    await Promise.allSettled([saved(one.app)])
    expect(one.app.session.get()).toMatchObject({ user: undefined, account: 'ada' })
    await heart(other.app, 'c1')
    await expect.poll(() => w.server.hearts.get('ben')?.size, soon).toBe(1)
    expect(other.app.session.get().user?.id).toBe('ben')
  })
  test('is kept over a restart of the app until it can be exchanged [S07]', async () => {
    const w = renewing()
    const phone = newPhone()
    const first = await signedIn(phone, w)
    w.server.o.signal = false
    w.o.silent = true
    first.close()
    later(w)
    const { app } = open(phone, w.server, w.given)
    expect(app.session.get()).toMatchObject({ user: { id: 'ada' }, remembered: true })
    await expect(saved(app)).rejects.toMatchObject({ code: 'network' })
    expect(app.session.get().user?.id).toBe('ada')
    w.server.o.signal = true
    w.o.silent = false
    await saved(app)
    expect(app.session.get().token).toBeDefined()
  })
  test('is renewed by the worker for the write’s owner with all pages closed [S07 I7]', async () => {
    const w = renewing()
    const phone = newPhone()
    const first = await signedIn(phone, w)
    w.server.o.signal = false
    await heart(first.app, 'c1')
    await (await first.app.load()).drained()
    first.close()
    w.server.o.signal = true
    later(w)
    const { env } = tabOf(phone, w.given)
    w.o.silent = true
    await drainFromWorker({ limit: 20_000 }, env)
    expect(w.server.hearts.get('ada')).toBeUndefined()
    w.o.silent = false
    await drainFromWorker({ limit: 20_000 }, env)
    expect(w.server.hearts.get('ada')).toEqual(new Set(['c1']))
    const before = w.renewals()
    await drainFromWorker({ limit: 20_000 }, env)
    expect(w.renewals()).toBe(before)
  })
})

test('The login cookie is sent only on sign-in, sign-out and token renewal', async () => {
  const w = renewing()
  const { app } = await signedIn(newPhone(), w)
  later(w)
  await saved(app)
  await put(app)
  await (await app.load()).drained()
  await app.account.signOut()
  await expect.poll(() => w.asked.some(({ path }) => path === 'users/logout'), soon).toBe(true)
  const keyed = ['users/user-login', 'users/refresh-session', 'users/logout']
  for (const { path, credentials } of w.asked)
    expect([path, credentials]).toEqual([path, keyed.includes(path) ? 'same-origin' : 'omit'])
})

describe('A sign-out without signal', () => {
  async function left() {
    const w = renewing()
    const phone = newPhone()
    const tab = await signedIn(phone, w)
    const told = () => w.asked.filter(({ path }) => path === 'users/logout').length
    w.server.o.signal = false
    await tab.app.account.signOut()
    await expect.poll(told, soon).toBe(1)
    expect(tab.app.session.get().user).toBeUndefined()
    return { w, phone, told, ...tab }
  }
  test('is sent once online, so that its cookie opens nothing any more [R-STATE-03 R-STATE-04]', async () => {
    const { w, app, told } = await left()
    w.server.o.signal = true
    app.kick('online')
    await expect.poll(told, soon).toBe(2)
    app.kick('online')
    await app.account.finishSignOut()
    expect(told()).toBe(2)
  })
  test('does not sign out whoever signed in since', async () => {
    const { w, app, told } = await left()
    w.server.o.signal = true
    await signIn(app, 'ben')
    app.kick('online')
    await app.account.finishSignOut()
    expect(told()).toBe(1)
  })
})

test('A sign-in right after a sign-out waits until the sign-out’s response has arrived', async () => {
  const w = renewing()
  const order: string[] = []
  let go: () => void = () => undefined
  const fetch: typeof w.fetch = async (url, init) => {
    const path = url.replace('/api/v1/', '')
    if (path === 'users/logout') await new Promise<void>((resolve) => (go = resolve))
    const answer = await w.fetch(url, init)
    if (path === 'users/logout' || path === 'users/user-login') order.push(path)
    return answer
  }
  const { app } = open(newPhone(), w.server, { ...w.given, fetch })
  await signIn(app, 'ada')
  await app.account.signOut()
  const next = signIn(app, 'ben')
  await expect.poll(() => (go(), order.length), soon).toBe(3)
  await next
  expect(order).toEqual(['users/user-login', 'users/logout', 'users/user-login'])
})

describe('Signing in and out in two tabs', () => {
  /** Returns Web Locks that run one after the other. */
  function queue(): LockApi {
    let last: Promise<unknown> = Promise.resolve()
    return { request: (_name, _options, work) => (last = Promise.allSettled([last]).then(() => work({}))) }
  }
  /** Returns a tab that was signed out offline, another tab, and the requests of both. */
  async function tabs() {
    const w = renewing()
    const phone = { ...newPhone(), locks: queue() }
    const gates: Record<string, Promise<void> | undefined> = {}
    const order: string[] = []
    const fetch: typeof w.fetch = async (url, init) => {
      const path = url.replace('/api/v1/', '')
      const watched = ['users/logout', 'users/user-login'].includes(path)
      if (watched) order.push(`asked ${path}`)
      await gates[path]
      const answer = await w.fetch(url, init)
      if (watched) order.push(`heard ${path}`)
      return answer
    }
    const one = open(phone, w.server, { ...w.given, fetch })
    await signIn(one.app, 'ada')
    w.server.o.signal = false
    await one.app.account.signOut()
    await expect.poll(() => order.at(-1), soon).toBe('asked users/logout')
    w.server.o.signal = true
    const other = open(phone, w.server, { ...w.given, fetch })
    order.length = 0
    return { one: one.app, other: other.app, gates, order }
  }
  test('a late sign-out finishes before the other tab signs in, preserving its cookie', async () => {
    const { one, other, gates, order } = await tabs()
    let go = () => undefined as void
    gates['users/logout'] = new Promise((resolve) => (go = resolve))
    const told = one.account.finishSignOut()
    await expect.poll(() => order, soon).toEqual(['asked users/logout'])
    const next = signIn(other, 'ben')
    await turns()
    expect(order).toEqual(['asked users/logout'])
    go()
    await Promise.all([told, next])
    expect(order.slice(1)).toEqual(['heard users/logout', 'asked users/user-login', 'heard users/user-login'])
  })
  test('a sign-out that waited for the other tab’s login is not sent', async () => {
    const { one, other, gates, order } = await tabs()
    let go = () => undefined as void
    gates['users/user-login'] = new Promise((resolve) => (go = resolve))
    const next = signIn(other, 'ben', false)
    await expect.poll(() => order, soon).toEqual(['asked users/user-login'])
    const told = one.account.finishSignOut()
    go()
    await Promise.all([told, next])
    expect(order).toEqual(['asked users/user-login', 'heard users/user-login'])
  })
})
