import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dealerRoutes } from '#contract/users/dealers.ts'
import { measureFirstVisit } from '../support/budget.ts'
import { controlled, laptop, openPhone, phone as small, until, type Phone } from '../support/browser.ts'
import { emails } from '../support/people.ts'
import { tablesOnDisk } from '../support/phone/inside.ts'
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
const aside = (page: Page) => page.getByRole('complementary', { name: 'About this dealer' })
const name = 'Acacia Avenue Motors'

/** Returns the path of the dealer whose page has all parts. */
async function dealerPath(): Promise<string> {
  const reply = await fetch(`${server.origin}/api/v1/${dealerRoutes.getDealerList.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ search: 'acacia' }),
  })
  const { data } = (await reply.json()) as { data: { _id: string; email: string }[] }
  return `/dealer/${data.find(({ email }) => email === emails.dealer)?._id ?? ''}`
}

test.each([
  ['a phone by day', { viewport: small, colorScheme: 'light' as const }],
  ['a laptop by night', { viewport: laptop, colorScheme: 'dark' as const }],
  ['a narrow phone', { viewport: { width: 320, height: 640 } }],
])('Pages of dealers can be read by everybody on %s', { tags: ['full'] }, async (_, o) => {
  const { page } = await newPhone(o)
  for (const path of ['/dealers', await dealerPath()]) {
    await page.goto(server.origin + path)
    await cards(page).first().waitFor()
    await page.evaluate(axe.source)
    const found = await page.evaluate(async () => {
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      return (await inPage.run('main')).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
    })
    expect([path, found]).toEqual([path, []])
    const wider = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect([path, wider <= 0]).toEqual([path, true])
  }
})

test('Pages of dealers come without a shift', { tags: ['full'] }, async () => {
  for (const viewport of [small, laptop])
    for (const path of ['/dealers', await dealerPath()]) {
      const { shifts } = await measureFirstVisit(server.origin, path, { viewport })
      expect([path, shifts]).toEqual([path, []])
    }
})

/** This test comes last, because it stops the server for good. */
test('A dealer seen once is there without signal, with the cars of theirs', { tags: ['full'] }, async () => {
  const { page, context } = await newPhone()
  await page.goto(`${server.origin}/dealers`)
  await controlled(page)
  await page.getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await until('a page of nine is there', async () => (await cards(page).count()) === 9)
  const words = await aside(page).innerText()
  const titles = await cards(page).getByRole('heading').allInnerTexts()
  await until('it is kept', async () => {
    const found = await tablesOnDisk(page, { of: '^public', table: 'reference' })
    return found.some(({ rows }) => (rows as { k: string }[]).some(({ k }) => k.startsWith('cached:dealer:')))
  })

  await server.kill()
  const tab = await context.newPage()
  await tab.goto(page.url())
  await tab.getByRole('heading', { level: 1, name }).waitFor()
  await until('their cars are there', async () => (await cards(tab).count()) === 9)
  expect(await cards(tab).getByRole('heading').allInnerTexts()).toEqual(titles)
  expect((await aside(tab).innerText()).replace(/\s*Kept on this phone, as of [^\n]*/, '')).toBe(words)
})
