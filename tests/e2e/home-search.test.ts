import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlled, openPhone, until } from '../support/browser.ts'
import { startServer, type Server } from '../support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const button = (page: Page) => page.getByRole('button', { name: /^Search/ })
/** Returns the number in "Show 128 cars" on the button. */
async function shown(page: Page): Promise<number | undefined> {
  const words = /Show ([\d,]+) cars?/.exec((await button(page).textContent()) ?? '')?.[1]
  return words === undefined ? undefined : Number(words.replaceAll(',', ''))
}

test(
  'Home searches without signal, and finds as many cars as its button said [R-HOME-08 R-HOME-16 R-HOME-17]',
  { tags: ['full'] },
  async () => {
    let phone = await openPhone()
    try {
      let { page } = phone
      await page.goto(`${server.origin}/`)
      await controlled(page)
      await until('the phone counts its own cars', async () => ((await shown(page)) ?? 0) > 100)
      await server.kill()
      await phone.kill()
      phone = await phone.reopen()
      ;({ page } = phone)
      await page.goto(`${server.origin}/`)
      await until('it counts without signal', async () => ((await shown(page)) ?? 0) > 100)
      const all = (await shown(page)) ?? 0

      await page.getByRole('combobox', { name: 'Brand And Model' }).fill('toy')
      await page.getByRole('checkbox', { name: /^Toyota/ }).check()
      await page.keyboard.press('Escape')
      await page.getByRole('searchbox', { name: 'Search in your own words' }).fill('automatic under 4m')
      await page.getByRole('button', { name: 'Remove under 4m' }).waitFor()
      await until('the number follows', async () => ((await shown(page)) ?? all) < all)
      const said = (await shown(page)) ?? 0
      expect(said).toBeGreaterThan(0)
      await button(page).click()
      await page
        .getByText(new RegExp(`^${said} cars?$`))
        .first()
        .waitFor()
      expect(new URL(page.url()).search).toBe(
        '?brands=Toyota&q=automatic+under+4m&maxprice=5000000&sortby=most_recent',
      )

      await page.goBack()
      await page.getByRole('link', { name: /Your last search/ }).waitFor()
      expect(await page.getByRole('list', { name: 'Chosen brands and models' }).count()).toBe(0)
    } finally {
      await phone.dispose()
    }
  },
)
