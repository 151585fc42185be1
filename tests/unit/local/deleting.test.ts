import { describe, expect, test } from 'vitest'
import { createLocalApp, type LocalApp } from '../../../src/local/index.ts'
import { userPartition } from '../../../src/local/database/schema.ts'
import { drainFromWorker } from '../../../src/local/worker.ts'
import { newBox } from './box.ts'
import { newPhone, soon, storage, tabOf, type Phone } from './page.ts'
import { bytesOf, databasesOf } from './traces.ts'
import { heart, on, open, put, signIn, states, world, type World } from './world.ts'

/** Everything that identifies Ada on this phone, and everything that she wrote. */
const canaries = ['ada', 'Ada', 'ada@example.com', 'canary-words', 'canary-draft', userPartition('ada')]

async function settled(app: LocalApp) {
  await (await app.load()).drained()
}
/** Ada signs in, opens pages, writes, and loses the network. */
async function adaAtWork(phone: Phone, server: World) {
  const tab = open(phone, server)
  await signIn(tab.app, 'ada')
  const engine = await tab.app.load()
  await engine.drained()
  await heart(tab.app, 'c1')
  await expect.poll(() => states(tab.app), soon).toEqual(['fav.set done'])
  server.o.signal = false
  await put(tab.app, 'canary-words')
  await heart(tab.app, 'c2')
  await engine.drafts.save('enquiry:c2', { message: 'canary-draft' })
  await engine.keep.mine('inquiries:1', { data: [], totalCount: 0 }, Date.now())
  await engine.viewed('c7')
  await engine.report()
  await engine.drained()
  return { ...tab, engine }
}
/** A random id may contain her name. */
const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
async function tracesOf(phone: Phone, tab: { env: { sessionStorage: unknown } }) {
  const session = (tab.env.sessionStorage as ReturnType<typeof storage>).all()
  const plain = JSON.stringify([phone.lasting.all(), session])
  const text = `${await bytesOf(phone.indexedDB)}\n${plain}`.replace(ids, '')
  return canaries.filter((word) => text.includes(word))
}

describe('Signing out without keeping anything', () => {
  test('leaves no byte of the person on the phone, without signal [S37 I20 R-STATE-04 R-PWA-36]', async () => {
    const phone = newPhone()
    const server = world()
    const tab = await adaAtWork(phone, server)
    expect(await tracesOf(phone, tab)).toEqual(canaries)
    await tab.app.account.signOut({ keep: false })
    expect(tab.app.session.get()).toMatchObject({ user: undefined, account: undefined })
    await settled(tab.app)
    expect(await tracesOf(phone, tab)).toEqual([])
    expect(await databasesOf(phone.indexedDB)).not.toContain(userPartition('ada'))
    expect([tab.app.views.get().outbox, on(tab.app, 'c1'), on(tab.app, 'c2')]).toEqual([[], false, false])
    expect(phone.lasting.getItem('favourites')).toBeNull()
    // The data stays deleted when the app is opened again.
    tab.close()
    const again = open(phone, server)
    await settled(again.app)
    await again.app.load()
    expect(await tracesOf(phone, again)).toEqual([])
  })
  test('sends nothing of them afterwards, neither from the page nor from the worker [S37 I7]', async () => {
    const phone = newPhone()
    const server = world()
    const tab = await adaAtWork(phone, server)
    await tab.app.account.signOut({ keep: false })
    server.o.signal = true
    tab.window.fire('online')
    await settled(tab.app)
    expect(await drainFromWorker({ limit: 20_000 }, tabOf(phone, { fetch: server.fetch }).env)).toBe(true)
    expect([server.enquiries, server.hearts.get('ada')]).toEqual([[], new Set(['c1'])])
  })
  test('clears the number on the icon and what the worker keeps of the network [S37 I20]', async () => {
    const badges: number[] = []
    const kept = newBox()
    for (const name of ['documents', 'listings', 'pictures', 'shared-photos', 'another']) kept.lay(name, '/a')
    const capabilities = {
      setBadge: (count: number) => Promise.resolve(void badges.push(count)),
      caches: kept.box,
    }
    const server = world()
    const { app } = open(newPhone(), server, { capabilities })
    await signIn(app, 'ada')
    await settled(app)
    server.o.signal = false
    await heart(app, 'c1')
    expect(badges.at(-1)).toBe(1)
    await app.account.signOut({ keep: false })
    expect([badges.at(-1), Object.keys(kept.all())]).toEqual([0, ['another']])
  })
  test('works with the store half not loaded yet, and tells the server in passing [S37 R-STATE-03 R-STATE-04]', async () => {
    const phone = newPhone()
    const server = world()
    const first = await adaAtWork(phone, server)
    first.close()
    server.o.signal = true
    const tab = open(phone, server, { whenIdle: () => undefined })
    expect(tab.app.engine.get()).toBeUndefined()
    await tab.app.account.signOut({ keep: false })
    await settled(tab.app)
    expect(await tracesOf(phone, tab)).toEqual([])
    expect(server.to('users/logout').map((call) => call.headers['authorization'] !== undefined)).toEqual([
      true,
    ])
  })
  test('that was cut short is ended by the next start [S37 I20]', async () => {
    const phone = newPhone()
    const server = world()
    const first = await adaAtWork(phone, server)
    first.close()
    // The app was killed after it stored the note and before it deleted the data.
    phone.lasting.setItem('motorkin-leaving', 'ada')
    for (const key of ['authentication-token', 'motorkin-account', 'favourites'])
      phone.lasting.removeItem(key)
    const tab = open(phone, server)
    await settled(tab.app)
    expect(await tracesOf(phone, tab)).toEqual([])
  })
  test('without a database clears the next first paint and finishes later [S37 R-STATE-04]', async () => {
    const phone = newPhone()
    const server = world()
    const first = await adaAtWork(phone, server)
    first.close()
    const tab = tabOf(phone, { fetch: server.fetch, indexedDB: undefined, keyRange: undefined })
    const app = createLocalApp(tab.env)
    await app.account.signOut({ keep: true })
    expect(phone.lasting.all()).not.toHaveProperty('favourites')
    expect(phone.lasting.all()).not.toHaveProperty('authentication-token')
    // The databases were unavailable: the next page that can open them notifies the worker.
    const next = open(phone, server)
    await settled(next.app)
    expect(on(next.app, 'c1')).toBe(false)
    next.close()
    server.o.signal = true
    await drainFromWorker({ limit: 20_000 }, tabOf(phone, { fetch: server.fetch }).env)
    expect(server.hearts.get('ada')).toEqual(new Set(['c1']))
  })
  test('shows the guest in every other tab, and none of them brings anything back [S37 I20]', async () => {
    const phone = newPhone()
    const server = world()
    const one = await adaAtWork(phone, server)
    const two = open(phone, server)
    await settled(two.app)
    expect(on(two.app, 'c1')).toBe(true)
    await one.app.account.signOut({ keep: false })
    expect(two.app.session.get()).toMatchObject({ user: undefined, account: undefined })
    await expect.poll(() => [on(two.app, 'c1'), two.app.views.get().outbox], soon).toEqual([false, []])
    two.window.fire('storage')
    two.window.fire('focus')
    await settled(two.app)
    expect(await tracesOf(phone, two)).toEqual([])
    // After the next sign-in her data comes from the server, and the app reports no loss by the browser.
    server.o.signal = true
    await signIn(two.app, 'ada')
    await settled(two.app)
    await expect.poll(() => on(two.app, 'c1'), soon).toBe(true)
    expect(two.app.views.get().evicted).toBe(false)
  })
  test('ends a tab-only login in a duplicate of the tab as well [S37 I20]', async () => {
    const phone = newPhone()
    const server = world()
    const sessionStorage = storage()
    const one = open(phone, server, { sessionStorage })
    await signIn(one.app, 'ada', false)
    await settled(one.app)
    const copy = storage()
    for (const [key, value] of Object.entries(sessionStorage.all())) copy.setItem(key, value)
    const two = open(phone, server, { sessionStorage: copy })
    await two.app.load()
    expect(two.app.session.get().user?.id).toBe('ada')
    await one.app.account.signOut({ keep: false })
    expect(two.app.session.get()).toMatchObject({ user: undefined, account: undefined })
    expect([copy.all(), await tracesOf(phone, two)]).toEqual([{ 'motorkin-logins': '3' }, []])
  })
  test('takes nothing of the guest with it [S37 R-PWA-36]', async () => {
    const phone = newPhone()
    const server = world()
    server.o.signal = false
    const { app } = open(phone, server)
    await put(app, 'As a guest')
    server.o.signal = true
    await signIn(app, 'ada')
    await settled(app)
    server.o.signal = false
    await put(app, 'As Ada')
    await app.account.signOut({ keep: false })
    const left = app.views.get().outbox
    expect(left.map(({ payload }) => (payload as { message: string }).message)).toEqual(['As a guest'])
  })
})

test('Signing out with data kept sends login-free writes; others wait for their owner [S37 I7 R-STATE-04]', async () => {
  const phone = newPhone()
  const server = world()
  const tab = await adaAtWork(phone, server)
  await tab.app.account.signOut({ keep: true })
  server.o.signal = true
  tab.close()
  expect(await drainFromWorker({ limit: 20_000 }, tabOf(phone, { fetch: server.fetch }).env)).toBe(true)
  expect(server.enquiries).toMatchObject([{ message: 'canary-words' }])
  expect(server.hearts.get('ada')).toEqual(new Set(['c1']))
  const next = open(phone, server)
  await signIn(next.app, 'ada')
  await expect.poll(() => server.hearts.get('ada'), soon).toEqual(new Set(['c1', 'c2']))
})

test('Two people sharing a phone see and send only their own, losing nothing [S38 I7 R-PWA-36]', async () => {
  const phone = newPhone()
  const server = world()
  const { app, window } = open(phone, server)
  await signIn(app, 'ada')
  await settled(app)
  server.o.signal = false
  await heart(app, 'c1')
  await settled(app)
  server.o.signal = true
  // Signing in replaces the previous person, here without a sign-out.
  await signIn(app, 'ben')
  await expect.poll(() => app.views.get().outbox, soon).toEqual([])
  expect(on(app, 'c1')).toBe(false)
  window.fire('online')
  server.o.signal = false
  await heart(app, 'c2')
  await settled(app)
  expect([server.hearts.get('ada'), server.hearts.get('ben')]).toEqual([undefined, undefined])
  server.o.signal = true
  await signIn(app, 'ada')
  await expect.poll(() => server.hearts.get('ada'), soon).toEqual(new Set(['c1']))
  expect(server.hearts.has('ben')).toBe(false)
  await signIn(app, 'ben')
  await expect.poll(() => server.hearts.get('ben'), soon).toEqual(new Set(['c2']))
  const authors = server.to('cars/like').map((call) => [call.body['car_id'], call.headers['authorization']])
  expect(new Set(authors.map(([car]) => car))).toEqual(new Set(['c1', 'c2']))
  expect(new Set(authors.map(([car, token]) => `${String(car)} ${subOf(String(token))}`))).toEqual(
    new Set(['c1 ada', 'c2 ben']),
  )
})
const subOf = (bearer: string): string =>
  (
    JSON.parse(atob((bearer.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as {
      sub: string
    }
  ).sub

describe('A login that ran out', () => {
  test('deletes nothing: held writes are sent after the person signs in again [S07 I5 I7 R-ENT-25]', async () => {
    const phone = newPhone()
    const server = world()
    const { app } = open(phone, server)
    await signIn(app, 'ada')
    const engine = await app.load()
    await engine.drained()
    await engine.drafts.save('enquiry:c2', { message: 'canary-draft' })
    server.o.expired.add(app.session.get().token ?? '')
    await heart(app, 'c1')
    await put(app)
    await expect.poll(() => states(app).sort(), soon).toEqual(['enquiry.send done', 'fav.set held auth'])
    expect(app.views.get().outbox[0]).toMatchObject({ tries: 0 })
    expect(app.session.get()).toMatchObject({ user: undefined, account: 'ada' })
    expect(await engine.drafts.read('enquiry:c2')).toEqual({ message: 'canary-draft' })
    await signIn(app, 'ada')
    await expect.poll(() => states(app).sort(), soon).toEqual(['enquiry.send done', 'fav.set done'])
  })
})
