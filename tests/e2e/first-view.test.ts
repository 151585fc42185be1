import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { headers } from '#contract/http.ts'
import type { PublicPath } from '#contract/pages.ts'
import { signIn } from '../support/acts.ts'
import { laptop, openPhone, until } from '../support/browser.ts'
import type { Phone } from '../support/browser.ts'
import { cars, emails, signedIn } from '../support/people.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

/** Pages that the server drew, and how the app takes them over. */
let server: Server
let phone: Phone
const addresses: string[] = []
beforeAll(async () => {
  server = await startServer()
  const [car] = await cars(server.origin)
  const linkIn = async (path: string, pattern: RegExp) => pattern.exec(await textOf(path))?.[0] ?? ''
  const ofPages: Record<PublicPath, readonly string[]> = {
    '/': ['/'],
    '/listings': ['/listings', '/listings?types=SUV&page=2'],
    '/listing/:slug': [`/listing/${car?.slug}`],
    '/dealers': ['/dealers'],
    '/dealer/:id': [await linkIn('/dealers', /\/dealer\/[\w-]+/)],
    '/blog': ['/blog'],
    '/blog/:slug': [await linkIn('/blog', /\/blog\/[\w-]+/)],
  }
  addresses.push(...Object.values(ofPages).flat())
})
afterEach(async () => {
  await phone.dispose()
})
afterAll(async () => {
  await server.stop()
})

const html = { accept: 'text/html' }
const document = (path: string, more: Record<string, string> = {}) =>
  fetch(server.origin + path, { headers: { ...html, ...more } })
const textOf = async (path: string) => (await document(path)).text()

/** What went wrong on a page while it was drawn and taken over. */
async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text())
  })
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return complaints
}
const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)
/** React marks what it has taken over. */
const isTakenOver = (page: Page) =>
  page.evaluate(() => {
    const main = globalThis.document.querySelector('main')
    const part = main?.querySelector('article, section, h1, h2') ?? main
    return part !== null && Object.keys(part).some((name) => name.startsWith('__react'))
  })
/** What stands on a page, line by line; how often a car was seen changes while one looks. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/\d+ views?$/, '').trim())
    .filter((line) => line !== '')

describe.each([
  ['on a phone by day, as a guest', undefined, 'light', undefined],
  ['on a wide screen at night, signed in', laptop, 'dark', emails.buyer],
] as const)('A drawn page %s', (_, viewport, colorScheme, email) => {
  beforeEach(async () => {
    phone = await openPhone({ colorScheme, serviceWorkers: 'block', ...(viewport && { viewport }) })
    if (email !== undefined) await signIn(phone.page, server.origin, email)
  })

  test('is taken over without a complaint and without a jump, whichever it is', async () => {
    for (const address of addresses) {
      const page = await phone.context.newPage()
      const complaints = await complaintsOf(page)
      await page.goto(server.origin + address)
      await until(`${address} is taken over`, () => isTakenOver(page))
      await page.waitForTimeout(1500)
      expect([address, complaints]).toEqual([address, []])
      expect([address, Math.floor((await shiftsOf(page)) / 0.02)]).toEqual([address, 0])
      await page.close()
    }
  })
})

describe('A drawn page', () => {
  beforeEach(async () => {
    phone = await openPhone({ serviceWorkers: 'block' })
  })

  test('says without a script what it says with one', async () => {
    for (const address of addresses.slice(1)) {
      const plain = await phone.context.newPage()
      const devtools = await phone.context.newCDPSession(plain)
      await devtools.send('Emulation.setScriptExecutionDisabled', { value: true })
      await plain.goto(server.origin + address)
      const without = await plain.locator('main').innerText()
      await plain.close()
      const page = await phone.context.newPage()
      await page.goto(server.origin + address)
      await until('it is taken over', () => isTakenOver(page))
      const lines = linesOf(without)
      expect(lines.length).toBeGreaterThan(5)
      const later = linesOf(await page.locator('main').innerText())
      // The app adds what a script is needed for; it takes nothing away.
      expect([address, lines.filter((line) => !later.includes(line))]).toEqual([address, []])
      await page.close()
    }
  })

  test('asks for no script before its first picture, and does what is tapped before the app is there', async () => {
    const { page } = phone
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const asked: string[] = []
    await page.route('**/*.js', async (route) => {
      asked.push(route.request().url())
      await held
      await route.continue()
    })
    await page.goto(`${server.origin}/listings`, { waitUntil: 'commit' })
    await page.locator('main article img').first().waitFor()
    const heart = page
      .locator('main article')
      .first()
      .getByRole('button', { name: /^Save / })
    await heart.click()
    await page.locator('input[type=search], [role=combobox]').first().fill('Toyota')
    expect(await page.getByRole('dialog').count()).toBe(0)
    release()
    await page.getByRole('dialog').first().waitFor()
    expect(await page.locator('input[type=search], [role=combobox]').first().inputValue()).toBe('Toyota')
    expect(asked.length).toBeGreaterThan(0)
  })
})

test('A document holds the same bytes for everybody, and nothing of the person who asks', async () => {
  phone = await openPhone()
  const bodies = new Set<string>()
  for (const email of [undefined, emails.buyer, emails.seller]) {
    const token = email === undefined ? undefined : (await signedIn(server.origin, email)).token
    const more: Record<string, string> =
      token === undefined ? {} : { authorization: `Bearer ${token}`, cookie: `session=${token}` }
    const reply = await document('/dealers', more)
    expect(reply.headers.get(headers.firstView)).toMatch(/^\/assets\/start-/)
    expect(reply.headers.get('set-cookie')).toBeNull()
    const text = await reply.text()
    const own = [email, token].filter((word) => word !== undefined)
    expect(own.filter((word) => text.includes(word))).toEqual([])
    bodies.add(text.replace(/"(?:at|asOf)":\d+|"as_of":"[^"]*"/g, ''))
  }
  expect(bodies.size).toBe(1)
})

test('The policy of a document names its own script and styles, and no page needs more', async () => {
  phone = await openPhone()
  const reply = await document('/listings')
  const policy = reply.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'/)
  expect(policy).not.toContain('unsafe-inline')
  expect(await reply.text()).not.toMatch(/ style="| on\w+="/)
})

test('An unchanged document costs a browser no second download', async () => {
  phone = await openPhone()
  const first = await document('/dealers')
  const again = await document('/dealers', { 'if-none-match': first.headers.get('etag') ?? '' })
  expect([first.status, again.status]).toEqual([200, 304])
})
