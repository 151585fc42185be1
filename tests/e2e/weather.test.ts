import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { firstCards, heart, openEnquiry, fillEnquiry, sendEnquiry } from '../support/acts.ts'
import { until } from '../support/browser.ts'
import { emails, favouritesOf } from '../support/people.ts'
import {
  heartStates,
  heartsOn,
  onDisk,
  outboxOnDisk,
  press,
  running,
  watchHeart,
  wish,
} from '../support/phone/inside.ts'
import { passTime, setClock } from '../support/phone/powers.ts'
import {
  anyCall,
  arrived,
  enquiryCall,
  favouriteCall,
  favouriteList,
  keysOf,
  newText,
  nothingWaits,
  openScene,
  signInQuickly,
} from '../support/phone/scene.ts'
import type { Scene } from '../support/phone/scene.ts'
import { fieldRefusal, refusal } from '../support/proxy.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterEach(() => scene.calm())
afterAll(() => scene.close())

const settingsCall = /\/get-site-settings$/
const pressed = (page: Page) => heart(page).getAttribute('aria-pressed')
const shows = (page: Page, want: 'true' | 'false') =>
  until(`the heart is ${want}`, async () => (await pressed(page)) === want)
const saves = (car: string) => async () => (await favouritesOf(scene.buyer)).includes(car)

/** Saves an enquiry about an unused car on the phone. */
async function says(page: Page, text: string): Promise<void> {
  const said = await wish(page, { kind: 'enquiry.send', car: scene.nextCar()._id, text })
  expect(said).toMatchObject({ ok: true })
}
/** Opens the page of an unsaved car, signed in as the buyer. */
async function atACar(o: { worker: 'allow' | 'block' } = { worker: 'block' }) {
  const car = scene.nextCar()
  const { context, page } = await scene.guest({ serviceWorkers: o.worker })
  await watchHeart(page)
  await signInQuickly(page, scene.origin, emails.buyer)
  await page.goto(`${scene.origin}/listing/${car.slug}`)
  await heart(page).waitFor()
  return { car, context, page }
}

test(
  'A stalled network does not delay cached cars or hearts, and requests time out [S05 R-PWA-33]',
  { tags: ['full'] },
  async () => {
    // A worker has a clock of its own, which the test cannot advance.
    const { context, page } = await scene.guest({ serviceWorkers: 'block' })
    await page.clock.install()
    await signInQuickly(page, scene.origin, emails.buyer)
    await firstCards(page).first().waitFor()
    await until('what was seen is kept', () =>
      page.evaluate(() => localStorage.getItem('motorkin-has-data') === '1'),
    )
    const list = scene.proxy.rule({ path: /get-car-list$/, fault: { kind: 'hang' } })
    const wish = scene.proxy.rule({ path: favouriteCall, fault: { kind: 'hang' } })
    await page.reload()
    await firstCards(page).first().waitFor()
    const off = page.getByRole('button', { name: /^Save /, pressed: false }).first()
    const name = (await off.getAttribute('aria-label')) ?? ''
    await off.click()
    await page.getByRole('button', { name, pressed: true }).first().waitFor()
    await until('both were asked for', () => list.hits() > 0 && wish.hits() > 0)
    const answered = scene.proxy.seen('POST', /get-car-list$|like-dislike-car$/).slice(-2)
    expect(answered.map((call) => call.status)).toEqual([undefined, undefined])

    await page.clock.fastForward(10_000)
    await until('the request was given up', async () =>
      (await outboxOnDisk(page)).some((row) => row.state === 'wait' && row.lastError?.code === 'timeout'),
    )
    expect(await page.getByRole('button', { name, pressed: true }).count()).toBeGreaterThan(0)
    wish.end()
    await press(page, { now: true })
    await nothingWaits(page)
    await context.close()
  },
)

test('A half-received response counts as none, and its request is sent again once [S05 S01]', async () => {
  const { page, context } = await scene.guest({ serviceWorkers: 'block' })
  await page.clock.install()
  const car = scene.nextCar()
  const text = newText()
  await page.goto(`${scene.origin}/listings`)
  await firstCards(page).first().waitFor()
  const half = scene.proxy.rule({ path: enquiryCall, times: 1, fault: { kind: 'stalled-answer' } })
  const said = await wish(page, { kind: 'enquiry.send', car: car._id, text })
  expect(said.ok).toBe(true)
  await until('the server did the work', async () => (await arrived(scene, text)) === 1)
  expect(half.hits()).toBe(1)
  await page.clock.fastForward(31_000)
  await press(page, { now: true })
  await nothingWaits(page)
  expect(await arrived(scene, text)).toBe(1)
  expect(keysOf(scene.proxy, enquiryCall)).toHaveLength(1)
  await context.close()
})

test('A browser that wrongly says it is offline keeps nobody from sending [S08]', async () => {
  const { context, page } = await scene.guest({ serviceWorkers: 'block' })
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false })
  })
  const text = newText()
  await openEnquiry(page, scene.origin, scene.nextCar().slug)
  await fillEnquiry(page, text)
  await page.getByRole('button', { name: 'Send message', exact: true }).click()
  await page.getByText(/^Sent/).first().waitFor()
  expect(await arrived(scene, text)).toBe(1)
  await context.close()
})

test(
  'The app does not claim to be online when the browser wrongly says so [S08]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest({ serviceWorkers: 'block' })
    const car = scene.nextCar()
    await openEnquiry(page, scene.origin, car.slug)
    const text = newText()
    const down = scene.proxy.rule({ path: anyCall, fault: { kind: 'request-lost' } })
    await fillEnquiry(page, text)
    await sendEnquiry(page)
    await page.getByText('Saved. It will be sent when you are back online.').first().waitFor()
    expect(await page.evaluate(() => navigator.onLine)).toBe(true)
    expect(await page.getByText(/^Sent/).count()).toBe(0)
    down.end()
    await press(page, { now: true })
    await page.getByText(/^Sent/).first().waitFor()
    expect(await arrived(scene, text)).toBe(1)
    await context.close()
  },
)

test('Quick taps on a heart over a slow network end in the last state [S11 I4]', async () => {
  const { car, context, page } = await atACar()
  const slow = scene.proxy.rule({ path: favouriteCall, times: 1, fault: { kind: 'hold' } })
  await heart(page).click()
  await until('the first tap is under way', () => slow.hits() === 1)
  for (const want of ['false', 'true', 'false'] as const) {
    await heart(page).click()
    await shows(page, want)
  }
  slow.release()
  await nothingWaits(page)
  expect(await saves(car._id)()).toBe(false)
  expect(await pressed(page)).toBe('false')
  expect(await heartStates(page)).toEqual(['false', 'true', 'false', 'true', 'false'])
  // The taps during the first request cause one more request, not three.
  expect(scene.proxy.reached('POST', favouriteCall)).toBe(2)
  await context.close()
})

test('A pending heart never flips back when an older response arrives first [S32 I18]', async () => {
  const { car, context, page } = await atACar()
  const stuck = scene.proxy.rule({ path: favouriteCall, fault: { kind: 'hang' } })
  await heart(page).click()
  await shows(page, 'true')
  scene.proxy.forget()
  await page.reload()
  await heart(page).waitFor()
  const others = await favouritesOf(scene.buyer)
  expect(others).not.toContain(car._id)
  await until('the server told its favourites without this one', () =>
    scene.proxy.seen('POST', favouriteList).some((call) => call.status === 200),
  )
  await until('they are on the screen', async () => (await heartsOn(page, others)).length === others.length)
  expect(await heartStates(page)).toEqual(['true'])
  stuck.end()
  await press(page, { now: true })
  await nothingWaits(page)
  expect(await saves(car._id)()).toBe(true)
  expect(await heartStates(page)).toEqual(['true'])
  await context.close()
})

test('A heart does not flicker when its wish is confirmed [S33 I18]', async () => {
  const { car, context, page } = await atACar({ worker: 'allow' })
  const held = scene.proxy.rule({ path: favouriteCall, times: 1, fault: { kind: 'hold' } })
  await heart(page).click()
  await until('the server holds it', saves(car._id))
  held.release()
  await nothingWaits(page)
  await page
    .getByRole('button', { name: /will be sent when you are back online/ })
    .first()
    .waitFor({ state: 'detached' })
  await page.reload()
  await heart(page).waitFor()
  await shows(page, 'true')
  expect(await heartStates(page)).toEqual(['true'])
  await context.close()
})

test('An answer that is older than a tap and comes after it changes nothing [S34 I18]', async () => {
  const { car, context, page } = await atACar()
  await wish(page, { kind: 'fav.set', car: scene.nextCar()._id, on: true })
  await nothingWaits(page)
  // Another device saves a car that this phone learns of only from that response.
  const elsewhere = scene.nextCar()
  await scene.buyer.call('cars/like-dislike-car', { car_id: elsewhere._id, want: 'yes' })
  const others = await favouritesOf(scene.buyer)
  expect(others).toContain(elsewhere._id)
  scene.proxy.forget()
  // The phone forgets its favourites, so that the list contains changes when it arrives.
  const old = scene.proxy.rule({ path: favouriteList, times: 1, fault: { kind: 'hold' } })
  await page.evaluate(() => localStorage.removeItem('favourites'))
  await page.reload()
  await heart(page).waitFor()
  await until('the server has told its favourites', () =>
    scene.proxy.seen('POST', favouriteList).some((call) => call.status === 200),
  )
  await heart(page).click()
  await until('the server holds the tap', saves(car._id))
  await nothingWaits(page)
  const before = (await onDisk(page, 'favourites')).length
  old.release()
  await until('the old answer was read', async () => {
    const rows = await onDisk<{ carId: string }>(page, 'favourites')
    return rows.length >= before && others.every((id) => rows.some((row) => row.carId === id))
  })
  expect(await pressed(page)).toBe('true')
  expect(await heartStates(page)).toEqual(['false', 'true'])
  await context.close()
})

test('Every waiting write pauses for as long as the server’s retry-after says [S41]', async () => {
  const { context, page } = await scene.guest({ serviceWorkers: 'block' })
  const texts = [newText(), newText()]
  await page.goto(`${scene.origin}/listings`)
  await running(page)
  const rule = scene.proxy.rule({
    path: enquiryCall,
    times: 1,
    fault: refusal(429, 'rate_limited', { 'retry-after': '2' }),
  })
  for (const text of texts) await says(page, text)
  await until('it was asked to wait', () => rule.hits() === 1)
  await press(page, { now: true })
  await nothingWaits(page)
  const [first, ...later] = scene.proxy.seen('POST', enquiryCall)
  expect(later.length).toBe(2)
  // The page and the proxy have separate clocks, which round.
  for (const call of later) expect(call.at - (first?.at ?? 0)).toBeGreaterThanOrEqual(1990)
  for (const text of texts) expect(await arrived(scene, text)).toBe(1)
  await context.close()
})

test(
  'A server that fails everyone for more than a day costs nobody their words [S42 I5]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest({ serviceWorkers: 'block' })
    await setClock(context, 0)
    const texts = [newText(), newText(), newText()]
    await page.goto(`${scene.origin}/listings`)
    await running(page)
    const down = scene.proxy.rule({ path: anyCall, fault: refusal(500, 'internal') })
    for (const text of texts) await says(page, text)
    for (let round = 1; round <= 9; round++) {
      await passTime(page, 4 * 3_600_000)
      await press(page, { now: true })
      const most = texts.length * round
      await until(`round ${round} is over`, () => scene.proxy.seen('POST', enquiryCall).length >= most)
    }
    expect((await outboxOnDisk(page)).map((row) => row.state)).not.toContain('quarantine')
    down.end()
    await passTime(page, 600_000)
    await press(page, { now: true })
    await nothingWaits(page)
    for (const text of texts) expect(await arrived(scene, text)).toBe(1)
    expect(keysOf(scene.proxy, enquiryCall)).toHaveLength(3)
    await context.close()
  },
)

test('A write refused by a newer rule returns to its form with the reason [S19 I5]', async () => {
  const { context, page } = await scene.guest({ serviceWorkers: 'block' })
  const car = scene.nextCar()
  const text = newText()
  await openEnquiry(page, scene.origin, car.slug)
  const rule = scene.proxy.rule({
    path: enquiryCall,
    times: 1,
    fault: fieldRefusal({ gsm: 'Numbers need an area code now.' }),
  })
  await fillEnquiry(page, text)
  await sendEnquiry(page)
  await page.getByText('Numbers need an area code now.').first().waitFor()
  await page.getByText(text).first().waitFor()
  await page.getByRole('button', { name: 'Edit and send again' }).click()
  const field = page.getByLabel('Message', { exact: true })
  await until('every word is back', async () => (await field.inputValue()) === text)
  rule.end()
  await sendEnquiry(page)
  await page.getByText(/^Sent/).first().waitFor()
  expect(await arrived(scene, text)).toBe(1)
  await context.close()
})

test('A message about a sold car is refused with a reason and stays saved [S17 I5]', async () => {
  const { context, page } = await scene.guest({ serviceWorkers: 'block' })
  const car = scene.nextCar()
  const text = newText()
  await openEnquiry(page, scene.origin, car.slug)
  const down = scene.proxy.rule({ path: enquiryCall, fault: { kind: 'request-lost' } })
  await fillEnquiry(page, text)
  await sendEnquiry(page)
  await until('it could not be sent', () => down.hits() > 0)
  await scene.dealer.call('cars/update-car-details', { car_id: car._id, status: 'sold' })
  down.end()
  await press(page, { now: true })
  await page.getByText('This car is no longer listed.').first().waitFor()
  await page.goto(`${scene.origin}/outbox`)
  await page
    .getByRole('listitem')
    .filter({ hasText: text })
    .getByText(/no longer listed/i)
    .first()
    .waitFor()
  const [row] = await outboxOnDisk(page)
  expect(row).toMatchObject({ state: 'rejected', payload: { message: text } })
  expect(await arrived(scene, text)).toBe(0)
  await context.close()
})

test(
  'Signal that ends right after the first view leaves the view standing [S05 R-PWA-33]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest({ serviceWorkers: 'block' })
    // The browser still reports a network; a page that relied on this report would reload itself and lose the view.
    const lost = { kind: 'request-lost' } as const
    const gone = scene.proxy.rule({ path: /\/assets\/(footer|news)-/, fault: lost })
    scene.proxy.rule({ path: anyCall, fault: () => (gone.hits() > 0 ? lost : { kind: 'pass' }) })
    let inVain = 0
    scene.proxy.rule({
      path: settingsCall,
      fault: () => {
        if (gone.hits() === 0) return { kind: 'pass' }
        inVain += 1
        return lost
      },
    })
    let loads = 0
    page.on('load', () => (loads += 1))
    await page.goto(`${scene.origin}/listings`)
    await firstCards(page).first().waitFor()
    // The footer loads when a person comes near it.
    await page.keyboard.press('End')
    await until('the rest could not be had', () => gone.hits() > 1)
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    await until('our server was asked in vain', () => inVain > 0)
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    expect([loads, (await firstCards(page).count()) > 3]).toEqual([1, true])
    await context.close()
  },
)
