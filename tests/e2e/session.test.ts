import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { controlled, dispatchSync, until } from '../support/browser.ts'
import { emails, favouritesOf } from '../support/people.ts'
import { outboxOnDisk, press, running, whoIsIn, wish } from '../support/phone/inside.ts'
import { favouriteCall, nothingWaits, openScene, signInQuickly } from '../support/phone/scene.ts'
import type { Scene } from '../support/phone/scene.ts'
import { refusal } from '../support/proxy.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterEach(() => scene.calm())
afterAll(() => scene.close())

const renewCall = /\/users\/refresh-session$/
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('authentication-token') ?? '')
const renewals = () => scene.proxy.seen('POST', renewCall)
const refusedOnce = () =>
  scene.proxy.rule({ path: favouriteCall, times: 1, fault: refusal(401, 'token_expired') })
/** Waits for another second: two tokens of the same second are equal. */
async function anotherSecond(): Promise<void> {
  const made = Date.now()
  await until('another second has begun', () => Date.now() - made > 1000)
}
const isSaved = async (id: string) => (await favouritesOf(scene.buyer)).includes(id)

test(
  'An expired token is renewed silently, and its request retries with the same key [S07 R-ERR-01 R-PWA-28]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest({ serviceWorkers: 'block' })
    await signInQuickly(page, scene.origin, emails.buyer)
    const old = await tokenOf(page)
    await anotherSecond()
    const car = scene.nextCar()
    scene.proxy.forget()
    refusedOnce()
    await wish(page, { kind: 'fav.set', car: car._id, on: true })
    await until('the heart arrived', () => isSaved(car._id))
    await nothingWaits(page)
    expect(renewals()).toHaveLength(1)
    const tries = scene.proxy.seen('POST', favouriteCall)
    expect(tries.map(({ status }) => status ?? 'refused on the way')).toEqual(['refused on the way', 200])
    expect(new Set(tries.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(await tokenOf(page)).not.toBe(old)
    expect(await whoIsIn(page)).not.toBe('')
    // No script can read the renewal cookie, and no other call sends it.
    expect(await page.evaluate(() => document.cookie)).toBe('')
    const withCookie = scene.proxy
      .seen('POST', /^\/api\//)
      .filter(({ headers }) => headers['cookie'] !== undefined)
    expect(withCookie.every(({ path }) => renewCall.test(path))).toBe(true)
    await context.close()
  },
)

test(
  'An answer that is lost while a token is exchanged costs nobody their login [S07 I5]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest({ serviceWorkers: 'block' })
    await signInQuickly(page, scene.origin, emails.buyer)
    const [first, second] = [scene.nextCar(), scene.nextCar()]
    await anotherSecond()
    // The browser itself retries on a new connection if the first connection was reused.
    scene.proxy.rule({ path: renewCall, times: 2, fault: { kind: 'answer-lost' } })
    scene.proxy.rule({
      path: favouriteCall,
      header: { name: 'authorization', value: `Bearer ${await tokenOf(page)}` },
      fault: refusal(401, 'token_expired'),
    })
    await wish(page, { kind: 'fav.set', car: first._id, on: true })
    await until('both answers are lost', async () => {
      await press(page, { now: true })
      return renewals().length >= 2
    })
    await until('the heart arrived', async () => {
      await press(page, { now: true })
      return isSaved(first._id)
    })
    refusedOnce()
    await wish(page, { kind: 'fav.set', car: second._id, on: true })
    await until('the second arrived', () => isSaved(second._id))
    expect(renewals().length).toBeGreaterThan(2)
    expect(await whoIsIn(page)).not.toBe('')
    await context.close()
  },
)

test('Two tabs and the worker lose no writes when they find their token expired [S07 I14]', async () => {
  const { context, page } = await scene.guest()
  await signInQuickly(page, scene.origin, emails.buyer)
  await controlled(page)
  const other = await context.newPage()
  await other.goto(`${scene.origin}/listings`)
  await running(other)
  const cars = [scene.nextCar(), scene.nextCar(), scene.nextCar()]
  const old = await tokenOf(page)
  await anotherSecond()
  scene.proxy.forget()
  // This token is expired for every request; other tokens remain valid.
  const spent = scene.proxy.rule({
    path: favouriteCall,
    header: { name: 'authorization', value: `Bearer ${old}` },
    fault: refusal(401, 'token_expired'),
  })
  await Promise.all(
    cars.map((car, i) => wish(i === 0 ? page : other, { kind: 'fav.set', car: car._id, on: true })),
  )
  await until('it was refused', () => spent.hits() > 0)
  await dispatchSync(page, scene.origin, 'outbox')
  await Promise.all([page, other].map((tab) => press(tab, { now: true })))
  for (const car of cars) await until('each arrived', () => isSaved(car._id))
  expect(await whoIsIn(page)).not.toBe('')
  // The server accepted none of them under the expired token, and the person did not sign in again.
  const taken = scene.proxy.seen('POST', favouriteCall).filter(({ status }) => status === 200)
  expect(taken.length).toBeGreaterThanOrEqual(cars.length)
  expect(taken.map(({ headers }) => headers['authorization'])).not.toContain(`Bearer ${old}`)
  await until('both have the same', async () => (await tokenOf(other)) === (await tokenOf(page)))
  await context.close()
})

test(
  'A login ended on another device asks to sign in, and pending writes survive [S07 I5]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest({ serviceWorkers: 'block' })
    await signInQuickly(page, scene.origin, emails.buyer)
    const token = await tokenOf(page)
    const sid = (
      JSON.parse(atob(token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')) as {
        sid: string
      }
    ).sid
    await scene.buyer.call('users/end-session', { id: sid })
    const car = scene.nextCar()
    const over = scene.proxy.rule({ path: favouriteCall, fault: refusal(401, 'token_expired') })
    await wish(page, { kind: 'fav.set', car: car._id, on: true })
    await until('it waits for a login', async () =>
      (await outboxOnDisk(page)).some((row) => row.state === 'held' && row.hold === 'auth'),
    )
    expect(await whoIsIn(page)).toBe('')
    over.end()
    await signInQuickly(page, scene.origin, emails.buyer)
    await until('the heart arrived', () => isSaved(car._id))
    await context.close()
  },
)
