import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fillEnquiry, firstCards, heart, openEnquiry, sendEnquiry } from '../support/acts.ts'
import { controlled, openPhone, until } from '../support/browser.ts'
import { emails, favouritesOf } from '../support/people.ts'
import {
  lookInside,
  onDisk,
  outboxOnDisk,
  press,
  running,
  saveDraft,
  tablesOnDisk,
  wish,
} from '../support/phone/inside.ts'
import { evict, fill, limitStorage } from '../support/phone/powers.ts'
import {
  anyCall,
  arrived,
  enquiryCall,
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

test(
  'A full phone warns the person and keeps the form’s text and saved writes [S15 I12]',
  { tags: ['full'] },
  async () => {
    const phone = await openPhone({ serviceWorkers: 'block' })
    const { context, page } = phone
    await lookInside(context)
    await limitStorage(page, scene.origin, 600_000)
    const car = scene.nextCar()
    await openEnquiry(page, scene.origin, car.slug)
    await running(page)
    const down = scene.proxy.rule({ path: enquiryCall, fault: { kind: 'request-lost' } })
    const long = 'We drive it every day. '.repeat(160)
    const saved: string[] = []
    let full = false
    while (!full && saved.length < 300) {
      const said = await wish(page, { kind: 'enquiry.send', car: car._id, text: long + newText() })
      if (said.ok) saved.push(said.id)
      else full = true
    }
    expect(full).toBe(true)
    const text = newText()
    await fillEnquiry(page, text)
    await page.getByRole('button', { name: /^(Send message|Save and send later)$/ }).click()
    await page.getByText('The storage of this phone is full.').first().waitFor()
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe(text)
    const rows = await outboxOnDisk(page)
    expect(new Set(rows.map((row) => row.id))).toEqual(new Set(saved))
    down.end()
    await phone.dispose()
  },
)

/** Whether the phone has stored this note. */
async function hasNoted(page: Page, key: string): Promise<boolean> {
  const [meta] = await tablesOnDisk(page, { of: '^public$', table: 'meta' })
  return (meta?.rows as { k: string }[] | undefined)?.some((row) => row.k === key) ?? false
}
const ballastLies = (page: Page) => hasNoted(page, 'ballast')
/** Returns the evictable entries that still exist. */
const stillHere = (page: Page, laid: readonly (readonly [string, string])[]) =>
  page.evaluate(async (laid) => {
    const here: string[] = []
    for (const [cache, path] of laid) if (await (await caches.open(cache)).match(path)) here.push(path)
    return here
  }, laid)

test(
  'A filling phone evicts reloadable data in order and keeps every saved write [S15 I12]',
  { tags: ['full'] },
  async () => {
    const phone = await openPhone({ serviceWorkers: 'block' })
    const { context, page } = phone
    await lookInside(context)
    await limitStorage(page, scene.origin, 16_000_000)
    await page.goto(`${scene.origin}/listings`)
    await running(page)
    const laid = [
      ['listings', '/given/1'],
      ['pictures', '/media/given/3/960.avif'],
      ['pictures', '/media/given/4/320.avif'],
      ['pins-more-u_given', '/media/given/7/960.avif'],
      ['pins-first-u_given', '/media/given/8/960.avif'],
    ] as const
    await page.evaluate(async (laid) => {
      for (const [name, path] of laid) {
        const body = crypto.getRandomValues(new Uint8Array(65_536))
        await (
          await caches.open(name)
        ).put(path, new Response(new Blob(Array.from({ length: 12 }, () => body))))
      }
    }, laid)
    await saveDraft(page, 'first', 'It is red.')
    await page.reload()
    await running(page)
    await until('the ballast lies', () => ballastLies(page))
    const orders: string[] = []
    const saved: string[] = []
    for (let round = 0; round < 30; round++) {
      await fill(page)
      const name = `draft-${round}`
      // Browsers accept small writes long after they refuse large writes.
      if (!(await saveDraft(page, name, randomBytes(200_000).toString('hex')))) break
      saved.push(name)
      orders.push([await ballastLies(page), ...(await stillHere(page, laid))].join(' '))
    }
    const names = laid.map(([, path]) => path)
    const course = [['true', ...names], ...names.map((_, gone) => ['false', ...names.slice(gone)]), ['false']]
    const places = orders.map((order) => course.findIndex((state) => state.join(' ') === order))
    // At each moment the remaining entries are the end of the list, and all entries were evicted before a draft was refused.
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((x, y) => x - y))
    expect(new Set(orders).size).toBeGreaterThan(2)
    expect(await stillHere(page, laid)).toEqual([])
    const rows = await onDisk<{ id: string; values: { text: string } }>(page, 'drafts')
    expect(rows.map(({ id }) => id).sort()).toEqual(['first', ...saved].sort())
    expect(rows.find(({ id }) => id === 'first')?.values.text).toBe('It is red.')
    expect(rows.every(({ id, values }) => id === 'first' || values.text.length === 400_000)).toBe(true)
    await phone.dispose()
  },
)

test(
  'After the browser evicts its storage, the app says so and restores the favourites [S16 I15]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    const car = scene.nextCar()
    await signInQuickly(page, scene.origin, emails.buyer)
    await controlled(page)
    await wish(page, { kind: 'fav.set', car: car._id, on: true })
    await nothingWaits(page)
    await page.goto('about:blank')
    await evict(page, scene.origin, 'indexeddb')
    await page.goto(`${scene.origin}/listing/${car.slug}`)
    const told = page.getByText('This browser deleted what this phone had saved.')
    await told.waitFor()
    await heart(page).waitFor()
    await until(
      'the heart is there again',
      async () => (await heart(page).getAttribute('aria-pressed')) === 'true',
    )
    expect(await hasNoted(page, 'lost')).toBe(true)
    await page.getByRole('button', { name: 'OK', exact: true }).click()
    await told.waitFor({ state: 'detached' })
    await until('it is noted', async () => !(await hasNoted(page, 'lost')))
    await page.reload()
    await heart(page).waitFor()
    await until(
      'the favourites are read',
      async () => (await heart(page).getAttribute('aria-pressed')) === 'true',
    )
    expect(await told.count()).toBe(0)
    expect(await favouritesOf(scene.buyer)).toContain(car._id)
    await context.close()
  },
)

test('A first visit is told nothing of lost data [S16 I15]', { tags: ['full'] }, async () => {
  const { context, page } = await scene.guest({ serviceWorkers: 'block' })
  await page.goto(`${scene.origin}/listings`)
  await firstCards(page).first().waitFor()
  await page.reload()
  await firstCards(page).first().waitFor()
  expect(await page.getByText('This browser deleted').count()).toBe(0)
  await context.close()
})

test('With all storage blocked the app shows cars, sends online and promises nothing offline [S46 I12]', async () => {
  const { context, page } = await scene.guest({ serviceWorkers: 'block' })
  await context.addInitScript(() => {
    const blocked = () => {
      throw new DOMException('The user denied permission to access the database.', 'SecurityError')
    }
    for (const name of ['indexedDB', 'localStorage', 'sessionStorage', 'caches'])
      Object.defineProperty(window, name, { configurable: true, get: blocked })
  })
  const broken: string[] = []
  page.on('pageerror', (error) => broken.push(String(error)))
  const car = scene.nextCar()
  await page.goto(`${scene.origin}/listings`)
  await firstCards(page).first().waitFor()
  const text = newText()
  await openEnquiry(page, scene.origin, car.slug)
  await fillEnquiry(page, text)
  await sendEnquiry(page)
  await until('it is with the dealer', async () => (await arrived(scene, text)) === 1)

  const lost = newText()
  await openEnquiry(page, scene.origin, car.slug)
  const down = scene.proxy.rule({ path: anyCall, fault: { kind: 'request-lost' } })
  await fillEnquiry(page, lost)
  await page.getByRole('button', { name: /^(Send message|Save and send later)$/ }).click()
  await page.getByRole('alert').first().waitFor()
  expect(new URL(page.url()).pathname).toBe(`/listing/${car.slug}`)
  expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe(lost)
  down.end()
  await press(page, { now: true })
  await page.getByRole('button', { name: /^(Send message|Save and send later)$/ }).click()
  await page.waitForURL('**/thankyou**')
  expect(await arrived(scene, lost)).toBe(1)
  expect(await arrived(scene, text)).toBe(1)
  expect(broken).toEqual([])
  await context.close()
})
