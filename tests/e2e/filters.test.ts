import axe from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstCards } from '../support/acts.ts'
import { laptop, openPhone, phone as small, until, type Phone } from '../support/browser.ts'
import { countOf } from '../support/people.ts'
import { lookInside } from '../support/phone/inside.ts'
import { ready, refresh } from '../support/phone/market.ts'
import { startServer, type Server } from '../support/server.ts'

/** Finding a car by touch, keyboard and screen reader: the search box, the drawer, the places. */
let server: Server
let phone: Phone
beforeAll(async () => {
  server = await startServer()
  phone = await openPhone({ reducedMotion: 'reduce' })
})
afterAll(async () => {
  await phone.dispose()
  await server.stop()
})

const search = (page: Page) => page.getByRole('combobox', { name: 'Search cars' })
const address = (page: Page) => new URL(page.url()).searchParams
const showsCars = { name: /^Show [\d,]+ cars?$/ }
const list = (page: Page) => page.waitForResponse((r) => r.url().includes('get-car-list') && r.ok())

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`${server.origin}/listings${query}`)
  await firstCards(page).first().waitFor()
}
async function openDrawer(page: Page): Promise<Locator> {
  await page
    .getByRole('button', { name: /^Filters/ })
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer.getByRole('button', showsCars).waitFor()
  // A dialog takes the focus after it has opened.
  await until('the drawer has the focus', () =>
    drawer.evaluate((dialog) => dialog.contains(document.activeElement)),
  )
  return drawer
}
async function shown(drawer: Locator): Promise<number> {
  const words = await drawer.getByRole('button', showsCars).innerText()
  return Number(words.replace(/\D/g, ''))
}
/** Returns the accessibility violations of the current page. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    const result = await inPage.run(document, { resultTypes: ['violations'] })
    return result.violations.flatMap((v) =>
      v.nodes.map((n) => `${v.id}: ${n.target.join(' ')} ${n.failureSummary}`),
    )
  })
}
/** Returns the controls of an area that are too small for a finger. */
const tooSmall = (area: Locator) =>
  area.evaluate((root) =>
    [...root.querySelectorAll<HTMLElement>('button, a, select, label, summary, [role="option"]')]
      .map((e) => ({ e, box: e.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
      .map(({ e, box }) => `${e.tagName} ${e.innerText.slice(0, 30)} ${box.width}×${box.height}`),
  )

test(
  'A person sets the price range by keyboard, touch or typing, and counts update [R-LIST-13 R-LIST-17 R-VAL-03 R-CONST-03]',
  { tags: ['full'] },
  async () => {
    const { page } = phone
    await open(page)
    const drawer = await openDrawer(page)
    const all = await countOf(server.origin, {})
    await until('all are counted', async () => (await shown(drawer)) === all)
    const [from, to] = [
      drawer.getByRole('slider', { name: 'Price range from' }),
      drawer.getByRole('slider', { name: 'Price range to' }),
    ]
    await to.focus()
    await page.keyboard.press('PageDown')
    await until('dear cars are left out', async () => (await shown(drawer)) < all)
    const most = Number(address(page).get('maxprice'))
    expect(most).toBeGreaterThan(0)
    expect(most % 50).toBe(0)
    await from.focus()
    for (const key of ['PageUp', 'PageUp']) await page.keyboard.press(key)
    await until('cheap cars are left out', () => address(page).get('minprice') === '200000')
    await page.keyboard.press('ArrowRight')
    const least = 200_050
    await until('an arrow moved it by 50', () => Number(address(page).get('minprice')) === least)
    expect(await from.getAttribute('aria-valuetext')).toMatch(/200,050$/)
    const box = await from.evaluate((input) => {
      const { left, width, top, height } = input.getBoundingClientRect()
      const { value, max } = input as HTMLInputElement
      return { x: left + 22 + (Number(value) / Number(max)) * (width - 44), y: top + height / 2, height }
    })
    expect(box.height).toBeGreaterThanOrEqual(44)
    await page.touchscreen.tap(box.x, box.y)
    await page.mouse.move(box.x, box.y)
    await page.mouse.down()
    await page.mouse.move(box.x + 60, box.y, { steps: 4 })
    await page.mouse.up()
    await until('the finger moved it on', () => Number(address(page).get('minprice')) > least)
    await drawer.getByLabel('Max').fill('2 500 000')
    await page.keyboard.press('Enter')
    await until('the typed amount is taken', () => address(page).get('maxprice') === '2500000')
  },
)

test(
  'The filter drawer counts offline, from the listings saved on the phone [R-STATE-08 R-LIST-17]',
  { tags: ['full'] },
  async () => {
    const { page, context, dispose } = await openPhone({ reducedMotion: 'reduce' })
    try {
      await lookInside(context)
      await open(page)
      await ready(page)
      await refresh(page)
      const drawer = await openDrawer(page)
      const all = await countOf(server.origin, {})
      await until('the copy can be searched', async () => {
        await page.context().setOffline(true)
        await drawer.getByRole('checkbox', { name: /^Diesel/ }).setChecked(true)
        const less = await drawer
          .getByRole('button', showsCars)
          .innerText()
          .catch(() => '')
        await page.context().setOffline(false)
        await drawer.getByRole('checkbox', { name: /^Diesel/ }).setChecked(false)
        return less !== '' && !less.includes(String(all))
      })
      await page.context().setOffline(true)
      for (const fuel of ['Petrol', 'Diesel', 'Hybrid']) {
        const option = drawer.getByRole('checkbox', { name: new RegExp(`^${fuel}`) })
        const count = Number((await option.locator('xpath=ancestor::label').innerText()).replace(/\D/g, ''))
        await option.check()
        await until(`${fuel} is counted`, async () => (await shown(drawer)) === count)
        expect(count).toBeLessThan(all)
        await option.uncheck()
      }
    } finally {
      await dispose()
    }
  },
)

test(
  '“Near me” asks for the location on tap and filters by the nearest city [R-LIST-17 R-LIST-18]',
  { tags: ['full'] },
  async () => {
    const { page, context, dispose } = await openPhone({ reducedMotion: 'reduce' })
    try {
      await context.grantPermissions(['geolocation'])
      await context.setGeolocation({ latitude: -25.75, longitude: 28.2 })
      await open(page, '?page=2')
      await page.getByRole('button', { name: 'Near me' }).click()
      await page.waitForURL(/city=Pretoria/)
      expect(Object.fromEntries(address(page))).toEqual({
        province: 'Gauteng',
        city: 'Pretoria',
        within: '50',
      })
      await until('the cars are from around Pretoria', async () => {
        const places = await firstCards(page).allInnerTexts()
        return places.length > 0 && places.every((text) => !text.includes('Lagos'))
      })
      const drawer = await openDrawer(page)
      const pretoria = { province: ['Gauteng'], city: ['Pretoria'] }
      const within = (km: number) => countOf(server.origin, { ...pretoria, within_km: km })
      const [alone, around, far] = await Promise.all([within(0), within(50), within(200)])
      expect([alone < around, around <= far]).toEqual([true, true])
      // The phone counts its stored listings, which may still be loading.
      const counts = (many: number) => until(`${many} are shown`, async () => (await shown(drawer)) === many)
      await counts(around)
      await drawer.locator('label').filter({ hasText: 'City only' }).click()
      await counts(alone)
      await drawer.getByText('200 km', { exact: true }).click()
      await counts(far)
      await page.reload()
      await firstCards(page).first().waitFor()
      await page.getByRole('button', { name: 'Remove Within 200 km' }).waitFor()
    } finally {
      await dispose()
    }
  },
)

test(
  'A person who denies location is told how to proceed, and filters stay unchanged',
  { tags: ['full'] },
  async () => {
    const { page } = phone
    await open(page)
    await page.getByRole('button', { name: 'Near me' }).click()
    await page.getByText(/You have not allowed this site to know where you are/).waitFor()
    expect(page.url()).toBe(`${server.origin}/listings`)
  },
)

test(
  'A typed phrase becomes removable filter chips, and Back restores what was removed [R-LIST-17 R-LIST-18]',
  { tags: ['full'] },
  async () => {
    const { page } = phone
    await open(page)
    await search(page).fill('automatic toyota under 20 million')
    await search(page).press('Enter')
    await page.getByRole('button', { name: 'Remove Toyota' }).waitFor()
    await page.getByRole('button', { name: 'Remove Automatic' }).click()
    await until('the words are gone', () => address(page).get('q') === 'toyota under 20 million')
    expect(await search(page).inputValue()).toBe('toyota under 20 million')
    await page.goBack()
    await page.getByRole('button', { name: 'Remove Automatic' }).waitFor()
    expect(await search(page).inputValue()).toBe('automatic toyota under 20 million')
  },
)

test(
  'A person picks suggestions by keyboard, and recent searches stay until cleared',
  { tags: ['full'] },
  async () => {
    const { page } = phone
    await open(page)
    await search(page).pressSequentially('toyota hi')
    await page.getByRole('option', { name: /^Hilux/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await until('a model is chosen', () => address(page).get('models') === 'Hilux')
    await page.reload()
    await firstCards(page).first().waitFor()
    await search(page).focus()
    await page.getByRole('option', { name: 'Toyota Hilux' }).waitFor()
    await page.getByRole('button', { name: 'Clear last searches' }).click()
    await page.getByRole('listbox').waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => localStorage.getItem('motorkin-searches'))).toBeNull()
  },
)

test('Pull to refresh asks the server again without reloading the page', { tags: ['full'] }, async () => {
  const { page } = phone
  await open(page)
  await page.evaluate(() => Object.assign(window, { same: true }))
  await until('the pull is ready', () =>
    page.evaluate(() => document.documentElement.style.overscrollBehaviorY === 'contain'),
  )
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 200, y }] })
  const asked = list(page)
  await touch('touchStart', 150)
  for (let y = 170; y <= 400; y += 20) await touch('touchMove', y)
  await touch('touchEnd')
  await asked
  await session.detach()
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
})

test(
  'An empty search shows the count without each filter, and a tap removes it',
  { tags: ['full'] },
  async () => {
    const { page } = phone
    await page.goto(`${server.origin}/listings?brands=Toyota&types=Convertible`)
    const way = page.getByRole('button', { name: /^Without Convertible: [1-9][\d,]* cars$/ })
    await way.waitFor()
    const cars = Number((await way.innerText()).replace(/\D/g, ''))
    await way.click()
    await page
      .getByRole('status')
      .filter({ hasText: `${cars} cars` })
      .waitFor()
    expect(address(page).get('types')).toBeNull()
  },
)

const views = [
  { on: 'a phone', viewport: small },
  { on: 'a laptop', viewport: laptop },
] as const
test.each(views)(
  'The filters, suggestions and empty list are accessible in both themes on $on [R-LIST-09]',
  { tags: ['full'] },
  async ({ viewport }) => {
    const visitor = await openPhone({ viewport, reducedMotion: 'reduce' })
    const { page } = visitor
    const found: string[] = []
    const look = async (what: string) =>
      found.push(...(await violations(page)).map((line) => `${what}: ${line}`))
    try {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await open(page, '?province=Gauteng&city=Pretoria&within=50')
        if (viewport === small) {
          const drawer = await openDrawer(page)
          await look(`drawer in ${colorScheme}`)
          found.push(...(await tooSmall(drawer)))
          await page.keyboard.press('Escape')
          await drawer.waitFor({ state: 'hidden' })
        } else {
          await page.getByRole('group', { name: 'Distance from Pretoria' }).waitFor()
          await look(`panel in ${colorScheme}`)
        }
        await search(page).fill('to')
        await page.getByRole('option').first().waitFor()
        await page.keyboard.press('ArrowDown')
        await look(`suggestions in ${colorScheme}`)
        found.push(...(await tooSmall(page.getByRole('listbox'))))
        await page.goto(`${server.origin}/listings?brands=Toyota&types=Convertible`)
        await page.getByRole('button', { name: /^Without Convertible: / }).waitFor()
        await look(`no cars in ${colorScheme}`)
      }
    } finally {
      await visitor.dispose()
    }
    expect(found).toEqual([])
  },
)
