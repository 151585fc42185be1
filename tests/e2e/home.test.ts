import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlled, openPhone, until } from '../support/browser.ts'
import { startServer, type Server } from '../support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const region = (page: Page, name: string) => page.getByRole('region', { name })
const drawn = (page: Page) =>
  page.evaluate(() => {
    const picture = document.querySelector<HTMLImageElement>('main [aria-roledescription=slide] img')
    return picture !== null && picture.complete && picture.naturalWidth > 0
  })
/** Returns the index of the first visible item of a row. */
const front = (page: Page, name: string) =>
  region(page, name)
    .getByRole('list')
    .first()
    .evaluate((row) =>
      [...row.children].findIndex(
        (item) => Math.abs(item.getBoundingClientRect().left - row.getBoundingClientRect().left) < 40,
      ),
    )

test('Home opens whole without signal after one visit, pictures and all [R-HOME-01 R-HOME-18 R-HOME-21 R-HOME-24]', async () => {
  let phone = await openPhone()
  try {
    let { page } = phone
    await page.goto(`${server.origin}/`)
    await controlled(page)
    const latest = () => region(page, 'Latest Listings').getByRole('article').count()
    await until('the newest cars are there', async () => (await latest()) === 10)
    // A row loads completely when a person comes near it.
    await region(page, 'Featured On').scrollIntoViewIfNeeded()
    await until(
      'every make is there',
      async () => (await region(page, 'Featured On').getByRole('link').count()) >= 60,
    )
    await until(
      'the articles are there',
      async () => (await region(page, 'Latest Blogs').getByRole('article').count()) > 2,
    )
    await until(
      'the phone counts its own cars',
      async () => (await page.getByRole('button', { name: /^Search Show [1-9]\d\d cars/ }).count()) === 1,
    )
    // A row moves with its buttons, and automatically until it is paused.
    await region(page, 'Latest Listings').scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Pause Latest Listings' }).click()
    await page.getByRole('button', { name: 'Next in Latest Listings' }).click()
    await until('the second car is in front', async () => (await front(page, 'Latest Listings')) === 1)

    await server.kill()
    await phone.kill()
    phone = await phone.reopen()
    ;({ page } = phone)
    await page.goto(`${server.origin}/`)
    await until('the newest cars are there again', async () => (await latest()) === 10)
    await until('the first picture is there again', () => drawn(page))
    await region(page, 'Featured On').scrollIntoViewIfNeeded()
    await until(
      'every make is there again',
      async () => (await region(page, 'Featured On').getByRole('link').count()) >= 60,
    )
    await until(
      'the articles are there again',
      async () => (await region(page, 'Latest Blogs').getByRole('article').count()) > 2,
    )
    expect(await region(page, 'Testimonials').getByRole('figure').count()).toBe(4)

    await page.getByRole('button', { name: /^Search/ }).click()
    await page.waitForURL(/\/listings\?.*sortby=most_recent/)
    await until(
      'the search is answered as well',
      async () => (await page.getByRole('article').count()) === 15,
    )
  } finally {
    await phone.dispose()
  }
})
