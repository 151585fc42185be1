import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CarCard } from '#contract/cars.ts'
import { heart, kept, signIn } from '../support/acts.ts'
import { controlled, laptop, openPhone, phone as small, until, type Phone } from '../support/browser.ts'
import { inView } from '../support/budget.ts'
import { cars, emails } from '../support/people.ts'
import { onDisk } from '../support/phone/inside.ts'
import { lookAway } from '../support/phone/powers.ts'
import { startServer, type Server } from '../support/server.ts'

let server: Server
let market: CarCard[]
const phones: Phone[] = []

beforeAll(async () => {
  server = await startServer()
  market = await cars(server.origin, { limit: 12 })
})
beforeEach(async () => {
  const alive = await fetch(`${server.origin}/healthz`).then(
    (reply) => reply.ok,
    () => false,
  )
  if (!alive) await server.restart()
})
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.dispose()
})
afterAll(() => server.stop())

async function newPhone(o: Parameters<typeof openPhone>[0] = {}): Promise<Phone> {
  const phone = await openPhone({ reducedMotion: 'reduce', ...o })
  phones.push(phone)
  return phone
}
/** Restarts the browser, as after a night. */
async function nextDay(phone: Phone): Promise<Phone> {
  await phone.kill()
  const again = await phone.reopen()
  phones.splice(phones.indexOf(phone), 1, again)
  return again
}
const addressOf = (some: readonly CarCard[]) => `/compare?cars=${some.map((car) => car.slug).join(',')}`
const viewedOn = async (page: Page) =>
  (await onDisk<{ carId: string; at: number }>(page, 'viewed'))
    .sort((a, b) => b.at - a.at)
    .map(({ carId, partition }) => ({ carId, guest: partition.startsWith('g_') }))

async function look(page: Page, car: CarCard): Promise<void> {
  await page.goto(`${server.origin}/listing/${car.slug}`)
  await page.getByRole('heading', { level: 1, name: car.title }).waitFor()
  await until('the look is noted', async () => (await viewedOn(page))[0]?.carId === car._id)
}
const heads = (page: Page) => page.getByRole('columnheader').getByRole('link')
const cells = (page: Page, fact: string) =>
  page.getByRole('row', { name: new RegExp(`^${fact}`) }).getByRole('cell')

describe('A comparison', () => {
  test(
    'of three saved cars opens offline after restarting; another phone fetches missing cars later [R-PWA-33 R-PWA-18]',
    { tags: ['full'] },
    async () => {
      const [a, b, c] = market as [CarCard, CarCard, CarCard]
      const three = [a, b, c]
      let mine = await newPhone()
      await signIn(mine.page, server.origin, emails.buyer)
      for (const car of three) {
        await look(mine.page, car)
        await heart(mine.page).click()
        await mine.page
          .getByRole('button', { name: /^Save /, pressed: true })
          .first()
          .waitFor()
      }
      await controlled(mine.page)
      await until('all of it is kept', () => kept(mine.page), 60_000)
      // The other person has opened the app once, and none of these cars.
      const theirs = await newPhone()
      await theirs.page.goto(`${server.origin}/login`)
      await controlled(theirs.page)

      await server.kill()
      mine = await nextDay(mine)
      const { page } = mine
      await page.goto(`${server.origin}/saved`)
      await page.getByRole('button', { name: 'Compare', exact: true }).click()
      const favourites = page.getByRole('region', { name: /^Favourites/ })
      for (const car of three) {
        await favourites.getByRole('checkbox', { name: `Compare ${car.title}` }).focus()
        await page.keyboard.press('Space')
      }
      await page
        .getByRole('region', { name: 'Choose cars to compare' })
        .getByRole('button', { name: 'Compare' })
        .click()
      await page.waitForURL(`**${addressOf(three)}`)
      await until('all three are there', async () => (await heads(page).count()) === 3)
      expect(await heads(page).allInnerTexts()).toEqual(three.map((car) => car.title))
      // Facts that only a car's own page shows are there too.
      await until('their pages are read', async () => (await page.getByText('Needs signal').count()) === 0)
      expect(await cells(page, 'Seller').allInnerTexts()).toEqual(
        expect.arrayContaining([expect.stringMatching(/^(Dealer|Private)$/)]),
      )
      const prices = three.map((car) => car.price)
      const lowest = prices.indexOf(Math.min(...prices))
      expect(await cells(page, 'Price').nth(lowest).innerText()).toContain('Lowest price')

      await theirs.page.goto(server.origin + addressOf(three))
      await until(
        'they are named as missing',
        async () => (await theirs.page.getByText(/^Not on this phone/).count()) === 3,
      )
      // Else the page may reach the server by itself and remove the button before the click.
      await lookAway(theirs.page)
      await server.restart()
      await theirs.page
        .getByRole('button', { name: /^Try again/ })
        .first()
        .click()
      await until('the server’s cars are there', async () => (await heads(theirs.page).count()) === 3)
      expect(await heads(theirs.page).allInnerTexts()).toEqual(three.map((car) => car.title))
      expect(await viewedOn(theirs.page)).toEqual([])
    },
  )
})

describe('The cars looked at', () => {
  test(
    'survive a killed browser and a dead server, and move to a guest’s account [R-PWA-33]',
    { tags: ['full'] },
    async () => {
      const [a, b] = market.slice(3, 5) as [CarCard, CarCard]
      let phone = await newPhone()
      for (const car of [a, b, a]) await look(phone.page, car)
      await controlled(phone.page)
      await server.kill()
      phone = await nextDay(phone)
      await phone.page.goto(`${server.origin}/viewed`)
      await phone.page.getByRole('article').first().waitFor()
      expect(await phone.page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([a.title, b.title])

      await server.restart()
      await signIn(phone.page, server.origin, emails.buyer)
      const both = [a, b].map((car) => ({ carId: car._id, guest: false }))
      await phone.page.goto(`${server.origin}/viewed`)
      await until(
        'they are the person’s',
        async () => JSON.stringify(await viewedOn(phone.page)) === JSON.stringify(both),
      )
      await phone.page.getByRole('button', { name: 'Clear' }).click()
      await phone.page.getByText('No cars looked at yet').waitFor()
      expect(await viewedOn(phone.page)).toEqual([])
      await phone.page.getByRole('button', { name: 'Undo' }).click()
      await phone.page.getByRole('article').first().waitFor()
      expect(await viewedOn(phone.page)).toEqual(both)
    },
  )
})

const windows = [
  { on: 'a phone', viewport: small },
  { on: 'a laptop', viewport: laptop },
] as const
const cramped = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(a, button, label)')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.closest('nav, p, dialog, [inert]'))
      .map((element) => ({ box: element.getBoundingClientRect(), element }))
      .filter(({ box }) => box.width < 44 || box.height < 43.5)
      .map(({ box, element }) => `${element.innerText} ${box.width}×${box.height}`),
  )

test.each(windows)(
  'Comparing and looking back shut nobody out, in light and in dark, on $on',
  { tags: ['full'] },
  async (o) => {
    const { page } = await newPhone({ viewport: o.viewport })
    const some = market.slice(5, 8)
    for (const car of some) await look(page, car)
    const found: string[] = []
    for (const path of ['/viewed', '/compare', addressOf([...some, market[8] as CarCard]), '/saved?choose']) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.goto(server.origin + path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        if (path.includes('cars='))
          await until('all are there', async () => (await heads(page).count()) === 4)
        if (path.includes('choose')) await page.getByRole('checkbox').first().waitFor()
        await inView(page)
        await page.evaluate(axe.source)
        const lines = await page.evaluate(async (): Promise<string[]> => {
          const { axe: inPage } = window as unknown as { axe: typeof axe }
          const { violations } = await inPage.run(document, { resultTypes: ['violations'] })
          return violations.flatMap((v) =>
            v.nodes.map((n) => `${v.id}: ${n.target.join(' ')} ${n.failureSummary}`),
          )
        })
        found.push(
          ...[...lines, ...(await cramped(page))].map((line) => `${path} in ${colorScheme}: ${line}`),
        )
      }
    }
    expect(found).toEqual([])
  },
)
