import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { BrowserContext, Page } from 'playwright-core'
import type { CarPage } from '#contract/cars.ts'
import type { ListQuery } from '#contract/list-query.ts'
import { firstCards } from '../support/acts.ts'
import { controlled, openPhone, until } from '../support/browser.ts'
import { lookInside, running, wish } from '../support/phone/inside.ts'
import {
  asked as askedOf,
  feed,
  here,
  inDatabase,
  queryAt,
  ready,
  refresh,
  renewEpoch,
  status,
} from '../support/phone/market.ts'
import type { Fault } from '../support/proxy.ts'
import { evict, limitStorage } from '../support/phone/powers.ts'
import { openScene, type Scene } from '../support/phone/scene.ts'
import { adForm } from '../support/writes.ts'
import { forgetOldChanges } from '../../server/cars/feed/feed-store.ts'

/** The listings on the phone, in a real browser with a real worker, against the real server. */
let scene: Scene
const open: BrowserContext[] = []
beforeAll(async () => {
  scene = await openScene()
})
afterEach(async () => {
  scene.calm()
  for (const context of open.splice(0)) await context.close()
})
afterAll(() => scene.close())

/** Opens a phone that has visited once and has loaded all listings by itself. */
async function visitor(): Promise<Page> {
  const { context, page } = await scene.guest()
  open.push(context)
  await page.goto(`${scene.origin}/listings`)
  await firstCards(page).first().waitFor()
  await ready(page)
  // The promise resolves when everything is loaded, including the makes and places.
  await refresh(page)
  expect(page.workers().map((worker) => worker.url())).toEqual([expect.stringContaining('replica-worker')])
  return page
}
const addresses = [
  'brands=toyota',
  'brands=volkswagen,bmw&sortby=price_low_high',
  'types=suv&fueltypes=diesel',
  'minprice=1000000&maxprice=3000000&sortby=mileage_low_high',
  'year=2018,2019,2020&sortby=year_high_low',
  'province=gauteng&transmissiontypes=automatic',
  'q=toyota+2019',
  'year=pre-2010&sortby=price_high_low',
  'types=sedan&page=2',
  'brands=ford&fueltypes=diesel&sortby=year_low_high',
]
const asked = (query: ListQuery) => askedOf(scene, query)
const said = ({ data, count_records, facets }: CarPage) => ({
  cars: data.map(({ _id, price, version, title, mileage, slug }) => [
    _id,
    price,
    version,
    title,
    mileage,
    slug,
  ]),
  count_records,
  facets,
})
/** Returns the searches for which the phone's result differs from the server's. */
async function differences(page: Page): Promise<object[]> {
  const found: object[] = []
  for (const address of addresses) {
    const query = queryAt(address)
    const answer = await here(page, query)
    const [ours, theirs] = [answer && said(answer.value), said(await asked(query))]
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) found.push({ address, ours, theirs })
  }
  return found
}
test('After one visit a phone answers new searches offline exactly as the server would [I22 R-PWA-33 R-PWA-35]', async () => {
  const page = await visitor()
  await controlled(page)
  const answers = await Promise.all(addresses.map((address) => asked(queryAt(address))))
  const found = addresses.map((address, n) => `${address}: ${answers[n]?.count_records}`)
  expect(found.filter((line) => line.endsWith(': 0'))).toEqual([])
  await scene.server.kill()
  try {
    for (const [n, address] of addresses.entries()) {
      const wanted = answers[n]
      if (!wanted) continue
      await page.goto(`${scene.origin}/listings?${address}`)
      const links = () =>
        firstCards(page).evaluateAll((cards) =>
          cards.map((card) => card.querySelector('a')?.getAttribute('href')),
        )
      const slugs = wanted.data.map((car) => `/listing/${car.slug}`)
      await until(
        `${address} is answered`,
        async () => JSON.stringify((await links()).slice(0, slugs.length)) === JSON.stringify(slugs),
      )
      const found = await here(page, queryAt(address))
      expect(found && said(found.value)).toEqual(said(wanted))
      expect(found?.scope?.searched).toBe(found?.scope?.of)
    }
  } finally {
    await scene.server.restart()
  }
})

test(
  'A refresh brings only the listings that were added, changed or removed since [I21 R-PWA-33]',
  { tags: ['full'] },
  async () => {
    const { dealer, proxy } = scene
    const title = `Catalogue ${randomUUID()}`
    const { data } = await dealer.call<{ data: { _id: string } }>('cars/add-car', {
      ...adForm,
      title,
      image_ids: [await dealer.picture()],
    })
    const page = await visitor()
    const [gone, dearer] = [scene.nextCar(), scene.nextCar()]
    await dealer.call('cars/update-car-details', { car_id: dearer._id, price: 1_234_567 })
    await fetch(`${scene.server.origin}/api/v1/cars/delete-car/${gone._id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${dealer.token}` },
    })
    proxy.forget()
    expect(await refresh(page)).toBe(true)
    expect(proxy.seen('GET', feed).map((seen) => seen.status)).toEqual([200])
    expect(await differences(page)).toEqual([])
    const all = await here(page, { ...queryAt(''), limit: 100, creator: dealer.user.id })
    const prices = new Map(all?.value.data.map((car) => [car._id, car.price]))
    expect([prices.has(gone._id), prices.has(data._id), prices.get(dearer._id)]).toEqual([
      false,
      true,
      1_234_567,
    ])
    proxy.forget()
    expect(await refresh(page)).toBe(true)
    expect(proxy.seen('GET', feed).map((seen) => seen.status)).toEqual([304])
  },
)

test(
  'A phone refetches the whole catalogue after long absence or a server epoch change [S53 S55 I21]',
  { tags: ['full'] },
  async () => {
    const page = await visitor()
    const { dealer, proxy } = scene
    // The server always keeps the newest change, so the test deletes two cars.
    for (const car of [scene.nextCar(), scene.nextCar()])
      await fetch(`${scene.server.origin}/api/v1/cars/delete-car/${car._id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${dealer.token}` },
      })
    // The server forgets while it is down: a phone that asks before the first daily job would still receive the changes.
    const later = new Date(Date.now() + 61 * 86_400_000)
    const forget = () => inDatabase(scene, (db) => forgetOldChanges(db, later))
    for (const happen of [forget, () => renewEpoch(scene)]) {
      // This precedes the stop of the server: a phone asks by itself as soon as the server is back.
      proxy.forget()
      await happen()
      await until('the server has forgotten', async () => {
        const is = await refresh(page)
        return is === true && proxy.seen('GET', feed).some((seen) => seen.status === 410)
      })
      expect(await differences(page)).toEqual([])
    }
  },
)

test(
  'A catalogue download resumes after its last saved page when signal and battery fail [S55 R-PWA-33]',
  { tags: ['full'] },
  async () => {
    const { proxy } = scene
    /** The listings of a demo would be one page; the server also sends smaller pages. */
    const small: Fault = { kind: 'readdress', to: (path) => `${path}&limit=150` }
    const asked = () => proxy.seen('GET', feed).map(({ path }) => path)
    const phone = await openPhone()
    let { page } = phone
    await lookInside(phone.context)
    let answered = 0
    const first = proxy.rule({
      path: feed,
      fault: () => (answered++ === 0 ? small : { kind: 'answer-lost' }),
    })
    proxy.forget()
    await page.goto(`${scene.origin}/listings`)
    await until('one page is here and the next is lost', async () => {
      const told = await status(page)
      return told?.progress?.cars === 150 && first.hits() > 1
    })
    expect((await status(page))?.state).not.toBe('ready')
    const [begun = '', next = ''] = asked()
    expect([begun, next].map((path) => /[?&]cursor=/.test(path))).toEqual([false, true])
    const held = proxy.rule({ path: feed, fault: { kind: 'hold' } })
    void Promise.allSettled([refresh(page)])
    await until('the next page is on its way', () => held.hits() > 0)
    await phone.kill()
    expect(new Set(asked().slice(1))).toEqual(new Set([next]))

    proxy.clear()
    proxy.forget()
    proxy.rule({ path: feed, fault: small })
    const again = await phone.reopen()
    page = again.page
    await lookInside(again.context)
    await page.goto(`${scene.origin}/listings`)
    await ready(page)
    await refresh(page)
    const later = asked()
    expect(later[0]).toBe(next)
    expect(later.filter((path) => !/[?&]cursor=/.test(path))).toEqual([])
    // 600 cars, less those that are not for sale, in pages of 150.
    expect(new Set(later).size).toBeGreaterThanOrEqual(3)
    expect(await differences(page)).toEqual([])
    await again.dispose()
  },
)

test(
  'A phone without room shrinks its catalogue, but still saves what a person writes [S15 I12]',
  { tags: ['full'] },
  async () => {
    const phone = await openPhone({ serviceWorkers: 'block' })
    const { context, page } = phone
    await lookInside(context)
    await limitStorage(page, scene.origin, 400_000)
    await page.goto(`${scene.origin}/listings`)
    await firstCards(page).first().waitFor()
    await running(page)
    await refresh(page)
    const found = await here(page, queryAt('brands=toyota'))
    const wanted = await asked(queryAt('brands=toyota'))
    expect(found?.value.count_records).toBeLessThanOrEqual(wanted.count_records)
    const text = `Is it still there? ${randomUUID()}`
    expect(await wish(page, { kind: 'enquiry.send', car: scene.nextCar()._id, text })).toMatchObject({
      ok: true,
    })
    await phone.dispose()
  },
)

test(
  'A phone short of room keeps fewer cars, says so and searches those [S15 R-PWA-33]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    open.push(context)
    const { count_records: all } = await asked(queryAt(''))
    // The sizes that the phone tries, halved until the cars fit.
    const windows = [5000, 2500, 1250, 625, 312]
    const room = windows.find((window) => window < all) ?? 0
    expect(room).toBeGreaterThan(0)
    // The browser reports a full disk as soon as there are more cars.
    const crowd = (most: number) => {
      const rows = IDBObjectStore.prototype
      const handler: ProxyHandler<IDBObjectStore['put']> = {
        apply(put, at: IDBObjectStore, given: [{ versions?: Uint32Array }]) {
          if (at.name === 'facts' && (given[0].versions?.length ?? 0) > most)
            throw new DOMException('full', 'QuotaExceededError')
          return Reflect.apply(put, at, given)
        },
      }
      Object.defineProperty(rows, 'put', { value: new Proxy(Reflect.get(rows, 'put'), handler) })
    }
    await context.route(/replica-worker-[\w-]+\.js$/, async (route) => {
      const script = await (await route.fetch()).text()
      await route.fulfill({ contentType: 'text/javascript', body: `(${String(crowd)})(${room});${script}` })
    })
    scene.proxy.forget()
    await page.goto(`${scene.origin}/listings`)
    await firstCards(page).first().waitFor()
    await ready(page)
    await refresh(page)
    const windowsAsked = scene.proxy
      .seen('GET', feed)
      .flatMap(({ path }) => (path.includes('cursor=') ? [] : [Number(/window=(\d+)/.exec(path)?.[1])]))
    expect(windowsAsked).toEqual(windows.slice(0, windows.indexOf(room) + 1))
    const told = await status(page)
    expect(told?.searched).toBe(room)
    expect(told?.of).toBe(all)
    const found = await here(page, { ...queryAt('sortby=price_low_high'), min_price: 1 })
    expect(found?.scope).toMatchObject({ searched: room, of: all })
  },
)

test.each([
  ['who saves data', { saveData: true, persisted: true }, '1500'],
  ['whose browser promised to keep it', { saveData: false, persisted: true }, '20000'],
  ['of anyone else', { saveData: false, persisted: false }, '5000'],
])(
  'The phone %s asks for as many cars as fit it [R-PWA-33]',
  { tags: ['full'] },
  async (_, means, window) => {
    const { context, page } = await scene.guest()
    open.push(context)
    await context.addInitScript(({ saveData, persisted }) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData }, configurable: true })
      navigator.storage.persisted = () => Promise.resolve(persisted)
    }, means)
    scene.proxy.forget()
    await page.goto(`${scene.origin}/listings`)
    await ready(page)
    expect(scene.proxy.seen('GET', feed)[0]?.path).toContain(`window=${window}`)
  },
)

test('A phone whose browser threw the market away has it again [S16 I15]', { tags: ['full'] }, async () => {
  const page = await visitor()
  await page.goto('about:blank')
  await evict(page, scene.origin, 'indexeddb')
  await page.goto(`${scene.origin}/listings`)
  await ready(page)
  await refresh(page)
  expect(await differences(page)).toEqual([])
})

test(
  'Two tabs fetch the catalogue once, and the second is notified of the changes [S29]',
  { tags: ['full'] },
  async () => {
    const page = await visitor()
    const second = await page.context().newPage()
    await second.goto(`${scene.origin}/listings`)
    await ready(second)
    const car = scene.nextCar()
    const query = { ...queryAt(''), limit: 100, creator: scene.dealer.user.id }
    const priceAt = async (at: Page) =>
      (await here(at, query))?.value.data.find((c) => c._id === car._id)?.price
    await priceAt(second)
    await scene.dealer.call('cars/update-car-details', { car_id: car._id, price: 765_432 })
    scene.proxy.forget()
    await refresh(page)
    await until('the second tab has heard', async () => (await priceAt(second)) === 765_432)
    expect(scene.proxy.seen('GET', feed)).toHaveLength(1)
  },
)
