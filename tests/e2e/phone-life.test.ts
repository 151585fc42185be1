import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { fillEnquiry, heart, openEnquiry, sendEnquiry } from '../support/acts.ts'
import { controlled, dispatchSync, openPhone, until } from '../support/browser.ts'
import { emails, favouritesOf } from '../support/people.ts'
import { lookInside, onDisk, outboxOnDisk, press, running, whoIsIn, wish } from '../support/phone/inside.ts'
import { freeze, passTime, setClock, thaw, workerClock } from '../support/phone/powers.ts'
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

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterEach(() => scene.calm())
afterAll(() => scene.close())

const saves = (car: string) => async () => (await favouritesOf(scene.buyer)).includes(car)
const second = 1000

test('A form’s typed text is restored after the phone kills the browser [S13 I11 R-PWA-21]', async () => {
  let phone = await openPhone()
  const car = scene.nextCar()
  const text = newText()
  // This is a first visit: at a kill the browser may have written only its databases to disk.
  await openEnquiry(phone.page, scene.origin, car.slug)
  await fillEnquiry(phone.page, text)
  await until('the draft is on the disk', async () =>
    (await onDisk<{ values: { message?: string } }>(phone.page, 'drafts')).some(
      (draft) => draft.values.message === text,
    ),
  )
  await phone.kill()
  phone = await phone.reopen()
  await openEnquiry(phone.page, scene.origin, car.slug)
  expect(await phone.page.getByLabel('Message', { exact: true }).inputValue()).toBe(text)
  expect(await phone.page.getByLabel('Your name').inputValue()).toBe('Thandi Nkosi')
  await phone.dispose()
})

test('A write reported as saved survives a browser kill and is sent once [S48 S03 I1]', async () => {
  let phone = await openPhone()
  await lookInside(phone.context)
  await phone.page.goto(`${scene.origin}/listings`)
  await running(phone.page)
  const down = scene.proxy.rule({ path: enquiryCall, fault: { kind: 'request-lost' } })
  const texts = Array.from({ length: 8 }, newText)
  const car = scene.nextCar()
  for (const text of texts) {
    const said = await wish(phone.page, { kind: 'enquiry.send', car: car._id, text })
    expect(said.ok).toBe(true)
  }
  await phone.kill()
  phone = await phone.reopen()
  await lookInside(phone.context)
  await phone.page.goto(`${scene.origin}/listings`)
  const rows = await outboxOnDisk(phone.page)
  expect(new Set(rows.map((row) => row.payload.message))).toEqual(new Set(texts))
  expect(rows).toHaveLength(texts.length)
  down.end()
  await running(phone.page)
  await press(phone.page, { now: true })
  await nothingWaits(phone.page)
  for (const text of texts) expect(await arrived(scene, text)).toBe(1)
  await phone.dispose()
})

/** Opens two tabs of a phone without a worker; the tests advance the time. */
async function twoTabs(): Promise<{ first: Page; other: Page; close: () => Promise<void> }> {
  const { context, page } = await scene.guest({ serviceWorkers: 'block' })
  await setClock(context, 0)
  await signInQuickly(page, scene.origin, emails.buyer)
  const other = await context.newPage()
  await other.goto(`${scene.origin}/listings`)
  await running(other)
  return { first: page, other, close: () => context.close() }
}
/** The other tab checks repeatedly while time passes. */
async function takesOver(tab: Page, done: () => boolean | Promise<boolean>): Promise<void> {
  await passTime(tab, 31 * second)
  await until('the other tab takes over', async () => {
    if (await done()) return true
    await press(tab, { now: true })
    await passTime(tab, 11 * second)
    return false
  })
}

test('Another tab takes over from a tab frozen while sending, and sends once [S30 I10]', async () => {
  const { first, other, close } = await twoTabs()
  const [car, next] = [scene.nextCar(), scene.nextCar()]
  const [text, later] = [newText(), newText()]
  const stuck = scene.proxy.rule({ path: enquiryCall, times: 1, fault: { kind: 'hang' } })
  await wish(first, { kind: 'enquiry.send', car: car._id, text })
  await until('the first tab sends', () => stuck.hits() === 1)
  await freeze(first)
  await wish(other, { kind: 'enquiry.send', car: next._id, text: later })
  const sending = await other.evaluate(async () =>
    ((await navigator.locks.query()).held ?? []).filter(({ name }) => name?.startsWith('outbox:')),
  )
  expect(sending).toHaveLength(1)
  await takesOver(other, async () => (await arrived(scene, later)) === 1)
  await nothingWaits(other)
  expect(await arrived(scene, text)).toBe(1)
  expect(keysOf(scene.proxy, enquiryCall)).toHaveLength(2)
  await close()
})

test(
  'A thawed tab that was replaced changes nothing, nor does its late request [S31 I4 I17]',
  { tags: ['full'] },
  async () => {
    const { first, other, close } = await twoTabs()
    const car = scene.nextCar()
    const zombie = scene.proxy.rule({ path: favouriteCall, times: 1, fault: { kind: 'late' } })
    await wish(first, { kind: 'fav.set', car: car._id, on: true })
    await until('the first tab sends', () => zombie.hits() === 1)
    await freeze(first)
    await wish(other, { kind: 'fav.set', car: car._id, on: false })
    const reached = () => scene.proxy.reached('POST', favouriteCall)
    await takesOver(other, () => reached() >= 2)
    await nothingWaits(other)
    expect(await saves(car._id)()).toBe(false)
    const settled = await outboxOnDisk(other)

    const before = reached()
    zombie.release()
    await until('the late request arrived', () => reached() > before)
    await thaw(first)
    await until('the first tab runs again', async () => (await whoIsIn(first)) !== '')
    await first.goto(`${scene.origin}/listing/${car.slug}`)
    await heart(first).waitFor()
    expect(await heart(first).getAttribute('aria-pressed')).toBe('false')
    expect(await saves(car._id)()).toBe(false)
    expect(await outboxOnDisk(first)).toEqual(settled)
    await close()
  },
)

const yearMs = 365 * 24 * 3600 * second
const clocks: [string, number, object][] = [
  ['2019', Date.parse('2019-03-01T10:00:00Z') - Date.now(), {}],
  ['2031', 5 * yearMs, { tags: ['full'] }],
]
for (const [year, offset, run] of clocks)
  test(
    `A phone that believes it is ${year} sends in order and stays signed in [S35 I3 I19]`,
    run,
    async () => {
      scene.proxy.rule({ path: /^\/sw\.js$/, fault: workerClock(offset) })
      const { context, page } = await scene.guest()
      await setClock(context, offset)
      const [car, asked] = [scene.nextCar(), scene.nextCar()]
      const text = newText()
      await signInQuickly(page, scene.origin, emails.buyer)
      await controlled(page)
      await page.reload()
      await running(page)
      expect(await whoIsIn(page)).toBe(scene.buyer.user.id)
      const down = scene.proxy.rule({ path: anyCall, fault: { kind: 'request-lost' } })
      for (const on of [true, false, true]) await wish(page, { kind: 'fav.set', car: car._id, on })
      await wish(page, { kind: 'enquiry.send', car: asked._id, text })
      await until('it could not be sent', () => down.hits() > 0)
      down.end()
      await press(page, { now: true })
      await nothingWaits(page)
      expect(await saves(car._id)()).toBe(true)
      expect(await arrived(scene, text)).toBe(1)
      await page.goto(`${scene.origin}/outbox`)
      await page.getByRole('listitem').filter({ hasText: text }).getByText(/^Sent/).waitFor()
      await context.close()
    },
  )

test(
  'After the last background sync fails, the next app start still sends [S43 I10]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    const text = newText()
    await page.goto(`${scene.origin}/listings`)
    await controlled(page)
    const down = scene.proxy.rule({ path: enquiryCall, fault: { kind: 'request-lost' } })
    await wish(page, { kind: 'enquiry.send', car: scene.nextCar()._id, text })
    await until('it could not be sent', () => down.hits() > 0)
    await page.goto('about:blank')
    const before = down.hits()
    await dispatchSync(page, scene.origin, 'outbox', true)
    await until('the worker tried in vain', () => down.hits() > before)
    down.end()
    await page.goto(`${scene.origin}/listings`)
    await nothingWaits(page)
    expect(await arrived(scene, text)).toBe(1)
    expect(keysOf(scene.proxy, enquiryCall)).toHaveLength(1)
    await context.close()
  },
)

test('Without background sync the app says so and sends when it is opened [S45]', async () => {
  const { context, page } = await scene.guest()
  await context.addInitScript(() => {
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
  })
  const text = newText()
  await page.goto(`${scene.origin}/listings`)
  await controlled(page)
  await openEnquiry(page, scene.origin, scene.nextCar().slug)
  const down = scene.proxy.rule({ path: anyCall, fault: { kind: 'request-lost' } })
  await fillEnquiry(page, text)
  await sendEnquiry(page)
  await page.goto(`${scene.origin}/outbox`)
  await page.getByText('Open the app to send').first().waitFor()
  await page.goto('about:blank')
  down.end()
  scene.proxy.forget()
  await page.goto(`${scene.origin}/listings`)
  await nothingWaits(page)
  expect(await arrived(scene, text)).toBe(1)
  await context.close()
})

/** Opens a phone with a back/forward cache, and records what its pages report. */
async function withBack() {
  const phone = await openPhone({ serviceWorkers: 'block', backForwardCache: true })
  const { context, page } = phone
  await lookInside(context)
  await context.addInitScript(() => {
    addEventListener('pageshow', (event) => {
      if (event.persisted) document.documentElement.dataset['persisted'] = 'yes'
    })
  })
  await signInQuickly(page, scene.origin, emails.buyer)
  // A page that freezes while it creates the person's database blocks the next page.
  await until('the phone keeps what is written', async () => {
    const said = await wish(page, { kind: 'fav.set', car: scene.nextCar()._id, on: true })
    return said.ok && said.id !== ''
  })
  await nothingWaits(page)
  const fromMemory = () => page.evaluate(() => document.documentElement.dataset['persisted'] === 'yes')
  return { phone, page, fromMemory }
}

test('A page that Back brings out of the browser’s memory sends what waits [S58 I10]', async () => {
  const { phone, page, fromMemory } = await withBack()
  const car = scene.nextCar()
  await page.goto(`${scene.origin}/listing/${car.slug}`)
  await heart(page).waitFor()
  await running(page)
  const down = scene.proxy.rule({ path: anyCall, fault: { kind: 'request-lost' } })
  await heart(page).click()
  await until('it is tried again in some seconds only', async () =>
    (await outboxOnDisk(page)).some((row) => row.state === 'wait' && row.netFails >= 3),
  )
  // A page that holds a lock cannot enter the back/forward cache, and there is a moment without a lock between two tasks.
  let calm = 0
  await until('nothing is under way', async () => {
    const { held } = await page.evaluate(() => navigator.locks.query())
    calm = held?.length === 0 ? calm + 1 : 0
    return calm === 8
  })
  await page.goto('about:blank')
  down.end()
  await page.goBack({ waitUntil: 'commit' })
  await until('it comes out of memory', fromMemory)
  await nothingWaits(page)
  expect(await saves(car._id)()).toBe(true)
  await phone.dispose()
})

test(
  'A page restored by Back shows later taps, and newer taps still win [S58 I4 I18]',
  { tags: ['full'] },
  async () => {
    const { phone, page } = await withBack()
    const car = scene.nextCar()
    const shows = (want: string) =>
      until(`the heart is ${want}`, async () => (await heart(page).getAttribute('aria-pressed')) === want)
    await page.goto(`${scene.origin}/listing/${car.slug}`)
    await heart(page).waitFor()
    await running(page)
    await shows('false')
    await page.goto(`${scene.origin}/outbox`)
    await running(page)
    await wish(page, { kind: 'fav.set', car: car._id, on: true })
    await nothingWaits(page)
    await page.goBack({ waitUntil: 'commit' })
    await shows('true')
    await heart(page).click()
    await shows('false')
    await nothingWaits(page)
    expect(await saves(car._id)()).toBe(false)
    await phone.dispose()
  },
)
