import axe from 'axe-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../support/acts.ts'
import { atRest, measureFirstVisit } from '../support/budget.ts'
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

const windows = [
  { name: 'phone, light', viewport: small, colorScheme: 'light' },
  { name: 'phone, dark', viewport: small, colorScheme: 'dark' },
  { name: 'laptop, light', viewport: laptop, colorScheme: 'light' },
  { name: 'laptop, dark', viewport: laptop, colorScheme: 'dark' },
] as const

test.each(windows)('Nothing on our screens shuts anyone out ($name) [R-LIST-08 R-NAV-53]', async (o) => {
  const visitor = await openPhone({ ...o, reducedMotion: 'reduce' })
  try {
    for (const path of ['/listings', detail, '/login', '/thankyou']) await noViolations(visitor, path)
    await signIn(visitor.page, server.origin, emails.buyer)
    for (const path of ['/saved', '/outbox']) await noViolations(visitor, path)
  } finally {
    await visitor.dispose()
  }
})

async function noViolations({ page }: Phone, path: string): Promise<void> {
  await page.goto(server.origin + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await atRest(page)
  await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    const { violations } = await inPage.run(document, { resultTypes: ['violations'] })
    return violations.map(
      (v) => `${v.id}: ${v.nodes.map((n) => `${n.target.join(' ')} ${n.failureSummary ?? ''}`).join(' | ')}`,
    )
  })
  expect(found, path).toEqual([])
}

test.each([
  ['/listings', small],
  ['/listings', laptop],
  ['detail', small],
  ['detail', laptop],
] as const)('Nothing jumps while %s comes up, and it stays within its budget', async (path, viewport) => {
  const visit = await measureFirstVisit(server.origin, path === 'detail' ? detail : path, { viewport })
  console.log(path, viewport.width, JSON.stringify(visit))
  expect(visit.layoutShift, visit.shifts.join('\n')).toBeLessThanOrEqual(0.02)
  expect(visit.requestsBefore).toBeLessThanOrEqual(12)
  expect(visit.scriptBytesBefore).toBeLessThanOrEqual(112 * 1024)
})
