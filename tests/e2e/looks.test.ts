import axe from 'axe-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../support/acts.ts'
import { inView, measureFirstVisit } from '../support/budget.ts'
import { laptop, openPhone, phone as small } from '../support/browser.ts'
import type { Phone } from '../support/browser.ts'
import { cars, emails } from '../support/people.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

let server: Server
let detail: string
beforeAll(async () => {
  server = await startServer()
  const [car] = await cars(server.origin)
  detail = `/listing/${car?.slug ?? ''}`
})
afterAll(() => server.stop())

const forms = ['/book-test-drive', '/contact', '/insurance']
const toRead = [
  '/dealers',
  '/services',
  '/services?tab=tracking',
  '/about',
  '/privacy',
  '/faqs#pay',
  '/subscriptions',
]
const windows = [
  { on: 'a phone', viewport: small, run: {} },
  { on: 'a laptop', viewport: laptop, run: { tags: ['full'] } },
]

const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]
const looks = [
  // Every run checks each screen in one of the two colour schemes, alternating from screen to screen.
  { how: 'by turns in light and in dark on a phone', viewport: small, run: {}, turns: true },
  ...windows.map(({ on, viewport }) => ({
    how: `in light and in dark on ${on}`,
    viewport,
    run: { tags: ['full'] },
    turns: false,
  })),
]

for (const o of looks)
  test(`Nothing on our screens shuts anyone out, ${o.how}`, o.run, async () => {
    let turn = 0
    const next = (): readonly Scheme[] => (o.turns ? [schemes[turn++ % 2 === 0 ? 0 : 1]] : schemes)
    const visitor = await openPhone({ viewport: o.viewport, reducedMotion: 'reduce' })
    const found: string[] = []
    try {
      for (const path of ['/', '/listings', detail, '/login', '/thankyou', ...forms, ...toRead])
        found.push(...(await violations(visitor, path, next())))
      await signIn(visitor.page, server.origin, emails.buyer)
      for (const path of ['/saved', '/outbox', '/storage', '/profile?tab=history'])
        found.push(...(await violations(visitor, path, next())))
    } finally {
      await visitor.dispose()
    }
    expect(found).toEqual([])
  })

test('Icons of a drawn page are outlines before a script has run', async () => {
  const visitor = await openPhone({ viewport: small })
  try {
    for (const path of ['/', '/dealers', detail]) {
      const response = await fetch(server.origin + path, { headers: { accept: 'text/html' } })
      await visitor.page.setContent((await response.text()).replace(/<script[^]*?<\/script>/g, ''))
      const icons = visitor.page.locator('svg:has(> path):not([fill="currentColor"])')
      const styles = await icons.evaluateAll((all) =>
        all.map((icon) => {
          const { fill, stroke, color, strokeLinecap } = getComputedStyle(icon)
          return [fill, stroke === color, strokeLinecap].join()
        }),
      )
      expect(styles.length).toBeGreaterThan(20)
      expect([...new Set(styles)]).toEqual(['none,true,round'])
    }
  } finally {
    await visitor.dispose()
  }
})

async function violations({ page }: Phone, path: string, colorSchemes: readonly Scheme[]): Promise<string[]> {
  const all: string[] = []
  for (const colorScheme of colorSchemes) {
    // The page is loaded again, because content below the viewport keeps the colours of its first paint.
    await page.emulateMedia({ colorScheme })
    await page.goto(server.origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await inView(page)
    await page.evaluate(axe.source)
    const found = await page.evaluate(async (): Promise<string[]> => {
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      const result = await inPage.run(document, { resultTypes: ['violations'] })
      return result.violations.flatMap((v) =>
        v.nodes.map((n) => `${v.id}: ${n.target.join(' ')} ${n.failureSummary}`),
      )
    })
    all.push(...found.map((line) => `${path} in ${colorScheme}: ${line}`))
  }
  return all
}

for (const o of windows)
  test(
    `Nothing jumps while the listings, a car and Home come up on ${o.on} [R-LIST-23 R-CAR-18]`,
    o.run,
    async () => {
      for (const path of ['/listings', detail, '/']) {
        const visit = await measureFirstVisit(server.origin, path, { viewport: o.viewport })
        const jumped = visit.layoutShift > 0.02 ? visit.shifts : []
        expect(jumped).toEqual([])
      }
    },
  )

test.each(windows)(
  'A notice sits top right on laptops and above the bar on phones: $on [R-POST-16 R-NAV-41]',
  { tags: ['full'] },
  async ({ viewport }) => {
    const { page, dispose } = await openPhone({ viewport, reducedMotion: 'reduce' })
    try {
      await signIn(page, server.origin, emails.buyer)
      await page.getByRole('banner').getByRole('button', { expanded: false }).last().click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      const notice = page.locator('[popover] > div', { hasText: 'You are logged out.' })
      const place = await notice.evaluate((box) => {
        const { left, right, top, bottom } = box.getBoundingClientRect()
        const bar = document.querySelector('nav[aria-label=Quick]')?.getBoundingClientRect()
        const beside = document.body.getBoundingClientRect().right - right
        return bar?.height ? { beside: beside - left, above: bar.top - bottom } : { beside, below: top }
      })
      expect(place).toEqual(viewport === laptop ? { beside: 24, below: 80 } : { beside: 0, above: 12 })
    } finally {
      await dispose()
    }
  },
)
