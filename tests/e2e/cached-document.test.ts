import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { headers } from '#contract/http.ts'
import { agePlace } from '#contract/first-view.ts'
import { firstCards, kept, signIn } from '../support/acts.ts'
import { controlled, laptop, openPhone, until } from '../support/browser.ts'
import type { Phone } from '../support/browser.ts'
import { cars, emails, signedIn } from '../support/people.ts'
import { startProxy } from '../support/proxy.ts'
import type { Proxy } from '../support/proxy.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

/**
 * How the worker handles documents, in a real browser. The proxy builds the documents from the server's own page; the tests of
 * drawn pages cover how the app hydrates documents that the server drew.
 */
let server: Server
let proxy: Proxy
let phone: Phone
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  proxy = await startProxy(() => server.origin)
  phone = await openPhone()
})
afterEach(async () => {
  await phone.dispose()
  await proxy.close()
})
afterAll(async () => {
  await server.stop()
})

const places = /^\/(listings|listing\/[^/]+)?(\?|$)/

/**
 * Makes the proxy answer the listings with a drawn page: with this text, and with everything in the request that identifies the
 * person.
 */
async function draw(words: string): Promise<{ hits: () => number }> {
  const page = await fetch(`${server.origin}/index.html`)
  const html = await page.text()
  const [, entry = ''] = /src="(\/assets\/start-[^"]+\.js)"/.exec(html) ?? []
  return proxy.rule({
    method: 'GET',
    path: places,
    fault: () => {
      const { cookie, authorization } = proxy.seen('GET', places).at(-1)?.headers ?? {}
      const drawn = `<div id="app"><main><h1>${words}</h1><p>${cookie ?? ''}${authorization ?? ''}</p></main></div>${agePlace}`
      return {
        kind: 'answer',
        status: 200,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': page.headers.get('content-security-policy') ?? '',
          'cache-control': 'no-cache',
          [headers.firstView]: entry,
        },
        body: html.replace('<div id="app"></div>', drawn),
      }
    },
  })
}
/** Returns every cached document by its address. */
const documents = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('documents')
    const found: Record<string, string> = {}
    for (const { url } of await cache.keys()) {
      const { pathname, search } = new URL(url)
      found[pathname + search] = (await (await cache.match(url))?.text()) ?? ''
    }
    return found
  })
const has = (page: Page, path: string) => async () => (await documents(page))[path] !== undefined
/** Changes the documents as if they had been cached three hours earlier. */
const makeOld = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('documents')
    for (const { url } of await cache.keys()) {
      const reply = await cache.match(url)
      const marks = new Headers(reply?.headers)
      marks.set('x-kept-at', String(Date.now() - 3 * 3_600_000))
      await cache.put(url, new Response(await reply?.blob(), { headers: marks }))
    }
  })
const lose = () => proxy.rule({ path: /./, fault: { kind: 'request-lost' } })

test('A cached page shows offline with its age before the app runs any script [R-PWA-18 R-PWA-33]', async () => {
  await draw('Cars of this morning')
  let { page } = phone
  await page.goto(`${proxy.origin}/listings`)
  await controlled(page)
  await until('the document is kept', has(page, '/listings'))
  await firstCards(page).first().waitFor()
  await until('all of it is kept', () => kept(page))
  await makeOld(page)
  lose()
  await phone.context.close()
  phone = await phone.reopen()
  ;({ page } = phone)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setScriptExecutionDisabled', { value: true })
  const complaints: string[] = []
  page.on('console', (message) => void complaints.push(message.text()))
  await page.goto(`${proxy.origin}/listings?source=pwa&utm_campaign=autumn`)
  await page.getByRole('heading', { name: 'Cars of this morning' }).waitFor()
  const age = page.locator('#kept-age')
  expect(await age.textContent()).toMatch(/^as of \d+ \w+, \d\d:\d\d$/)
  expect(await age.evaluate((line) => getComputedStyle(line).position)).toBe('fixed')
  expect(complaints).toEqual([])
  await session.send('Emulation.setScriptExecutionDisabled', { value: false })
  await page.reload()
  await firstCards(page).first().waitFor()
  expect(await age.count()).toBe(0)
})

test('A cached document contains no data of the two people who used the phone [R-PWA-18]', async () => {
  await draw('Cars')
  await phone.dispose()
  phone = await openPhone({ viewport: laptop })
  const { page } = phone
  const seen = await cars(server.origin)
  await page.goto(`${proxy.origin}/listings`)
  await controlled(page)
  // The document would contain everything in the request that identifies a person.
  await page.evaluate(() => (document.cookie = 'who=somebody; path=/'))
  const names: string[] = []
  const found: string[] = []
  for (const email of [emails.buyer, emails.seller]) {
    const { user } = await signedIn(server.origin, email)
    names.push(user.fullname, user.id, email)
    await signIn(page, proxy.origin, email)
    const path = `/listing/${seen[names.length]?.slug}`
    await page.goto(proxy.origin + path)
    const account = page.getByRole('banner').getByRole('button', { name: user.fullname })
    await account.waitFor()
    await until('its document is kept', has(page, path))
    await until('that of the list is kept', has(page, '/listings'))
    found.push(...Object.values(await documents(page)))
    await account.click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page
      .getByText(/You are logged out/)
      .first()
      .waitFor()
  }
  found.push(...Object.values(await documents(page)))
  expect(found.length).toBeGreaterThanOrEqual(4)
  for (const html of found) {
    expect(html).toContain('<h1>Cars</h1><p></p>')
    expect(['somebody', 'Bearer', ...names].filter((trace) => html.includes(trace))).toEqual([])
  }
  const asked = proxy.seen('GET', places).filter((seen) => seen.headers['sec-fetch-dest'] === 'empty')
  expect(asked.length).toBeGreaterThan(3)
  for (const seen of asked)
    expect([seen.headers.cookie, seen.headers.authorization]).toEqual([undefined, undefined])
})

test('While the server hangs the cached document shows; the late one shows next time [R-PWA-18]', async () => {
  await draw('Cars of this morning')
  const { page } = phone
  await page.goto(`${proxy.origin}/listings`)
  await controlled(page)
  await until('the document is kept', has(page, '/listings'))
  await makeOld(page)
  const silent = proxy.rule({ method: 'GET', path: places, fault: { kind: 'hang' } })
  // The script is text, so that no compiler changes it. It records whether the document and its age were visible before the app.
  await page.addInitScript({
    content: `new MutationObserver(() => {
      const age = document.getElementById('kept-age')
      window.stood ||= age !== null && document.body.textContent.includes('Cars of this morning')
    }).observe(document, { subtree: true, childList: true })`,
  })
  await page.reload({ waitUntil: 'commit' })
  await firstCards(page).first().waitFor()
  await until('the document is asked for behind', () => silent.hits() > 0)
  expect(await page.evaluate(() => (window as { stood?: boolean }).stood)).toBe(true)
  await until('the app tells the age itself', async () => (await page.locator('#kept-age').count()) === 0)
  silent.end()
  await draw('Cars of this noon')
  // After a server did not respond, the worker waits before the next request.
  await until('the new document is kept', async () => {
    await page.reload()
    await page.waitForTimeout(4000)
    return ((await documents(page))['/listings'] ?? '').includes('Cars of this noon')
  })
})

test(
  'A page without a cached document waits briefly for the network and still opens',
  { tags: ['full'] },
  async () => {
    const { page } = phone
    await page.goto(`${proxy.origin}/blog`)
    await controlled(page)
    const drawn = await draw('Cars')
    await page.goto(`${proxy.origin}/`)
    await until('what came is kept', has(page, '/'))
    expect(drawn.hits()).toBeGreaterThan(0)
    proxy.rule({
      method: 'GET',
      path: /^\/dealer\/moved$/,
      fault: { kind: 'answer', status: 302, headers: { location: '/dealers' } },
    })
    await page.goto(`${proxy.origin}/dealer/moved`)
    expect(new URL(page.url()).pathname).toBe('/dealers')
    const silent = proxy.rule({ method: 'GET', path: /^\/listings(\?|$)/, fault: { kind: 'hang' } })
    await page.goto(`${proxy.origin}/listings?brands=BMW`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(silent.hits()).toBeGreaterThan(0)
  },
)
