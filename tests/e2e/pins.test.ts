import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CarCard } from '#contract/cars.ts'
import { controlled, openPhone, shownPictures, until } from '../support/browser.ts'
import type { Phone } from '../support/browser.ts'
import { cars, emails } from '../support/people.ts'
import { lookInside, running, wish } from '../support/phone/inside.ts'
import { signInQuickly } from '../support/phone/scene.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

let server: Server
let phone: Phone
/** Cars that were saved and never opened. */
let saved: CarCard[]
/** A car that was shown once, in a list. */
let seen: CarCard

beforeAll(async () => {
  server = await startServer()
  phone = await openPhone()
  await lookInside(phone.context)
  const { page } = phone
  await page.goto(`${server.origin}/listings`)
  await running(page)
  await controlled(page)
  await signInQuickly(page, server.origin, emails.buyer)
  const [first] = await cars(server.origin, { limit: 1 })
  if (!first) throw new Error('There are no cars.')
  seen = first
  saved = (await cars(server.origin, { limit: 3, sortBy: 'price_low_high' })).slice(0, 3)
})
afterAll(async () => {
  await phone.dispose()
  await server.stop()
})

/** Clears the HTTP cache of the browser, which guarantees nothing. */
async function forgetCopies(page: Page): Promise<void> {
  const session = await phone.context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}
/** Loads the widest of these pictures as a page does, and returns those that failed. */
const missing = (page: Page, urls: readonly string[]) =>
  page.evaluate(async (urls) => {
    const load = (src: string) =>
      new Promise<boolean>((resolve) => {
        const image = new Image()
        image.onload = () => resolve(image.naturalWidth > 0)
        image.onerror = () => resolve(false)
        image.src = src
      })
    const loaded = await Promise.all(urls.map(load))
    return urls.filter((_, i) => !loaded[i])
  }, urls)

test('A saved car that was never opened shows offline with its first five pictures [R-PWA-33 S16]', async () => {
  const { page } = phone
  for (const car of saved)
    expect(await wish(page, { kind: 'fav.set', car: car._id, on: true })).toMatchObject({ ok: true })
  await page.goto(`${server.origin}/saved`)
  await page.getByText('3 of 3 saved').waitFor({ timeout: 180_000 })
  expect(await page.getByText('Not offline yet').count()).toBe(0)
  await page.goto('about:blank')
  await forgetCopies(page)
  await server.kill()
  for (const car of saved) {
    await page.goto(`${server.origin}/listing/${car.slug}`)
    await page.getByRole('heading', { level: 1, name: car.title }).waitFor()
    await page
      .getByRole('heading', { name: /description|about/i })
      .first()
      .waitFor()
    await until('its picture is there', async () => (await shownPictures(page)).shown > 0)
    expect((await shownPictures(page)).broken).toEqual([])
    const first = car.pictures.slice(0, 5).map(({ url }) => url.replace('.webp', '.avif'))
    expect(await missing(page, first)).toEqual([])
  }
})

test(
  'While offline the saved screen counts cached favourites and marks the uncached one [R-PWA-33]',
  { tags: ['full'] },
  async () => {
    const { page } = phone
    await wish(page, { kind: 'fav.set', car: seen._id, on: true })
    await page.goto(`${server.origin}/saved`)
    await page.getByText('3 of 4 saved').waitFor()
    await page.getByText('Goes on when you are back online.').waitFor()
    const item = page.getByRole('listitem').filter({ hasText: seen.title })
    await item.getByText('Not offline yet').waitFor()
    expect(await page.getByText('Not offline yet').count()).toBe(1)
    await wish(page, { kind: 'fav.set', car: seen._id, on: false })
    await page.getByText('3 of 3 saved').waitFor()
  },
)

test(
  'Removing a favourite deletes its pictures, and cleared favourites stay cleared until requested',
  { tags: ['full'] },
  async () => {
    const { page } = phone
    await server.restart()
    await page.goto(`${server.origin}/storage`)
    await page.getByRole('button', { name: 'Clear Your favourites' }).click()
    await page.getByRole('button', { name: /^Clear \d/ }).click()
    await page.getByText('Cleared: your favourites.').waitFor()
    const pins = () =>
      page.evaluate(async () => {
        let sum = 0
        for (const name of await caches.keys())
          if (name.startsWith('pins-')) sum += (await (await caches.open(name)).keys()).length
        return sum
      })
    expect(await pins()).toBe(0)
    await page.getByRole('button', { name: 'Save my favourites here again' }).click()
    await until('they are here again', async () => (await pins()) >= 13, 60_000)
    const [first] = saved
    await wish(page, { kind: 'fav.set', car: first?._id ?? '', on: false })
    await until('its pictures left', async () => (await pins()) <= 10, 60_000)
  },
)
