import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlled, openPhone, shownPictures, until } from '../support/browser.ts'
import type { Phone } from '../support/browser.ts'
import { firstCards, kept, listIsDrawn } from '../support/acts.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

let server: Server
let phone: Phone
/** The car that a guest opened during the only visit. */
let seen: { path: string; title: string }

beforeAll(async () => {
  server = await startServer()
  phone = await openPhone()
  const { page } = phone
  await page.goto(`${server.origin}/listings`)
  const card = firstCards(page).first()
  await until('the list is drawn', () => listIsDrawn(page))
  // The server draws the list at once; the phone stores it after the hydration.
  await controlled(page)
  await until('the list is kept', () => kept(page))
  const path = (await card.getByRole('link').first().getAttribute('href')) ?? ''
  await card.getByRole('link').first().click()
  await page.waitForURL(`**${path}`)
  seen = { path, title: await page.getByRole('heading', { level: 1 }).innerText() }
  await until('the car’s picture is there', async () => (await shownPictures(page)).shown > 0)
  await controlled(page)
  await until('what was seen is kept', () => kept(page))
  // The HTTP cache of the browser guarantees nothing, so the test clears it.
  const session = await phone.context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await server.kill()
})
afterAll(async () => {
  await phone.dispose()
  await server.stop()
})

async function showsListings(): Promise<void> {
  const { page } = phone
  await firstCards(page).first().waitFor()
  await until('the cards carry pictures', () => listIsDrawn(page))
}

test(
  'After one visit the listings open with their pictures when the server is down [R-PWA-16 R-PWA-17 R-PWA-18 R-PWA-33 R-PWA-35]',
  { tags: ['full'] },
  async () => {
    await phone.page.goto(`${server.origin}/listings`)
    await showsListings()
    await firstCards(phone.page).nth(3).waitFor()
    expect(await firstCards(phone.page).count()).toBeGreaterThan(3)
  },
)

test(
  'A viewed car opens with its picture when the server is down [R-PWA-17 R-PWA-18 R-PWA-33]',
  { tags: ['full'] },
  async () => {
    const { page } = phone
    await page.goto(server.origin + seen.path)
    await page.getByRole('heading', { level: 1, name: seen.title }).waitFor()
    await until('its picture is there', async () => (await shownPictures(page)).shown > 0)
    expect((await shownPictures(page)).broken).toEqual([])
  },
)

test(
  'When the server is down, the saved screen shows the viewed car, picture included [R-PWA-17 R-PWA-33]',
  { tags: ['full'] },
  async () => {
    const { page } = phone
    await page.goto(`${server.origin}/saved`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await firstCards(page).filter({ hasText: seen.title }).first().waitFor()
    await until('its picture is there', async () => {
      const { shown, without } = await shownPictures(page)
      return shown > 0 && without === 0
    })
    expect((await shownPictures(page)).broken).toEqual([])
  },
)

test.each(['/', '/login', '/thankyou', '/outbox', '/dealers', '/no/such/page'])(
  'The address %s opens with the server dead, also in a new tab [R-PWA-18 R-NAV-01]',
  { tags: ['full'] },
  async (path) => {
    const tab = await phone.context.newPage()
    await tab.goto(server.origin + path)
    expect(await tab.getByRole('heading', { level: 1 }).innerText()).not.toBe('')
    await tab.close()
  },
)

test('A phone that was switched off starts the app cold with the server dead [R-PWA-18 R-PWA-32]', async () => {
  await phone.kill()
  phone = await phone.reopen()
  await phone.page.goto(`${server.origin}/listings`)
  await showsListings()
  await firstCards(phone.page).nth(3).waitFor()
  expect(await firstCards(phone.page).count()).toBeGreaterThan(3)
})
