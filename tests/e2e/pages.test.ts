import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlled, laptop, openPhone, phone as small, until } from '../support/browser.ts'
import { measureFirstVisit } from '../support/budget.ts'
import { kept } from '../support/acts.ts'
import { pages } from '#contract/pages.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const titled = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
/** Returns the two figures that the server counts. */
const figures = (page: Page) =>
  page
    .locator('dt', { hasText: /^(Verified Dealers|Active Users)$/ })
    .evaluateAll((names) => names.map((name) => name.nextElementSibling?.textContent ?? ''))
const areCounts = (found: string[]) => found.length === 2 && found.every((figure) => /^[\d,]+$/.test(figure))

test('Every page of the app goes out compressed, as the build made it', { tags: ['full'] }, async () => {
  for (const path of pages.flatMap((page) => (page.loose ? [page.path, `${page.path}/any`] : [page.path]))) {
    const headers = { accept: 'text/html', 'accept-encoding': 'br' }
    const reply = await fetch(server.origin + path.replace(/:\w+/, 'any'), { headers })
    await reply.arrayBuffer()
    expect([path, reply.headers.get('content-encoding')]).toEqual([path, 'br'])
    // A public page answers 404 for something that never existed.
    expect([path, path.includes(':') ? [200, 404] : [200]]).toEqual([
      path,
      expect.arrayContaining([reply.status]),
    ])
  }
})

test(
  'Contents entries and links scroll to the heading they name, below the bar [R-STAT-14]',
  { tags: ['full'] },
  async () => {
    for (const viewport of [small, laptop]) {
      const { page, dispose } = await openPhone({ viewport, reducedMotion: 'reduce' })
      try {
        const top = (name: string) =>
          page
            .getByRole('heading', { level: 2, name, exact: true })
            .evaluate((heading) => [
              heading.getBoundingClientRect().top,
              document.querySelector('header')?.getBoundingClientRect().bottom ?? 0,
            ])
        const stands = async (name: string) => {
          const [at = 0, bar = 0] = await top(name)
          return at >= bar && at < bar + 120
        }
        await page.goto(`${server.origin}/terms`)
        await titled(page, 'Terms')
        if (viewport === small) await page.locator('summary', { hasText: 'On this page' }).click()
        await page.getByRole('link', { name: 'Messages', exact: true }).click()
        await expect.poll(() => stands('Messages'), { timeout: 30_000 }).toBe(true)
        await page.getByRole('link', { name: 'account deletion' }).click()
        await titled(page, 'Privacy')
        await expect.poll(() => stands('Deleting your account'), { timeout: 30_000 }).toBe(true)
        await page.goto(`${server.origin}/privacy#on-your-phone`)
        await expect.poll(() => stands('What stays on your phone'), { timeout: 30_000 }).toBe(true)
      } finally {
        await dispose()
      }
    }
  },
)

test(
  'Nothing jumps when the figures of the about page come [R-STAT-11 R-STAT-12]',
  { tags: ['full'] },
  async () => {
    for (const viewport of [small, laptop]) {
      const visit = await measureFirstVisit(server.origin, '/about', { viewport })
      expect(visit.layoutShift > 0.02 ? visit.shifts : []).toEqual([])
    }
  },
)

test(
  'After one visit every text page opens without the server, with its last figures [R-ROLE-02 R-STAT-11 R-STAT-12 R-PWA-18 R-PWA-33]',
  { tags: ['full'] },
  async () => {
    const { page, dispose } = await openPhone()
    try {
      await page.goto(`${server.origin}/about`)
      await until('both figures have come', async () => areCounts(await figures(page)))
      const before = await figures(page)
      await controlled(page)
      await until('what was seen is kept', () => kept(page))
      await server.kill()
      await page.reload()
      await until('the figures stand there again', async () => areCounts(await figures(page)))
      expect(await figures(page)).toEqual(before)
      for (const [path, title] of [
        ['/services', 'Services'],
        ['/privacy', 'Privacy'],
        ['/terms', 'Terms'],
        ['/faqs', 'FAQs'],
      ] as const) {
        await page.goto(server.origin + path)
        await titled(page, title)
      }
    } finally {
      await dispose()
    }
  },
)
