import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { fillEnquiry, heart, openEnquiry, sendEnquiry } from '../support/acts.ts'
import { controlled, laptop, until } from '../support/browser.ts'
import { emails, favouritesOf } from '../support/people.ts'
import {
  heartsOn,
  onDisk,
  outboxOnDisk,
  press,
  running,
  signOutInside,
  tablesOnDisk,
  whoIsIn,
  wish,
} from '../support/phone/inside.ts'
import {
  anyCall,
  arrived,
  enquiryCall,
  favouriteCall,
  keysOf,
  newText,
  nothingWaits,
  openScene,
  signInQuickly,
} from '../support/phone/scene.ts'
import type { Scene } from '../support/phone/scene.ts'
import { refusal } from '../support/proxy.ts'
import { userPartition } from '../../src/local/database/schema.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterEach(() => scene.calm())
afterAll(() => scene.close())

const bearer = (token: string) => `Bearer ${token}`
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('authentication-token') ?? '')

test(
  'Writes waiting when a login expires survive it, and are sent after signing in [S07 I5 I14]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest({ serviceWorkers: 'block' })
    const [first, second, asked] = [scene.nextCar(), scene.nextCar(), scene.nextCar()]
    const text = newText()
    await signInQuickly(page, scene.origin, emails.buyer)
    const down = scene.proxy.rule({ path: anyCall, fault: { kind: 'request-lost' } })
    for (const car of [first, second]) await wish(page, { kind: 'fav.set', car: car._id, on: true })
    await wish(page, { kind: 'enquiry.send', car: asked._id, text })
    await until('nothing could be sent', async () =>
      (await outboxOnDisk(page)).every((row) => row.state !== 'queued'),
    )
    down.end()
    scene.proxy.forget()
    const over = scene.proxy.rule({ path: favouriteCall, fault: refusal(401, 'token_expired') })
    await press(page, { now: true })
    await until('the enquiry arrived', async () => (await arrived(scene, text)) === 1)
    await until('the hearts wait for a login', async () => {
      const hearts = (await outboxOnDisk(page)).filter((row) => row.kind === 'fav.set')
      return hearts.length === 2 && hearts.every((row) => row.state === 'held' && row.hold === 'auth')
    })
    // One refused token is enough: the phone did not try the second heart with it.
    expect(over.hits()).toBe(2)
    expect(keysOf(scene.proxy, favouriteCall)).toHaveLength(1)

    await page.goto(`${scene.origin}/outbox`)
    const waiting = page.getByRole('listitem').filter({ hasText: 'Sign in to send' })
    await until('both say so', async () => (await waiting.count()) === 2)
    over.end()
    await waiting.first().getByRole('link', { name: 'Login' }).click()
    await page.getByRole('button', { name: /^Buyer/ }).click()
    await page.waitForURL('**/outbox')
    await nothingWaits(page)
    expect(await favouritesOf(scene.buyer)).toEqual(expect.arrayContaining([first._id, second._id]))
    expect(await arrived(scene, text)).toBe(1)
    await context.close()
  },
)

test('One person’s pending favourite is neither shown to nor sent by the next user [S38 I7]', async () => {
  const { context, page } = await scene.guest()
  const car = scene.nextCar()
  await signInQuickly(page, scene.origin, emails.buyer)
  const down = scene.proxy.rule({ path: favouriteCall, fault: { kind: 'request-lost' } })
  await wish(page, { kind: 'fav.set', car: car._id, on: true })
  await signOutInside(page)
  await until('the heart is nobody’s', async () => (await heartsOn(page, [car._id])).length === 0)
  await signInQuickly(page, scene.origin, emails.seller)
  const sellers = await tokenOf(page)
  down.end()
  scene.proxy.forget()
  await page.goto(`${scene.origin}/listing/${car.slug}`)
  await heart(page).waitFor()
  expect(await heart(page).getAttribute('aria-pressed')).toBe('false')
  // The arrival of the seller's own write shows that this phone sends again.
  const own = scene.nextCar()
  await wish(page, { kind: 'fav.set', car: own._id, on: true })
  await until('the seller’s own wish is there', async () =>
    (await favouritesOf(scene.seller)).includes(own._id),
  )
  expect(await favouritesOf(scene.seller)).not.toContain(car._id)
  const sent = scene.proxy.seen('POST', favouriteCall)
  expect(sent.filter((call) => call.body.includes(car._id))).toEqual([])

  await signOutInside(page)
  await signInQuickly(page, scene.origin, emails.buyer)
  await until('the buyer’s wish is there', async () => (await favouritesOf(scene.buyer)).includes(car._id))
  const late = scene.proxy.seen('POST', favouriteCall).filter((call) => call.body.includes(car._id))
  expect(late.map((call) => call.headers.authorization)).not.toContain(bearer(sellers))
  expect(await favouritesOf(scene.seller)).not.toContain(car._id)
  await context.close()
})

/** Logs out through the account menu behind the avatar. */
async function logOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: scene.buyer.user.fullname }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}
/** Returns everything that this phone stores, as text: it must not identify a person. */
async function everything(page: Page): Promise<string> {
  const tables = await tablesOnDisk(page, { of: '' })
  const rest = await page.evaluate(async () => {
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]
    found.push(await indexedDB.databases())
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const kept = await cache.match(request)
        // The files of the app itself contain the names of the demo's people.
        const isAnswer = name === 'documents' || kept?.headers.get('content-type')?.includes('json') === true
        found.push(request.url, isAnswer ? await kept?.text() : '')
      }
    }
    return found
  })
  return JSON.stringify([tables, rest])
}

test('Signing out asks about unsent items, and “Delete” erases every byte of the person [S37 I7 I20 R-PWA-36]', async () => {
  const { context, page } = await scene.guest({ viewport: laptop })
  const [car, drafted] = [scene.nextCar(), scene.nextCar()]
  const [text, draft] = [newText(), newText()]
  await signInQuickly(page, scene.origin, emails.buyer)
  await controlled(page)
  await openEnquiry(page, scene.origin, drafted.slug)
  await fillEnquiry(page, draft)
  await until('the draft is on the disk', async () => (await onDisk(page, 'drafts')).length > 0)
  await page.goto(`${scene.origin}/listing/${car.slug}`)
  await heart(page).waitFor()
  const down = scene.proxy.rule({ path: anyCall, fault: { kind: 'request-lost' } })
  await wish(page, { kind: 'fav.set', car: car._id, on: true })
  await wish(page, { kind: 'enquiry.send', car: car._id, text })
  expect(await everything(page)).toContain(text)

  await logOut(page)
  await page.getByRole('alertdialog', { name: '2 things are not sent yet' }).waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page
    .getByText(/You are logged out/)
    .first()
    .waitFor()
  down.end()
  scene.proxy.forget()
  await page.goto(`${scene.origin}/listings`)
  await running(page)
  const { id, email, fullname } = scene.buyer.user
  const traces = [id, email, fullname, userPartition(id), text, draft, 'Thandi Nkosi']
  // The next page completes the deletion that the previous page began.
  const left = async () => {
    const all = await everything(page)
    return traces.filter((trace) => all.includes(trace))
  }
  await expect.poll(left, { timeout: 60_000 }).toEqual([])
  expect(await tokenOf(page)).toBe('')

  // The phone does not send deleted writes, even after the next login.
  await signInQuickly(page, scene.origin, emails.buyer)
  const own = scene.nextCar()
  await wish(page, { kind: 'fav.set', car: own._id, on: true })
  await until('this phone sends again', async () => (await favouritesOf(scene.buyer)).includes(own._id))
  expect(await arrived(scene, text)).toBe(0)
  expect(await favouritesOf(scene.buyer)).not.toContain(car._id)
  await context.close()
})

test(
  'Signing out with “Keep” holds what needs this person’s login until they come back [S37 I1 I7]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest({ viewport: laptop, serviceWorkers: 'block' })
    const car = scene.nextCar()
    await signInQuickly(page, scene.origin, emails.buyer)
    const down = scene.proxy.rule({ path: anyCall, fault: { kind: 'request-lost' } })
    await wish(page, { kind: 'fav.set', car: car._id, on: true })
    await logOut(page)
    await page.getByRole('alertdialog', { name: '1 thing is not sent yet' }).waitFor()
    await page.getByRole('button', { name: 'Keep on this phone' }).click()
    await page
      .getByText(/You are logged out/)
      .first()
      .waitFor()
    down.end()
    scene.proxy.forget()
    await page.goto(`${scene.origin}/listings`)
    await running(page)
    await press(page, { now: true })
    await until('it waits for its person', async () =>
      (await outboxOnDisk(page)).every((row) => row.state === 'held' && row.hold === 'auth'),
    )
    expect(scene.proxy.seen('POST', favouriteCall)).toEqual([])
    await signInQuickly(page, scene.origin, emails.buyer)
    await nothingWaits(page)
    expect(await favouritesOf(scene.buyer)).toContain(car._id)
    await context.close()
  },
)

test('What a guest wrote goes out as a guest’s after they sign in [S39 I7]', async () => {
  const { context, page } = await scene.guest({ serviceWorkers: 'block' })
  const text = newText()
  await openEnquiry(page, scene.origin, scene.nextCar().slug)
  const down = scene.proxy.rule({ path: enquiryCall, fault: { kind: 'request-lost' } })
  await fillEnquiry(page, text)
  await sendEnquiry(page)
  await running(page)
  await signInQuickly(page, scene.origin, emails.buyer)
  expect(await whoIsIn(page)).toBe(scene.buyer.user.id)
  down.end()
  scene.proxy.forget()
  await press(page, { now: true })
  await nothingWaits(page)
  expect(await arrived(scene, text)).toBe(1)
  const calls = scene.proxy.seen('POST', enquiryCall)
  expect(calls.map((call) => call.headers.authorization)).toEqual(calls.map(() => undefined))
  await context.close()
})
