import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { firstCards, heart, signIn } from '../support/acts.ts'
import { laptop, openPhone, until } from '../support/browser.ts'
import type { Phone } from '../support/browser.ts'
import { cars, emails, favouritesOf, signedIn } from '../support/people.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

let server: Server
let computer: Phone
beforeAll(async () => {
  server = await startServer()
  computer = await openPhone({ viewport: laptop })
})
afterAll(async () => {
  await computer.dispose()
  await server.stop()
})
beforeEach(async () => {
  await computer.page.goto(`${server.origin}/listings`)
  await firstCards(computer.page).first().waitFor()
})
const address = () => new URL(computer.page.url())

test('A guest who taps a heart is offered the login and may cancel [R-LIST-27 R-LIST-28 R-LIST-29]', async () => {
  const { page } = computer
  await heart(page).click()
  const dialog = page.getByRole('dialog', { name: 'Not Logged In' })
  await dialog.getByText('You need to be logged in to mark this car as a favorite.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await heart(page).getAttribute('aria-pressed')).toBe('false')
  await heart(page).click()
  await dialog.getByText('Go to Login').click()
  await page.waitForURL('**/login**')
})

test(
  'Choosing a filter returns to page 1, and its URL restores it after reload [R-LIST-17 R-LIST-18]',
  { tags: ['full'] },
  async () => {
    const { page } = computer
    await page.goto(`${server.origin}/listings?page=2`)
    await firstCards(page).first().waitFor()
    await page.getByRole('checkbox', { name: /^Diesel/ }).check()
    await page.waitForURL(/fueltypes=Diesel/)
    expect(address().searchParams.get('page') ?? '1').toBe('1')
    // The phone's own cars come first; the server's cars replace them.
    const diesels = await cars(server.origin, { fueltype: ['Diesel'] })
    const titles = diesels.map((car) => car.title).join()
    const shown = async () => (await firstCards(page).getByRole('heading').allInnerTexts()).join() === titles
    expect(diesels.filter((car) => car.fueltype !== 'Diesel')).toEqual([])
    await until('the diesels are there', shown)
    await page.reload()
    await firstCards(page).first().waitFor()
    expect(await page.getByRole('checkbox', { name: /^Diesel/ }).isChecked()).toBe(true)
    await until('the same cars stand there', shown)
  },
)

test('Clear All leads back to /listings without filters [R-LIST-16]', { tags: ['full'] }, async () => {
  const { page } = computer
  await page.goto(`${server.origin}/listings?fueltypes=Diesel&minprice=1000`)
  await firstCards(page).first().waitFor()
  await page.getByRole('button', { name: 'Clear All' }).first().click()
  await until('the address is bare', () => address().pathname === '/listings' && address().search === '')
  expect(await page.getByRole('checkbox', { name: /^Diesel/ }).isChecked()).toBe(false)
})

test('Back from a car finds the same page, filters and place in the list [R-LIST-18]', async () => {
  const { page } = computer
  await page.goto(`${server.origin}/listings?page=2&sortby=price_low_high`)
  const card = firstCards(page).nth(10)
  // The response may replace the phone's list, and this card, at the same moment.
  const reached = () =>
    card.scrollIntoViewIfNeeded().then(
      () => true,
      () => false,
    )
  await until('the card is in view', reached)
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(0)
  await card.getByRole('link').first().click()
  await page.waitForURL('**/listing/**')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goBack()
  await card.waitFor()
  expect(address().searchParams.get('page')).toBe('2')
  expect(address().searchParams.get('sortby')).toBe('price_low_high')
  await until('the place is found again', async () =>
    page.evaluate((y) => Math.abs(scrollY - y) < 60, before),
  )
})

test(
  'The heart of whoever has signed in reaches the server [R-LIST-25 R-API-11]',
  { tags: ['full'] },
  async () => {
    const { page } = computer
    await signIn(page, server.origin, emails.buyer)
    await page.goto(`${server.origin}/listings`)
    const off = page.getByRole('button', { name: /^Save /, pressed: false }).first()
    const name = (await off.getAttribute('aria-label')) ?? ''
    const buyer = await signedIn(server.origin, emails.buyer)
    const before = (await favouritesOf(buyer)).length
    await off.click()
    await until('the server holds it', async () => (await favouritesOf(buyer)).length === before + 1)
    await page.goto(`${server.origin}/saved`)
    await page.getByRole('button', { name, pressed: true }).first().waitFor()
    expect(await page.getByRole('button', { name, pressed: false }).count()).toBe(0)
  },
)

test('A phone lays out distant cards only when near, but reserves their exact space', async () => {
  const { page, dispose } = await openPhone()
  await page.goto(`${server.origin}/listings`)
  await firstCards(page).first().waitFor()
  const last = () =>
    page.evaluate(() => {
      const item = [...document.querySelectorAll('main li:has(> article)')].at(-1)
      const { y = 0, height = 0 } = item?.getBoundingClientRect() ?? {}
      return {
        top: y + scrollY,
        height,
        isLaidOut: item?.querySelector('h2')?.checkVisibility({ contentVisibilityAuto: true }),
      }
    })
  const before = await last()
  expect(before.isLaidOut).toBe(false)
  await page.evaluate((y) => scrollTo(0, y), before.top)
  await until('the card is laid out', async () => (await last()).isLaidOut === true)
  const after = await last()
  expect(Math.abs(after.top - before.top)).toBeLessThan(1)
  expect(Math.abs(after.height - before.height)).toBeLessThan(1)
  await dispose()
})

test(
  'On a phone a car page hides the app’s bars; missing cars show them [R-CAR-19]',
  { tags: ['full'] },
  async () => {
    const { page, dispose } = await openPhone()
    const seen = async () => [
      await page.getByRole('banner').isVisible(),
      await page.getByRole('navigation', { name: 'Quick' }).isVisible(),
    ]
    await page.goto(`${server.origin}/listings`)
    await firstCards(page).first().waitFor()
    expect(await seen()).toEqual([true, true])
    await firstCards(page).first().getByRole('link').first().click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Message seller' }).waitFor()
    expect(await seen()).toEqual([false, false])
    await page.goto(`${server.origin}/listing/no-such-car`)
    await page.getByText('404').waitFor()
    expect(await seen()).toEqual([true, true])
    await dispose()
  },
)
