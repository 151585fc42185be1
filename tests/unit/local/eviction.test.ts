import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import type { Capabilities } from '../../../src/local/platform/env.ts'
import { userPartition } from '../../../src/local/database/schema.ts'
import { drainFromWorker } from '../../../src/local/worker.ts'
import { newPhone, soon, tabOf, type Phone } from './page.ts'
import { heart, on, open, put, signIn, states, world, type World } from './world.ts'

async function withHearts(phone: Phone, server: World) {
  server.hearts.set('ada', new Set(['c1', 'c2']))
  const { app, close } = open(phone, server)
  await app.load()
  await signIn(app, 'ada')
  await expect.poll(() => on(app, 'c2'), soon).toBe(true)
  await (await app.load()).drained()
  close()
}

describe('A browser that threw the data away', () => {
  test('is detected and reported until the person has read it, even after restart [S16 I15]', async () => {
    const phone = newPhone()
    const server = world()
    await withHearts(phone, server)
    phone.indexedDB = new IDBFactory()
    const first = open(phone, server)
    expect(await (await first.app.load()).report()).toMatch(/evicted [1-9]/)
    expect(first.app.views.get().evicted).toBe(true)
    first.close()
    const next = open(phone, server)
    const engine = await next.app.load()
    expect(next.app.views.get().evicted).toBe(true)
    await engine.noteEviction()
    expect(next.app.views.get().evicted).toBe(false)
    next.close()
    const last = open(phone, server)
    await last.app.load()
    expect(last.app.views.get().evicted).toBe(false)
  })
  test('gets the favourites fetched again at once, and keeps the hearts on meanwhile [S16 I15 R-ENT-26]', async () => {
    const phone = newPhone()
    const server = world()
    await withHearts(phone, server)
    // The browser deletes one database; the rest of the phone is unchanged.
    await new Promise((resolve) => {
      phone.indexedDB.deleteDatabase(userPartition('ada')).onsuccess = resolve
    })
    server.o.signal = false
    const { app, window } = open(phone, server)
    await app.load()
    expect(app.views.get().evicted).toBe(true)
    expect([on(app, 'c1'), on(app, 'c2')]).toEqual([true, true])
    server.o.signal = true
    server.hearts.set('ada', new Set(['c2', 'c9']))
    window.fire('online')
    app.engine.get()?.close()
    const again = open(phone, server)
    await expect.poll(() => [on(again.app, 'c1'), on(again.app, 'c9')], soon).toEqual([false, true])
  })
  test('is not suspected on a first visit or after a requested deletion [S16 S37 I15]', async () => {
    const phone = newPhone()
    const server = world()
    const { app, close } = open(phone, server)
    await signIn(app, 'ada')
    await heart(app, 'c1')
    expect(app.views.get().evicted).toBe(false)
    await app.account.signOut({ keep: false })
    close()
    const next = open(phone, server)
    await signIn(next.app, 'ada')
    await (await next.app.load()).drained()
    expect(next.app.views.get().evicted).toBe(false)
  })
})

describe('The browser is asked to keep the data', () => {
  const asking = (o: { agreed?: boolean } = {}) => {
    const seen = { asked: 0 }
    const capabilities: Capabilities = {
      persist: () => Promise.resolve(++seen.asked > 0),
      persisted: () => Promise.resolve(o.agreed ?? false),
    }
    return { seen, capabilities }
  }
  const writes: [string, (app: ReturnType<typeof open>['app']) => Promise<unknown>][] = [
    ['an enquiry', (app) => put(app)],
    ['a favourite', async (app) => heart(app, 'c1')],
    ['a draft', async (app) => (await app.load()).drafts.save('ad:1', { title: 'My car' })],
  ]
  test.each(writes)('at the first %s, never at the start, and once [I15]', async (_, write) => {
    const { seen, capabilities } = asking()
    const phone = newPhone()
    const server = world()
    const first = open(phone, server, { capabilities })
    await signIn(first.app, 'ada')
    await (await first.app.load()).drained()
    expect(seen.asked).toBe(0)
    await write(first.app)
    await expect.poll(() => seen.asked, soon).toBe(1)
    await write(first.app)
    first.close()
    const next = open(phone, server, { capabilities })
    await (await next.app.load()).drained()
    await write(next.app)
    await (await next.app.load()).report()
    expect(seen.asked).toBe(1)
  })
  test('and once more when the app was installed [I15]', async () => {
    const { seen, capabilities } = asking()
    const { app, window } = open(newPhone(), world(), { capabilities })
    await put(app)
    await expect.poll(() => seen.asked, soon).toBe(1)
    window.fire('appinstalled')
    await expect.poll(() => seen.asked, soon).toBe(2)
    window.fire('appinstalled')
    await put(app, 'Another')
    await (await app.load()).report()
    expect(seen.asked).toBe(2)
  })
  test('not where it has agreed already, and a refusal costs nothing [I15]', async () => {
    const { seen, capabilities } = asking({ agreed: true })
    const { app } = open(newPhone(), world(), { capabilities })
    await put(app)
    const text = await (await app.load()).report()
    expect([seen.asked, text.includes('persisted yes')]).toEqual([0, true])
    const refusing: Capabilities = {
      persist: () => Promise.reject(new DOMException('No.', 'NotAllowedError')),
    }
    const other = open(newPhone(), world(), { capabilities: refusing })
    expect(await put(other.app)).toMatchObject({ ok: true })
  })
})

describe('The number on the icon', () => {
  const badge = () => {
    const shown: number[] = []
    const setBadge = (count: number) => Promise.resolve(void shown.push(count))
    return { shown, capabilities: { setBadge }, setBadge }
  }
  test('is what has not been sent, and goes when it was', async () => {
    const { shown, capabilities } = badge()
    const server = world()
    server.o.signal = false
    const { app, window } = open(newPhone(), server, { capabilities })
    await app.load()
    expect(shown).toEqual([0])
    await put(app, 'One')
    await put(app, 'Two')
    await (await app.load()).drained()
    expect(shown.at(-1)).toBe(2)
    server.o.signal = true
    window.fire('online')
    await expect.poll(() => states(app), soon).toEqual(['enquiry.send done', 'enquiry.send done'])
    expect(shown.at(-1)).toBe(0)
  })
  test('is set by the worker too, and counts only whose data is open', async () => {
    const phone = newPhone()
    const server = world()
    const { app, close } = open(phone, server)
    await signIn(app, 'ada')
    await (await app.load()).drained()
    server.o.signal = false
    await heart(app, 'c1')
    await put(app)
    await (await app.load()).drained()
    const { shown, setBadge } = badge()
    const wake = () =>
      drainFromWorker({ limit: 20_000 }, { ...tabOf(phone, { fetch: server.fetch }).env, setBadge })
    await wake()
    expect(shown).toEqual([2])
    await app.account.signOut({ keep: true })
    await wake()
    expect(shown).toEqual([2, 0])
    close()
    server.o.signal = true
    await wake()
    expect(shown.at(-1)).toBe(0)
  })
  test('that a browser refuses keeps nothing from being sent', async () => {
    const setBadge = () => Promise.reject(new DOMException('No.', 'NotAllowedError'))
    const server = world()
    const phone = newPhone()
    const { app } = open(phone, server, { capabilities: { setBadge } })
    await put(app)
    await expect.poll(() => states(app), soon).toEqual(['enquiry.send done'])
    const { env } = tabOf(phone, { fetch: server.fetch })
    expect(await drainFromWorker({ limit: 20_000 }, { ...env, setBadge })).toBe(true)
  })
})
