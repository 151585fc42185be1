import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { firstCards, heart, kept, listIsDrawn, signIn } from '../support/acts.ts'
import { controlled, openPhone, until } from '../support/browser.ts'
import type { Phone } from '../support/browser.ts'
import { cars, emails } from '../support/people.ts'
import { startProxy } from '../support/proxy.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

let server: Server
let phone: Phone
beforeAll(async () => {
  server = await startServer()
})
afterEach(async () => {
  await phone.dispose()
})
afterAll(async () => {
  await server.stop()
})

const stillOf = (page: Page) =>
  page.evaluate(async (origin) => (await caches.match(`${origin}/still?`))?.text() ?? '', server.origin)
const paceOf = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  return (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** A phone on which the list was looked at by the demo buyer, whose worker has its still. */
async function seen(): Promise<void> {
  phone = await openPhone()
  const { page } = phone
  await signIn(page, server.origin, emails.buyer)
  await controlled(page)
  await page.goto(`${server.origin}/listings`)
  await firstCards(page).first().waitFor()
  await until('the list is drawn', () => listIsDrawn(page))
  await until('all of it is kept', () => kept(page))
  await until('the worker has a still', async () => (await stillOf(page)) !== '')
}

test('The cars that were seen last stand there before the app has run a line, without signal and with nothing of a person [R-PWA-18 R-PWA-33]', async () => {
  await seen()
  const [first] = await cars(server.origin)
  // A heart that is on and a face in the corner are theirs; both are in sight.
  await phone.page.locator('header .tabler-icon-message-circle').waitFor()
  await heart(phone.page).click()
  await phone.page.locator('article .tabler-icon-heart-filled').first().waitFor()
  await until('it is kept', () => kept(phone.page))
  await phone.page.evaluate(() => caches.delete('stills'))
  await phone.page.reload()
  await phone.page.locator('#app article .tabler-icon-heart-filled').first().waitFor()
  await until('a new still is drawn', async () => (await stillOf(phone.page)) !== '')
  const words = await stillOf(phone.page)
  expect(words).toContain(first?.title)
  expect(words).not.toMatch(/Thandeka|TM<|profile|\/chat|\/login|heart-filled|Save /)
  await server.kill()
  await phone.context.close()
  phone = await phone.reopen()
  const { page } = phone
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setScriptExecutionDisabled', { value: true })
  const complaints: string[] = []
  page.on('console', (message) => void complaints.push(message.text()))
  await page.goto(`${server.origin}/listings?source=pwa`)
  const still = page.locator('#still')
  await still.getByText(first?.title ?? 'none', { exact: true }).waitFor()
  const picture = still.locator('img').first()
  expect(await picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  expect(await page.locator('#app').evaluate((app) => getComputedStyle(app).visibility)).toBe('hidden')
  expect(complaints).toEqual([])
  await session.send('Emulation.setScriptExecutionDisabled', { value: false })
  await page.reload()
  await firstCards(page).first().waitFor()
  expect(await still.count()).toBe(0)
  await server.restart()
})

test(
  'Cars of this phone take the place of their still at once, also when the server is silent [R-PWA-18 R-PWA-33]',
  { tags: ['full'] },
  async () => {
    await seen()
    const proxy = await startProxy(() => server.origin)
    const { page } = phone
    await page.goto(`${proxy.origin}/listings`)
    await controlled(page)
    await page.reload()
    await firstCards(page).first().waitFor()
    await until('the worker has a still', async () =>
      page.evaluate(async (origin) => (await caches.match(`${origin}/still?`)) !== undefined, proxy.origin),
    )
    const silent = proxy.rule({ path: /^\/api\//, fault: { kind: 'hang' } })
    await page.addInitScript({
      content: `new MutationObserver(() => {
      window.stood ||= document.querySelector('#still article') !== null
    }).observe(document, { subtree: true, childList: true })`,
    })
    await page.reload({ waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Refresh' }).and(page.locator('[aria-busy="true"]')).waitFor()
    await firstCards(page).first().waitFor()
    await until('the server was asked', () => silent.hits() > 0)
    const stood = await page.evaluate(() => (window as { stood?: boolean }).stood)
    expect([stood, await page.locator('#still').count()]).toEqual([true, 0])
    await proxy.close()
  },
)

test(
  'The app takes the place of its still without a jump, and a tap that came too early is carried out [R-PWA-18 R-LIST-23]',
  { tags: ['full'] },
  async () => {
    await seen()
    const page = await phone.context.newPage()
    await page.addInitScript({
      content: `window.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })`,
    })
    // So slow that there is a while between the two, and not so slow that a still would give up waiting for its cars.
    const slowDown = await paceOf(page)
    await slowDown(2)
    await page.goto(`${server.origin}/listings`)
    await firstCards(page).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.01)
    const address = await firstCards(page).first().getByRole('link').first().getAttribute('href')
    await slowDown(1)
    // As soon as the app has begun, and before it shows a car.
    await page.addInitScript({
      content: `const early = new MutationObserver(() => {
      const car = document.querySelector('#app > *') && document.querySelector('#still article a')
      if (!car) return
      early.disconnect()
      car.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    })
    early.observe(document, { subtree: true, childList: true })`,
    })
    await page.reload({ waitUntil: 'commit' })
    await page.waitForURL(`**${address}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator('#still').count()).toBe(0)
  },
)
