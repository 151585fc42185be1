import { describe, expect, test } from 'vitest'
import type { Capabilities } from '../../../src/local/platform/env.ts'
import type { LocalApp } from '../../../src/local/index.ts'
import { userPartition } from '../../../src/local/database/schema.ts'
import { newBox } from './box.ts'
import { newPhone, soon } from './page.ts'
import { kept, carOf } from './pins-phone.ts'
import { heart, now, open, put, signIn, world } from './world.ts'

/** Starts a whole app whose server has pictures. */
function start(given: { phone?: ReturnType<typeof newPhone>; capabilities?: Partial<Capabilities> } = {}) {
  const phone = given.phone ?? newPhone()
  const server = world()
  const caches = newBox()
  const pictures: string[] = []
  const answer = server.fetch
  const fetch: typeof answer = (url, init) => {
    if (url.startsWith('/media/')) {
      pictures.push(url)
      return server.o.signal
        ? Promise.resolve(new Response(new Uint8Array(50), { headers: { 'content-type': 'image/webp' } }))
        : Promise.reject(new TypeError('Failed to fetch'))
    }
    const [, id] = /get-single-car\/(?:slug-)?(.+)$/.exec(url) ?? []
    if (id === undefined || !server.o.signal) return answer(url, init)
    const body = { success: true, msg: '', data: carOf(id), recent_list: [], as_of: now() }
    const headers = { 'content-type': 'application/json', 'x-api': '1', 'content-length': '400' }
    return Promise.resolve(new Response(JSON.stringify(body), { headers }))
  }
  const capabilities: Capabilities = { caches: caches.box, ...given.capabilities }
  const tab = open(phone, { ...server, fetch }, { capabilities })
  return { ...tab, server, caches, pictures, phone, capabilities, fetch }
}
const progress = (app: LocalApp) => {
  const { saved, of, halt } = app.views.get().pins?.() ?? { saved: 0, of: 0 }
  return [`${saved} of ${of}`, halt].filter(Boolean).join(' ')
}
const names = (partition: string) => [`pins-first-${partition}`, `pins-more-${partition}`]

describe('A favourite of somebody who is signed in', () => {
  test('is cached completely when its heart is tapped, and screens show the progress [R-PWA-33]', async () => {
    const { app, caches, pictures } = start()
    await signIn(app, 'ada')
    await heart(app, 'c1')
    await expect.poll(() => progress(app), soon).toBe('1 of 1')
    expect(pictures).toHaveLength(5)
    const [first = '', more = ''] = names(userPartition('ada'))
    expect(caches.all()).toMatchObject({
      [first]: [kept('c1', 0)],
      [more]: [1, 2, 3, 4].map((n) => kept('c1', n)),
    })
    expect((await (await app.load()).phone.car('slug-c1'))?.value.data.description).toBe('<p>Nice</p>')
  })
  test('goes on where it was when the app was killed [R-PWA-33]', async () => {
    const first = start()
    await signIn(first.app, 'ada')
    first.server.hearts.set('ada', new Set(['c1']))
    first.caches.o.refuses = (_, key) => key === kept('c1', 3)
    await heart(first.app, 'c2')
    await expect.poll(() => progress(first.app), soon).toContain('full')
    first.close()
    first.caches.o.refuses = () => false
    const again = open(
      first.phone,
      { ...first.server, fetch: first.fetch },
      { capabilities: first.capabilities },
    )
    await (await again.app.load()).storage.resume()
    await expect.poll(() => progress(again.app), soon).toBe('2 of 2')
    expect(first.pictures.filter((path) => path === kept('c1', 1))).toHaveLength(1)
  })
  test('costs a second tab nothing', async () => {
    const one = start()
    const two = open(one.phone, { ...one.server, fetch: one.fetch }, { capabilities: one.capabilities })
    await signIn(one.app, 'ada')
    two.app.kick('focus')
    await heart(one.app, 'c1')
    await two.app.load()
    two.app.kick('visible')
    await expect.poll(() => progress(one.app), soon).toBe('1 of 1')
    two.app.kick('visible')
    await expect.poll(() => progress(two.app), soon).toBe('1 of 1')
    expect(one.pictures).toHaveLength(5)
  })
  test('leaves with them when they sign out, to the last picture [S37 I20]', async () => {
    const { app, caches } = start()
    await signIn(app, 'ada')
    await heart(app, 'c1')
    await expect.poll(() => progress(app), soon).toBe('1 of 1')
    await app.account.signOut({ keep: false })
    expect(Object.keys(caches.all()).filter((name) => name.startsWith('pins'))).toEqual([])
    expect(progress(app)).toBe('0 of 0')
  })
  test('is nobody else’s: the next person has their own [I7]', async () => {
    const { app, caches, server } = start()
    await signIn(app, 'ada')
    await heart(app, 'c1')
    await expect.poll(() => progress(app), soon).toBe('1 of 1')
    await app.account.signOut({ keep: true })
    server.hearts.set('bob', new Set(['c2']))
    await signIn(app, 'bob')
    const ofBob = () => caches.all()[`pins-first-${userPartition('bob')}`]
    await expect.poll(ofBob, soon).toEqual([kept('c2', 0)])
    await expect.poll(() => progress(app), soon).toBe('1 of 1')
    expect(caches.all()[`pins-first-${userPartition('ada')}`]).toEqual([kept('c1', 0)])
  })
})

describe('The storage of this phone', () => {
  test('reports its contents, and cleared favourites stay cleared until requested again', async () => {
    const { app, caches } = start()
    await signIn(app, 'ada')
    await heart(app, 'c1')
    await expect.poll(() => progress(app), soon).toBe('1 of 1')
    const { storage } = await app.load()
    const report = await storage.read()
    expect(report.sizes.favourites).toBeGreaterThan(250)
    expect(report.used.bytes).toBeGreaterThan(650)
    expect(report).toMatchObject({ mayAsk: false, lasting: undefined, asked: undefined, savesData: false })

    await storage.clear('favourites')
    expect(Object.values(caches.all()).flat()).toEqual([])
    app.kick('visible')
    await expect.poll(() => progress(app), soon).toBe('0 of 1 stopped')
    expect((await storage.read()).sizes.favourites).toBe(0)
    await storage.resume()
    await expect.poll(() => progress(app), soon).toBe('1 of 1')
  })
  test('is requested as persistent once, when needed, and the answer is remembered [S16]', async () => {
    let asked = 0
    const capabilities = {
      persisted: () => Promise.resolve(false),
      persist: () => Promise.resolve(++asked > 1),
    }
    const { app, phone, close } = start({ capabilities })
    const { storage } = await app.load()
    await Promise.allSettled([app.reads.brands()])
    expect([asked, await storage.read()]).toMatchObject([
      0,
      { asked: undefined, mayAsk: true, lasting: false },
    ])
    await put(app)
    await expect.poll(async () => (await storage.read()).asked, soon).toBe(false)
    await put(app, 'Again')
    close()
    const next = start({ phone, capabilities })
    await put(next.app, 'And again')
    expect((await (await next.app.load()).storage.read()).asked).toBe(false)
    expect(asked).toBe(1)
    expect(await (await next.app.load()).storage.ask()).toBe(true)
    expect((await (await next.app.load()).storage.read()).asked).toBe(true)
  })
  test('is cleared of viewed pictures without touching the favourites [S15 I12]', async () => {
    const { app, caches } = start()
    await signIn(app, 'ada')
    await heart(app, 'c1')
    await expect.poll(() => progress(app), soon).toBe('1 of 1')
    caches.lay('pictures', '/media/seen/960.avif')
    const { storage } = await app.load()
    await storage.clear('viewedPictures')
    expect(caches.all()['pictures']).toEqual([])
    expect(progress(app)).toBe('1 of 1')
  })
})
