import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { firstCards } from '../support/acts.ts'
import { controlled, dispatchPeriodicSync, until } from '../support/browser.ts'
import { feed, here, queryAt, ready, refresh, status } from '../support/phone/market.ts'
import { anyCall, openScene, type Scene } from '../support/phone/scene.ts'
import { adForm } from '../support/writes.ts'

/** Listings that change while the app is closed: the browser wakes the worker at intervals. */
let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterEach(() => scene.calm())
afterAll(() => scene.close())

const tag = 'motorkin-market'
const wake = (page: Page) => dispatchPeriodicSync(page, scene.origin, tag)
const asks = () => scene.proxy.seen('GET', feed)
async function newAd(): Promise<string> {
  const title = `Overnight ${randomUUID()}`
  await scene.dealer.call('cars/add-car', {
    ...adForm,
    title,
    image_ids: [await scene.dealer.picture()],
  })
  return title
}
const titles = async (page: Page) =>
  (await here(page, { ...queryAt(''), creator: scene.dealer.user.id, limit: 100 }))?.value.data.map(
    (car) => car.title,
  ) ?? []

test(
  'A phone woken overnight finds the new listings offline in the morning [R-PWA-33 R-PWA-35]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    await page.goto(`${scene.origin}/listings`)
    await ready(page)
    await refresh(page)
    await controlled(page)
    await page.goto('about:blank')
    const title = await newAd()
    scene.proxy.forget()
    await wake(page)
    await until('the worker has asked', () => asks().some(({ status: code }) => code === 200))
    scene.proxy.rule({ path: anyCall, fault: { kind: 'request-lost' } })
    // A response is stored a moment after it was sent, so the test tries repeatedly.
    await until('the new car is found', async () => {
      await page.goto(`${scene.origin}/listings?sortby=most_recent`)
      await firstCards(page).first().waitFor()
      return (await titles(page)).includes(title)
    })
    await firstCards(page).filter({ hasText: title }).waitFor()
    expect((await here(page, queryAt('')))?.scope).toBeDefined()
    await context.close()
  },
)

test(
  'An open page is notified of the worker’s fetch and requests nothing itself [R-PWA-33 S29]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    await page.goto(`${scene.origin}/listings`)
    await ready(page)
    await refresh(page)
    await controlled(page)
    const before = await status(page)
    const title = await newAd()
    scene.proxy.forget()
    await wake(page)
    await until('the page finds the new car', async () => (await titles(page)).includes(title))
    await until('it counts it', async () => (await status(page))?.of === (before?.of ?? 0) + 1)
    expect(asks()).toHaveLength(1)
    await context.close()
  },
)

/** Wakes the worker and resolves when the worker has finished. */
async function wakeAndWait(page: Page, o: { saveData: boolean }): Promise<void> {
  const worker = page
    .context()
    .serviceWorkers()
    .find((one) => one.url().startsWith(scene.origin))
  if (!worker) throw new Error('The phone has no worker')
  const done = worker.evaluate((connection) => {
    interface Waiting {
      waitUntil: (this: { type: string }, work: Promise<unknown>) => void
    }
    const { ExtendableEvent } = globalThis as unknown as { ExtendableEvent: { prototype: Waiting } }
    Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
    const { waitUntil } = ExtendableEvent.prototype
    return new Promise<unknown>((resolve, reject) => {
      ExtendableEvent.prototype.waitUntil = function (work) {
        // A page that closes also makes the worker store something; this test does not wait for that.
        if (this.type === 'periodicsync') {
          ExtendableEvent.prototype.waitUntil = waitUntil
          work.then(resolve, reject)
        }
        waitUntil.call(this, work)
      }
    })
  }, o)
  // The worker's listener exists after the first call, and this is the second call.
  await worker.evaluate(() => undefined)
  await wake(page)
  expect(await done).toBe(true)
}

test(
  'A woken worker fetches nothing while data saver is on, and fetches when off [R-PWA-33]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    await page.goto(`${scene.origin}/listings`)
    await ready(page)
    await refresh(page)
    await controlled(page)
    await page.goto('about:blank')
    await newAd()
    scene.proxy.forget()
    await wakeAndWait(page, { saveData: true })
    expect(asks()).toEqual([])
    await wakeAndWait(page, { saveData: false })
    expect(asks().map(({ status: code }) => code)).toEqual([200])
    await context.close()
  },
)

test(
  'A woken worker fetches nothing if no page ever followed the catalogue [R-PWA-33]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    // A hidden page fetches nothing in advance.
    await page.addInitScript(() => {
      Object.defineProperty(Document.prototype, 'visibilityState', { get: () => 'hidden' })
    })
    await page.goto(`${scene.origin}/listings`)
    await firstCards(page).first().waitFor()
    await controlled(page)
    await page.goto('about:blank')
    await wakeAndWait(page, { saveData: false })
    expect(asks()).toEqual([])
    await context.close()
  },
)
