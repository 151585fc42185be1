import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { CarCard } from '#contract/cars.ts'
import {
  enquire,
  fillEnquiry,
  flickerNetwork,
  heart,
  openEnquiry,
  sendEnquiry,
  signIn,
} from '../support/acts.ts'
import { controlled, dispatchSync, openPhone, until } from '../support/browser.ts'
import type { Phone } from '../support/browser.ts'
import { cars, emails, enquiriesWith, favouritesOf, signedIn } from '../support/people.ts'
import type { Person } from '../support/people.ts'
import { captivePortal, redirectToPortal, refusal, startProxy } from '../support/proxy.ts'
import type { Fault, Proxy } from '../support/proxy.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

const enquiry = /\/users\/send\/car-enquiry-mail$/
const favourite = /\/cars\/like-dislike-car$/

let server: Server
let proxy: Proxy
let phone: Phone
let dealer: Person
let buyer: Person
/** Cars of the dealer; each test takes its own. */
let stock: CarCard[]
const nextCar = () => {
  const car = stock.pop()
  if (!car) throw new Error('The demo dealer has too few cars for these stories.')
  return car
}

beforeAll(async () => {
  server = await startServer()
  proxy = await startProxy(() => server.origin)
  dealer = await signedIn(server.origin, emails.dealer)
  buyer = await signedIn(server.origin, emails.buyer)
  const liked = await favouritesOf(buyer)
  stock = (await cars(server.origin, { creator: dealer.user.id, limit: 40 })).filter(
    (c) => !liked.includes(c._id),
  )
  phone = await openPhone()
  await signIn(phone.page, proxy.origin, emails.buyer)
  await controlled(phone.page)
})
afterEach(() => {
  proxy.clear()
  proxy.forget()
})
afterAll(async () => {
  await phone.dispose()
  await proxy.close()
  await server.stop()
})

const text = () => `Is it still there? ${randomUUID()}`
const arrived = async (message: string) => (await enquiriesWith(dealer, message)).length
const keysOf = (path: RegExp) => [
  ...new Set(proxy.seen('POST', path).map((r) => r.headers['idempotency-key'])),
]
const oneKey = [expect.stringMatching(/^".+"$/)]

/** Expects that the dealer has the enquiry once, and that the phone shows it as sent. */
async function arrivesOnce(message: string): Promise<void> {
  await until('the enquiry is with the dealer', async () => (await arrived(message)) > 0)
  const { page } = phone
  await page.goto(`${proxy.origin}/outbox`)
  await page.getByRole('listitem').filter({ hasText: message }).getByText(/^Sent/).waitFor()
  expect(await arrived(message)).toBe(1)
}

test('Writes saved while the server is down arrive exactly once after it returns [R-PWA-27 R-PWA-28 R-PWA-31]', async () => {
  const car = nextCar()
  const message = text()
  const { page } = phone
  await page.goto(`${proxy.origin}/listing/${car.slug}`)
  await heart(page).waitFor()
  await server.kill()
  await heart(page).click()
  await until(
    'the heart shows the wish',
    async () => (await heart(page).getAttribute('aria-pressed')) === 'true',
  )
  await enquire(page, proxy.origin, { slug: car.slug, message })
  await page.getByText('Saved. It will be sent when you are back online.').first().waitFor()
  await server.restart()
  await flickerNetwork(page)
  await page.getByText(/^Sent/).first().waitFor()
  await arrivesOnce(message)
  await expect.poll(() => favouritesOf(buyer), { timeout: 60_000 }).toContain(car._id)
})

test('A lost response does not create a second enquiry [S01 I2 R-PWA-28]', { tags: ['full'] }, async () => {
  const car = nextCar()
  const message = text()
  const lost = proxy.rule({ method: 'POST', path: enquiry, times: 1, fault: { kind: 'answer-lost' } })
  await enquire(phone.page, proxy.origin, { slug: car.slug, message })
  await until('the first answer is lost', () => lost.hits() === 1)
  await flickerNetwork(phone.page)
  await arrivesOnce(message)
  expect(proxy.reached('POST', enquiry)).toBeGreaterThan(1)
  expect(keysOf(enquiry)).toEqual(oneKey)
})

test(
  'A heart whose answer was lost stays as tapped [S01 I4 R-PWA-22 R-PWA-28]',
  { tags: ['full'] },
  async () => {
    const car = nextCar()
    const { page } = phone
    await page.goto(`${proxy.origin}/listing/${car.slug}`)
    const lost = proxy.rule({ method: 'POST', path: favourite, times: 1, fault: { kind: 'answer-lost' } })
    await heart(page).click()
    await until('the first answer is lost', () => lost.hits() === 1)
    await flickerNetwork(page)
    await until('it is sent again', () => proxy.reached('POST', favourite) > 1)
    await until('the server holds the wish', async () => (await favouritesOf(buyer)).includes(car._id))
    expect(await heart(page).getAttribute('aria-pressed')).toBe('true')
  },
)

test(
  'A browser killed in the middle of sending sends once all the same [S03 I1 I2 R-PWA-28]',
  { tags: ['full'] },
  async () => {
    const car = nextCar()
    const message = text()
    const held = proxy.rule({ method: 'POST', path: enquiry, times: 1, fault: { kind: 'hold' } })
    await enquire(phone.page, proxy.origin, { slug: car.slug, message })
    await until('the server did the work', async () => (await arrived(message)) === 1)
    await phone.kill()
    held.release()
    phone = await phone.reopen()
    await phone.page.goto(`${proxy.origin}/listings`)
    await until('it is sent again', () => proxy.reached('POST', enquiry) > 1)
    await arrivesOnce(message)
    expect(keysOf(enquiry)).toEqual(oneKey)
  },
)

test(
  'A heart tapped just before the browser is killed reaches the server after reopening [S03 I4 R-PWA-21 R-PWA-22 R-PWA-28]',
  { tags: ['full'] },
  async () => {
    const car = nextCar()
    await phone.page.goto(`${proxy.origin}/listing/${car.slug}`)
    const held = proxy.rule({ method: 'POST', path: favourite, times: 1, fault: { kind: 'hold' } })
    await heart(phone.page).click()
    await until('the server did the work', async () => (await favouritesOf(buyer)).includes(car._id))
    await phone.kill()
    held.release()
    phone = await phone.reopen()
    await phone.page.goto(`${proxy.origin}/listing/${car.slug}`)
    await until('it is sent again', () => proxy.reached('POST', favourite) > 1)
    await until(
      'nothing waits',
      async () => (await phone.page.getByText(/waiting to be sent/i).count()) === 0,
    )
    expect(await favouritesOf(buyer)).toContain(car._id)
    // The worker may have sent the write before this page has read the outbox.
    await heart(phone.page).and(phone.page.locator('[aria-pressed="true"]')).waitFor()
    expect(keysOf(favourite)).toEqual(oneKey)
  },
)

test('With two tabs open the server stores the last tap on a heart [S29 I4 R-PWA-22 R-PWA-28]', async () => {
  const car = nextCar()
  const other = await phone.context.newPage()
  await other.goto(`${proxy.origin}/listing/${car.slug}`)
  await phone.page.goto(`${proxy.origin}/listing/${car.slug}`)
  await heart(other).waitFor()
  const pressed = (page: typeof other, want: 'true' | 'false') =>
    until(`the heart is ${want}`, async () => (await heart(page).getAttribute('aria-pressed')) === want)
  const down = proxy.rule({ path: /^\/api\//, fault: { kind: 'request-lost' } })
  await heart(phone.page).click()
  await pressed(other, 'true')
  await heart(other).click()
  await pressed(phone.page, 'false')
  await heart(phone.page).click()
  await pressed(other, 'true')
  down.end()
  await flickerNetwork(phone.page)
  await until('the server holds the wish', async () => (await favouritesOf(buyer)).includes(car._id))
  expect(await heart(phone.page).getAttribute('aria-pressed')).toBe('true')
  expect(await heart(other).getAttribute('aria-pressed')).toBe('true')
  await other.close()
})

test('Two open tabs send what waits once [S29 I2 R-PWA-28]', { tags: ['full'] }, async () => {
  const car = nextCar()
  const message = text()
  const other = await phone.context.newPage()
  await other.goto(`${proxy.origin}/listings`)
  await openEnquiry(phone.page, proxy.origin, car.slug)
  const down = proxy.rule({ path: /^\/api\//, fault: { kind: 'request-lost' } })
  await fillEnquiry(phone.page, message)
  await sendEnquiry(phone.page)
  down.end()
  await flickerNetwork(phone.page)
  await arrivesOnce(message)
  expect(keysOf(enquiry)).toEqual(oneKey)
  await other.close()
})

test('A request that Chromium itself sends again on a reset connection has one effect [S02 I2 R-PWA-28]', async () => {
  const car = nextCar()
  const message = text()
  const reset = proxy.rule({
    method: 'POST',
    path: enquiry,
    times: 1,
    fault: { kind: 'reset-when-reused' },
  })
  await enquire(phone.page, proxy.origin, { slug: car.slug, message })
  await until('the connection is reset', () => reset.hits() === 1)
  await arrivesOnce(message)
  expect(proxy.reached('POST', enquiry)).toBeGreaterThan(1)
  expect(keysOf(enquiry)).toEqual(oneKey)
})

/** Leaves an unsent enquiry on the phone and closes the page. */
async function leaveUnsent(message: string): Promise<void> {
  const { page } = phone
  await openEnquiry(page, proxy.origin, nextCar().slug)
  const down = proxy.rule({ path: /^\/api\//, fault: { kind: 'request-lost' } })
  await fillEnquiry(page, message)
  await sendEnquiry(page)
  await page.getByText('Saved. It will be sent when you are back online.').first().waitFor()
  await page.goto('about:blank')
  down.end()
}

test(
  'With every page closed the browser wakes the worker, and it sends what waits [R-PWA-27 R-PWA-28]',
  { tags: ['full'] },
  async () => {
    const message = text()
    await leaveUnsent(message)
    await until('the worker sends it', async () => (await arrived(message)) === 1)
    expect(phone.page.url()).toBe('about:blank')
    await arrivesOnce(message)
  },
)

test(
  'A worker woken once more after everything was sent sends nothing again [R-PWA-28]',
  { tags: ['full'] },
  async () => {
    const message = text()
    await leaveUnsent(message)
    await dispatchSync(phone.page, proxy.origin, 'outbox')
    await until('the worker sends it', async () => (await arrived(message)) === 1)
    await dispatchSync(phone.page, proxy.origin, 'outbox')
    await arrivesOnce(message)
    expect(keysOf(enquiry)).toEqual(oneKey)
  },
)

const further = { tags: ['full'] }
const slips: [string, string, Fault, object][] = [
  ['a Wi-Fi portal that answers in the server’s place', 'S09', captivePortal, {}],
  ['a server that stumbles', 'S42', refusal(500, 'internal'), {}],
  ['a redirect to a portal', 'S09', redirectToPortal, further],
  ['a server that is overloaded', 'S42', refusal(503, 'unavailable', { 'retry-after': '1' }), further],
]
for (const [words, scenario, fault, run] of slips)
  test(`An enquiry answered by ${words} still arrives [${scenario} R-PWA-28 R-PWA-29]`, run, async () => {
    const car = nextCar()
    const message = text()
    const rule = proxy.rule({ method: 'POST', path: enquiry, fault })
    await enquire(phone.page, proxy.origin, { slug: car.slug, message })
    await until('the answer was not the server’s yes', () => rule.hits() > 0)
    expect(await arrived(message)).toBe(0)
    rule.end()
    await flickerNetwork(phone.page)
    await arrivesOnce(message)
  })
