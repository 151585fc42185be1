import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { controlled, laptop, openPhone, until, type Phone } from '../support/browser.ts'
import { onDisk } from '../support/phone/inside.ts'
import { lookAway } from '../support/phone/powers.ts'
import { startServer, type Server } from '../support/server.ts'

let server: Server
const phones: Phone[] = []

beforeAll(async () => {
  server = await startServer()
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
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const title = 'Ten minutes with the engine cold'
const address = '/blog/ten-minutes-with-the-engine-cold'

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations: found } = await page.evaluate(() => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    return inPage.run('main')
  })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe('News and reviews', () => {
  test(
    'can be paged, and articles once read open offline with pictures the next day [R-BLOG-01 R-BLOG-03 R-BLOG-07 R-NAV-07 R-NAV-08 R-STATE-33]',
    { tags: ['full'] },
    async () => {
      let phone = await newPhone()
      let { page } = phone
      await page.goto(`${server.origin}/blog`)
      await until('a page of twelve is there', async () => (await cards(page).count()) === 12)
      await controlled(page)
      await page
        .getByRole('navigation', { name: /^Pagination/ })
        .last()
        .getByRole('link', { name: 'Next page' })
        .click()
      await page.waitForURL('**/blog?page=2')
      await until('the rest is there', async () => (await cards(page).count()) === 4)
      await page.goBack()
      await until('back is the first page', async () => (await cards(page).count()) === 12)
      await page.getByRole('link', { name: title }).click()
      await page.waitForURL(`**${address}`)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      const words = await cards(page).innerText()
      const drawn = () =>
        page.evaluate(() => {
          const picture = document.querySelector<HTMLImageElement>('main article img')
          return picture !== null && picture.complete && picture.naturalWidth > 0
        })
      await until('its picture is there', drawn)
      await until('it is kept', async () =>
        (await onDisk<{ k: string }>(page, 'kept')).some(({ k }) => k === `blog:${address.slice(6)}`),
      )

      await until('its picture is kept', () =>
        page.evaluate(async () => {
          const picture = document.querySelector<HTMLImageElement>('main article img')
          return picture !== null && (await caches.match(new URL(picture.currentSrc).pathname)) !== undefined
        }),
      )

      await server.kill()
      await phone.kill()
      phone = await phone.reopen()
      phones.splice(0, 1, phone)
      ;({ page } = phone)
      await page.goto(`${server.origin}/blog`)
      await until('the list is kept', async () => (await cards(page).count()) === 12)
      await page.getByRole('link', { name: title }).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      expect((await cards(page).innerText()).replace(/\s*·\s*as of [^\n]*/, '')).toBe(words)
      await until('its picture is there as well', drawn)

      // An article that was never opened is unavailable offline, and the page does not redirect.
      await page.goto(`${server.origin}/blog/a-battery-tells-you-before-it-leaves`)
      const again = page.getByRole('button', { name: 'Try again' })
      await again.waitFor()
      // Else the page may reach the server by itself and remove the button before the click.
      await lookAway(page)
      await server.restart()
      await again.click()
      await page.getByRole('heading', { level: 1, name: /^A battery tells you/ }).waitFor()
    },
  )

  test(
    'An address without an article says so and leads home [R-ERR-27 R-STATE-33]',
    { tags: ['full'] },
    async () => {
      const { page } = await newPhone()
      await page.goto(`${server.origin}/blog/nowhere-at-all`)
      await page.getByRole('alert').getByText('Blog not available').waitFor()
      await page.waitForURL(`${server.origin}/`)
      // The history does not keep the address of a missing article.
      expect(
        await page.evaluate(() => navigation.entries().map(({ url }) => new URL(url ?? '').pathname)),
      ).not.toContain('/blog/nowhere-at-all')
    },
  )

  test.each([
    ['a phone by day', {}],
    ['a laptop by night', { viewport: laptop, colorScheme: 'dark' as const }],
    ['a narrow phone', { viewport: { width: 320, height: 640 } }],
  ])('can be read by everybody on %s', { tags: ['full'] }, async (_, o) => {
    const { page } = await newPhone(o)
    await page.goto(`${server.origin}/blog`)
    await cards(page).first().waitFor()
    expect(await violations(page)).toEqual([])
    expect(await sideways(page)).toBeLessThanOrEqual(0)
    await page.goto(server.origin + address)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await sideways(page)).toBeLessThanOrEqual(0)
    const small = await page.getByRole('link', { name: /^Share on/ }).evaluateAll(
      (links) =>
        links.filter((link) => {
          const { width, height } = link.getBoundingClientRect()
          return width < 44 || height < 44
        }).length,
    )
    expect(small).toBe(0)
  })
})
