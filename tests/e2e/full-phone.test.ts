import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { firstCards } from '../support/acts.ts'
import { openPhone, until, type Phone } from '../support/browser.ts'
import { emails } from '../support/people.ts'
import {
  lookInside,
  onDisk,
  outboxOnDisk,
  running,
  saveDraft,
  tablesOnDisk,
  wish,
} from '../support/phone/inside.ts'
import { here, queryAt, ready, refresh, renewEpoch, status } from '../support/phone/market.ts'
import { fill, limitStorage } from '../support/phone/powers.ts'
import {
  anyCall,
  arrived,
  enquiryCall,
  newText,
  nothingWaits,
  openScene,
  signInQuickly,
  type Scene,
} from '../support/phone/scene.ts'

/** Chromium's own quota errors during background fetches, and their end. */
let scene: Scene
let phone: Phone
beforeAll(async () => {
  scene = await openScene()
})
afterEach(async () => {
  scene.calm()
  await phone.dispose()
})
afterAll(() => scene.close())

const room = (page: Page, bytes: number | undefined) => limitStorage(page, scene.origin, bytes)
const at = (path: string) => scene.origin + path
/** Expects that a draft survives whatever happens to listings and pictures. */
async function isKept(page: Page, text: string): Promise<void> {
  const rows = await onDisk<{ id: string; values: { text: string } }>(page, 'drafts')
  expect(rows.filter(({ values }) => values.text === text)).toHaveLength(1)
}

test('A full phone keeps searching its old catalogue, and refetches once there is room [S15 S53 I12 R-PWA-33]', async () => {
  phone = await openPhone({ serviceWorkers: 'block' })
  const { context, page } = phone
  await lookInside(context)
  await room(page, 16_000_000)
  await page.goto(at('/listings'))
  await ready(page)
  await refresh(page)
  expect(await saveDraft(page, 'form', 'It is red.')).toBe(true)
  await fill(page)
  await renewEpoch(scene)
  // Before the server stopped, the phone may have checked once more by itself and found no changes.
  const before = await status(page)
  const all = before?.searched ?? 0
  expect(all).toBeGreaterThan(0)
  await until('the phone has found out', async () => {
    await refresh(page)
    return (await status(page))?.room === 0
  })
  expect(await status(page)).toMatchObject({ state: 'ready', searched: all, asOf: before?.asOf })
  await page.goto(at('/storage'))
  // A new page detects the full disk as well.
  await until('a new page knows', async () => (await refresh(page)) === false)
  await page.getByText('This phone is full: the cars on it cannot be refreshed.').waitFor()
  const down = scene.proxy.rule({ path: anyCall, fault: { kind: 'request-lost' } })
  await page.goto(at('/listings?sortby=price_low_high'))
  await firstCards(page).first().waitFor()
  expect((await here(page, queryAt('sortby=price_low_high')))?.scope).toMatchObject({ searched: all })
  down.end()
  await page.goto(at('/storage'))
  await until('it has found out again', async () => {
    await refresh(page)
    return (await status(page))?.room === 0
  })

  await room(page, undefined)
  await page.getByRole('button', { name: 'Try again' }).click()
  await until(
    'the market is the server’s again',
    async () => ((await status(page))?.asOf ?? 0) > (before?.asOf ?? 0),
  )
  await page.getByText('This phone is full').waitFor({ state: 'detached' })
  expect(await status(page)).toMatchObject({ searched: all, of: all })
  expect(await status(page)).not.toHaveProperty('room')
  await isKept(page, 'It is red.')
})

const pictures = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('pins-'))
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().length
  })

test(
  'A phone that fills up keeps the favourites that fit and saves others later [S15 I12 R-PWA-33]',
  { tags: ['full'] },
  async () => {
    phone = await openPhone()
    const { context, page } = phone
    await lookInside(context)
    await page.goto(at('/listings'))
    await running(page)
    await signInQuickly(page, scene.origin, emails.buyer)
    await ready(page)
    const before = await pictures(page)
    // Six pictures load; during the seventh the phone's disk becomes full.
    let asked = 0
    const rest = scene.proxy.rule({
      path: /^\/media\//,
      fault: () => ({ kind: ++asked > 6 ? 'hold' : 'pass' }),
    })
    await page.goto(at('/saved'))
    const some = Array.from({ length: 6 }, () => scene.nextCar())
    for (const car of some)
      expect(await wish(page, { kind: 'fav.set', car: car._id, on: true })).toMatchObject({ ok: true })
    await until('some pictures are here', async () => (await pictures(page)) > before)
    await until('one is on its way', () => asked > 6)
    await room(page, 1)
    rest.end()
    await page.getByText('This phone has no room for more pictures.').waitFor({ timeout: 60_000 })
    const fitted = await pictures(page)
    expect(fitted).toBeGreaterThan(before)
    const text = newText()
    const lost = scene.proxy.rule({ path: enquiryCall, fault: { kind: 'request-lost' } })
    expect(await wish(page, { kind: 'enquiry.send', car: some[0]?._id ?? '', text })).toMatchObject({
      ok: true,
    })
    expect((await outboxOnDisk(page)).some((row) => row.payload.message === text)).toBe(true)
    expect(await saveDraft(page, 'form', 'It is blue.')).toBe(true)
    lost.end()

    await page.goto(at('/storage'))
    await page.getByText('This phone had no room for more pictures of your favourites.').waitFor()
    await room(page, undefined)
    await page.getByRole('button', { name: 'Try to save them again' }).click()
    await page.getByText('This phone had no room for more pictures').waitFor({ state: 'detached' })
    await page.goto(at('/saved'))
    await page.getByText(/^(\d+) of \1 saved$/).waitFor({ timeout: 60_000 })
    expect(await pictures(page)).toBeGreaterThan(fitted)
    await isKept(page, 'It is blue.')
  },
)

async function ballastLies(page: Page): Promise<boolean> {
  const [meta] = await tablesOnDisk(page, { of: '^public$', table: 'meta' })
  return meta?.rows.some((row) => (row as { k: string }).k === 'ballast') ?? false
}

test(
  'A phone full in its first session still saves and sends thirty short writes [S15 I12]',
  { tags: ['full'] },
  async () => {
    phone = await openPhone()
    const { context, page } = phone
    await lookInside(context)
    await room(page, 16_000_000)
    await page.goto(at('/listings'))
    await ready(page)
    await until('there is something to throw off', () => ballastLies(page))
    const down = scene.proxy.rule({ path: anyCall, fault: { kind: 'request-lost' } })
    await fill(page)
    const car = scene.nextCar()
    const texts = Array.from({ length: 30 }, newText)
    for (const text of texts)
      expect(await wish(page, { kind: 'enquiry.send', car: car._id, text })).toMatchObject({ ok: true })
    const waiting = (await outboxOnDisk(page)).map((row) => row.payload.message)
    expect(waiting).toEqual(expect.arrayContaining(texts))
    expect(await ballastLies(page)).toBe(false)
    down.end()
    await nothingWaits(page, 120_000)
    for (const text of texts) expect(await arrived(scene, text)).toBe(1)
  },
)
