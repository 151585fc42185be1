import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { carRoutes } from '#contract/cars.ts'
import { headers, pathOf } from '#contract/http.ts'
import type { PublicPath } from '#contract/pages.ts'
import { firstCards, signIn } from '../support/acts.ts'
import { complaintsOf, noted } from '../support/complaints.ts'
import { controlled, laptop, openPhone, openShared, phone as small, until } from '../support/browser.ts'
import type { Phone, Shared } from '../support/browser.ts'
import { cars, emails, favouritesOf, signedIn } from '../support/people.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'
import { isReadAndTakenOver, isTakenOver } from '../support/taken-over.ts'

/** Pages that the server drew, and their hydration by the app. */
let server: Server
/** A separate phone, opened by the tests that need it. */
let phone: Phone | undefined
/** The browser that the phones of the other tests share. */
let shared: Shared
const addresses: string[] = []
let slug: string
beforeAll(async () => {
  server = await startServer()
  shared = await openShared()
  const [car] = await cars(server.origin)
  slug = car?.slug ?? ''
  const linkIn = async (path: string, pattern: RegExp) => pattern.exec(await textOf(path))?.[0] ?? ''
  const ofPages: Record<PublicPath, readonly string[]> = {
    '/': ['/'],
    '/listings': ['/listings', '/listings?types=SUV&page=2'],
    '/listing/:slug': [`/listing/${slug}`],
    '/dealers': ['/dealers'],
    '/dealer/:id': [await linkIn('/dealers', /\/dealer\/[\w-]+/)],
    '/blog': ['/blog'],
    '/blog/:slug': [await linkIn('/blog', /\/blog\/[\w-]+/)],
  }
  addresses.push(...Object.values(ofPages).flat())
})
afterEach(async () => {
  await phone?.dispose()
  phone = undefined
})
afterAll(async () => {
  await shared.close()
  await server.stop()
})

const html = { accept: 'text/html' }
const document = (path: string, more: Record<string, string> = {}) =>
  fetch(server.origin + path, { headers: { ...html, ...more } })
const textOf = async (path: string) => (await document(path)).text()

/** Milliseconds on a page after which a tap shows: the first touch, its frame, the frame of the link, the next address. */
type TouchTimes = Partial<Record<'began' | 'touched' | 'followed' | 'left', number>>
/** Content below the viewport of a drawn page; it is hydrated when a person comes near it. */
const below = '#rest > *, footer'
async function takenOver(page: Page, address: string): Promise<void> {
  await page.goto(server.origin + address)
  await until(`${address} is taken over`, () => isReadAndTakenOver(page))
  // The page does further work after it is complete.
  await page.waitForTimeout(300)
}
/** Whether a page without its app has laid out the content below the viewport, which happens a moment after the rest. */
const isLaidOut = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    globalThis.document
      .getAnimations()
      .every((one) => !(one instanceof CSSAnimation && one.animationName === 'laid-later')),
  )
/** Elements that need script, and texts for a browser without script. */
const needsScript = 'aside[aria-label="Filters"], form:not([action]), noscript'
/** Single lines that need script: counts from the phone's own listings. */
const alsoNeedsScript: Readonly<Record<string, RegExp>> = {
  '/': /^(Show )?[\d,]+\+? cars?$/,
  '/listing/': /^(Compare|Meet in public and never pay before you have seen the car\.)$/,
}
const rows = '[aria-roledescription="carousel"][aria-labelledby]'
/**
 * Whether each item of a row was missing in the drawn page, by the row's title: a row draws its first items, and the others when
 * the page is idle.
 */
type LaterItems = Record<string, readonly boolean[]>
const laterItems = (page: Page): Promise<LaterItems> =>
  page.evaluate(
    (selector) =>
      Object.fromEntries(
        [...globalThis.document.querySelectorAll(selector)].map((row) => [
          row.querySelector('h2')?.textContent ?? '',
          [...row.querySelectorAll(':scope > ul > li')].map((item) => item.childElementCount === 0),
        ]),
      ),
    rows,
  )
/**
 * Returns the other lines of a page. View counts change at any time, and a cached response of an earlier page may be the newer
 * one.
 */
async function linesOf(page: Page, later: LaterItems): Promise<string[]> {
  const unseen = { needsScript, rows, later }
  // A single call, because the app may render a row again at any moment.
  const text = await page.evaluate((o) => {
    const all = (of: string) => globalThis.document.querySelectorAll<HTMLElement>(of)
    for (const part of all(o.needsScript)) part.hidden = true
    for (const row of all(o.rows)) {
      const isLater = o.later[row.querySelector('h2')?.textContent ?? '']
      for (const [place, item] of row.querySelectorAll<HTMLElement>(':scope > ul > li').entries())
        item.hidden = isLater?.[place] === true
    }
    // A browser lays out content below the viewport only when the viewport comes near; `innerText` leaves out content before
    // that.
    for (const part of all('#app *')) part.style.contentVisibility = 'visible'
    return globalThis.document.body.innerText
  }, unseen)
  return text
    .split('\n')
    .map((line) => line.replace(/\d+ views?$| · as of just now$/, '').trim())
    .filter((line) => line !== '')
}
/** Opens a page in a browser without script. */
async function withoutScript(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setScriptExecutionDisabled', { value: true })
  return page
}

const widths = [small, laptop]
const people = [undefined, emails.buyer]
const looks = people.flatMap((email) => widths.map((viewport) => ({ email, viewport })))

/** The browser logs this about a preloaded picture some seconds after the load, so only slow runs see it. */
const late = /was preloaded using link preload but not used within a few seconds/

test('Every server-rendered page hydrates without errors or layout shift for every kind of visitor', async () => {
  const wrong: unknown[] = []
  // Each visit uses a phone that has opened no page yet.
  const visit = async ({ email, viewport }: (typeof looks)[number], colorScheme: 'light' | 'dark') => {
    const context = await shared.phone({ viewport, colorScheme, serviceWorkers: 'block' })
    const page = await context.newPage()
    if (email !== undefined) await signIn(page, server.origin, email)
    const complaints = await complaintsOf(page)
    for (const address of addresses) {
      await page.goto(server.origin + address)
      await until(`${address} is taken over`, () => isTakenOver(page, below))
      await page.waitForTimeout(300)
      const { shifts, moved, refused } = await noted(page)
      const found = [...complaints.splice(0), ...refused]
      await until(`${address} is taken over to its end`, () => isReadAndTakenOver(page))
      await page.waitForTimeout(300)
      found.push(...complaints.splice(0).filter((text) => !late.test(text)), ...(await noted(page)).refused)
      if (shifts >= 0.02) found.push(`It moves by ${shifts}: ${moved.join(', ')}`)
      if (found.length > 0) wrong.push([address, viewport.width, colorScheme, email ?? 'guest', found])
    }
    // This violation proves that the test would notice others.
    await page.evaluate(() => globalThis.document.body.setAttribute('style', 'top:0'))
    await until('the page notes it', async () => (await noted(page)).refused.length > 0)
    await context.close()
  }
  for (const colorScheme of ['light', 'dark'] as const)
    await Promise.all(looks.map((look) => visit(look, colorScheme)))
  expect(wrong).toEqual([])
})

test('A drawn page says without a script what it says with one', async () => {
  const wrong: unknown[] = []
  const compare = async (viewport: (typeof widths)[number]) => {
    const context = await shared.phone({ viewport, serviceWorkers: 'block' })
    const page = await context.newPage()
    const plain = await withoutScript(context)
    for (const address of addresses) {
      await plain.goto(server.origin + address)
      await takenOver(page, address)
      await until('what is below is laid out', () => isLaidOut(plain))
      const late = await laterItems(plain)
      const [without, later] = [await linesOf(plain, late), await linesOf(page, late)]
      expect(without.length).toBeGreaterThan(25)
      const more = alsoNeedsScript[address === '/' ? '/' : address.replace(/[^/]*$/, '')]
      const gone = without.filter((line) => !later.includes(line))
      const added = later.filter((line) => !without.includes(line) && !more?.test(line))
      if (gone.length + added.length > 0) wrong.push([address, viewport.width, { gone, added }])
    }
    await context.close()
  }
  await Promise.all(widths.map(compare))
  expect(wrong).toEqual([])
})

const isKept = (page: Page, address: string) =>
  page.evaluate(async (path) => (await (await caches.open('documents')).match(path)) !== undefined, address)
test('A cached document hydrates without errors, even hours later', async () => {
  phone = await openPhone()
  const { page } = phone
  const kept = ['/listings', `/listing/${slug}`, '/']
  for (const address of kept) {
    await page.goto(server.origin + address)
    await controlled(page)
    await until(`${address} is kept`, () => isKept(page, address))
  }
  /** Changes a document, with its content, as if it had been cached three hours earlier. */
  const makeOld = (address: string) =>
    page.evaluate(async (path) => {
      const cache = await caches.open('documents')
      const reply = await cache.match(path)
      const then = String(Date.now() - 3 * 3_600_000)
      const marks = new Headers(reply?.headers)
      marks.set('x-kept-at', then)
      const html = (await reply?.text())?.replace(/"asOf":\d+/g, `"asOf":${then}`)
      await cache.put(path, new Response(html, { headers: marks }))
    }, address)
  const complaints = await complaintsOf(page)
  for (const address of kept) {
    let text = ''
    // An earlier page may refresh the document in between, so each attempt makes it old just before opening it.
    await until(`${address} is answered as it was kept`, async () => {
      await makeOld(address)
      const reply = await page.goto(server.origin + address)
      expect([address, reply?.fromServiceWorker()]).toEqual([address, true])
      text = (await reply?.text()) ?? ''
      return text.includes('id="kept-age"')
    })
    expect(text).toContain('id="first-view"')
    await until(`${address} is taken over`, () => isTakenOver(page))
    await page.waitForTimeout(300)
    const { shifts, moved, refused } = await noted(page)
    const jumps = shifts >= 0.02 ? [`It moves by ${shifts}`, ...moved] : []
    expect([address, complaints, refused, jumps]).toEqual([address, [], [], []])
    await until(
      `${address} tells its age itself`,
      async () => (await page.locator('#kept-age').count()) === 0,
    )
  }
})

test('Without signal nothing moves on a kept page when the app says so', async () => {
  phone = await openPhone()
  const { page } = phone
  const news = { '/listings': 'You are offline', [`/listing/${slug}`]: 'Saved on this phone' }
  for (const address of Object.keys(news)) {
    await page.goto(server.origin + address)
    await controlled(page)
    await until(`${address} is kept`, () => isKept(page, address))
  }
  await page.waitForTimeout(1000)
  await page.context().setOffline(true)
  await complaintsOf(page)
  for (const [address, words] of Object.entries(news)) {
    const reply = await page.goto(server.origin + address)
    expect(await reply?.text()).toContain('id="first-view"')
    await page.getByText(words).first().waitFor()
    await page.waitForTimeout(500)
    const { shifts, moved } = await noted(page)
    expect([address, shifts < 0.0005 ? [] : moved]).toEqual([address, []])
  }
})

describe('Without a script', () => {
  let context: BrowserContext
  let page: Page
  beforeEach(async () => {
    context = await shared.phone({ serviceWorkers: 'block' })
    page = await withoutScript(context)
  })
  afterEach(() => context.close())
  /** Opens an address, fills in the field with that label and submits it. */
  async function search(address: string, label: string, words: string): Promise<URL> {
    await page.goto(server.origin + address)
    await page.getByLabel(label, { exact: true }).fill(words)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.href !== server.origin + address)
    return new URL(page.url())
  }
  const saidBy = (url: URL) => [url.pathname, Object.fromEntries(url.searchParams)]

  test('Home searches in the listings', async () => {
    const url = await search('/', 'Search in your own words', 'toyota')
    expect(saidBy(url)).toEqual(['/listings', { q: 'toyota', maxprice: '0' }])
    expect(await firstCards(page).first().innerText()).toContain('Toyota')
  })

  test('A search in the listings keeps what else was chosen', async () => {
    const url = await search(
      '/listings?types=SUV,Sedan&sortby=price_low_high&page=2',
      'Search cars',
      'toyota',
    )
    expect(saidBy(url)).toEqual(['/listings', { types: 'SUV,Sedan', sortby: 'price_low_high', q: 'toyota' }])
    expect(await firstCards(page).first().innerText()).toContain('Toyota')
  })

  test('Dealers, their cars and articles are searched', async () => {
    const dealer = addresses.find((address) => address.startsWith('/dealer/')) ?? ''
    for (const [address, label, words, kept] of [
      ['/dealers', 'Search Dealer', 'motors', {}],
      [`${dealer}?sort=price_low_high`, 'Search Your Cars', 'toyota', { sort: 'price_low_high' }],
      ['/blog', 'Search the articles', 'engine', {}],
    ] as const) {
      const url = await search(address, label, words)
      expect(saidBy(url)).toEqual([address.split('?')[0], { ...kept, search: words }])
      expect((await firstCards(page).first().innerText()).toLowerCase()).toContain(words)
    }
  })

  test('No form can put an e-mail address into an address', async () => {
    for (const address of addresses) {
      await page.goto(server.origin + address)
      const fields = await page
        .locator('form:not([action]) [name], [type=email], [type=tel], [type=password], [name=EMAIL]')
        .count()
      expect([address, fields]).toEqual([address, 0])
    }
  })
})

describe('A drawn page', () => {
  let context: BrowserContext
  beforeEach(async () => {
    context = await shared.phone({ serviceWorkers: 'block' })
  })
  afterEach(() => context.close())
  /** Opens a page whose script loads when `release` is called. */
  async function openHeld(address: string): Promise<{ page: Page; asked: string[]; release: () => void }> {
    const page = await context.newPage()
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
    await page.goto(server.origin + address, { waitUntil: 'commit' })
    return { page, asked, release }
  }

  test('requests no script before its first picture and replays early taps', async () => {
    const { page, asked, release } = await openHeld('/listings')
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
    await until('the app has all of it', () => isReadAndTakenOver(page))
    expect(await page.locator('input[type=search], [role=combobox]').first().inputValue()).toBe('Toyota')
    expect(asked.length).toBeGreaterThan(0)
  })

  test('saves an early tap of a signed-in person once, in their account', async () => {
    await signIn(await context.newPage(), server.origin, emails.buyer)
    const buyer = await signedIn(server.origin, emails.buyer)
    const before = await favouritesOf(buyer)
    const { page, release } = await openHeld('/listings')
    const writes: string[] = []
    // Any page of this phone may send the write.
    context.on('request', (request) => {
      if (request.url().includes(pathOf(carRoutes.likeDislikeCar))) writes.push(request.postData() ?? '')
    })
    await firstCards(page).first().waitFor()
    const [car] = (await cars(server.origin)).filter(({ _id }) => !before.includes(_id))
    const heart = page.getByRole('button', { name: `Save ${car?.title}` }).first()
    // A person who sees no reaction taps twice, and means one tap.
    for (let taps = 0; taps < 2; taps++) await heart.tap()
    await page.waitForTimeout(200)
    expect([writes, await favouritesOf(buyer)]).toEqual([[], before])
    release()
    await until('it is in their account', async () => (await favouritesOf(buyer)).length > before.length)
    await page.waitForTimeout(1000)
    expect((await favouritesOf(buyer)).filter((id) => !before.includes(id))).toEqual([car?._id])
    expect(writes).toHaveLength(1)
    expect(await heart.getAttribute('aria-pressed')).toBe('true')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('shows a touch in a frame before it loads what the touch needs', async () => {
    const page = await context.newPage()
    await page.addInitScript(() => {
      const seen: TouchTimes = {}
      Object.assign(window, { seen })
      const framed = (name: 'touched' | 'followed') => {
        if (seen[name] === undefined) requestAnimationFrame(() => (seen[name] ??= performance.now()))
      }
      addEventListener(
        'pointerover',
        () => {
          seen.began ??= performance.now()
          framed('touched')
        },
        true,
      )
      new MutationObserver(() => framed('followed')).observe(globalThis.document, {
        subtree: true,
        attributeFilter: ['data-followed'],
      })
      addEventListener('pushState', () => (seen.left ??= performance.now()))
    })
    await takenOver(page, '/dealers')
    await page.getByRole('link', { name: 'Browse' }).tap()
    // Dealers are articles too, so the address is checked first.
    await page.waitForURL('**/listings')
    await firstCards(page).first().waitFor()
    const {
      began = 0,
      touched = 0,
      followed = 0,
      left = 0,
      loaded,
    } = await page.evaluate(() => {
      const { seen } = window as unknown as { seen: TouchTimes }
      const code = performance.getEntriesByType('resource').find(({ name }) => name.includes('/browse-'))
      return { ...seen, loaded: code?.startTime ?? 0 }
    })
    const order = { began, touched, loaded }
    expect(Object.values(order).toSorted((a, b) => a - b)).toEqual(Object.values(order))
    expect([followed > 0, left > followed]).toEqual([true, true])
  })

  test.each(['news', 'viewed-cars'])('keeps nothing else away when code hangs: %s', async (name) => {
    const page = await context.newPage()
    await page.route(new RegExp(`/assets/${name}-`), () => undefined)
    await page.goto(`${server.origin}/listing/${slug}`)
    const compare = page.getByRole('button', { name: /^Compare/ })
    await compare.waitFor()
    expect(await compare.isEnabled()).toBe(true)
  })

  test('replays early choices and submits once, in order, when the app arrives', async () => {
    const { page, release } = await openHeld('/listings?types=SUV')
    await firstCards(page).first().waitFor()
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('price_low_high')
    // Without an action only the app can submit the form.
    const box = page.getByRole('combobox', { name: 'Search cars' })
    await box.evaluate((field: HTMLInputElement) => field.form?.removeAttribute('action'))
    await box.fill('Toyota')
    await box.press('Enter')
    await page.waitForTimeout(200)
    expect(page.url()).toBe(`${server.origin}/listings?types=SUV`)
    let documents = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents++
    })
    release()
    await page.waitForURL(`${server.origin}/listings?types=SUV&q=Toyota&sortby=price_low_high`)
    expect(documents).toBe(0)
  })
})

test('A document has identical bytes for everyone and contains no data of the visitor', async () => {
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

test('A document’s content security policy names its scripts and never allows unsafe-inline', async () => {
  const reply = await document('/listings')
  const policy = reply.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'/)
  expect(policy).not.toContain('unsafe-inline')
  expect(await reply.text()).not.toMatch(/ style="| on\w+="/)
})

test('An unchanged document costs a browser no second download', async () => {
  const first = await document('/dealers')
  const again = await document('/dealers', { 'if-none-match': first.headers.get('etag') ?? '' })
  expect([first.status, again.status]).toEqual([200, 304])
})
