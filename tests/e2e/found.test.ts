import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, until } from '../support/browser.ts'
import { cars } from '../support/people.ts'
import { lookInside, running } from '../support/phone/inside.ts'
import { startServer, type Server } from '../support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('The app keeps the server’s document head and replaces it on the next page', async () => {
  const phone = await openPhone()
  try {
    const { page } = phone
    await lookInside(phone.context)
    const objections: string[] = []
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) objections.push(message.text())
    })
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`Content Security Policy: ${event.violatedDirective} ${event.blockedURI}`),
      )
    })
    const [car] = await cars(server.origin)
    const address = `${server.origin}/listing/${car?.slug}`
    const sent = await (await fetch(address)).text()
    const titleSent = /<title>([^<]*)<\/title>/.exec(sent)?.[1]
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await page.title()).toBe(titleSent)
    const robots = () => page.locator('meta[name=robots]').getAttribute('content')
    expect(await robots()).toBe('index, follow')
    expect(await page.locator('link[rel=canonical]').count()).toBe(1)
    expect(await page.locator('meta[name=description]').count()).toBe(1)
    const data = await page.locator('script[type="application/ld+json"]').first().textContent()
    expect(JSON.parse(data ?? '')).toMatchObject({ '@type': 'Car', name: car?.title })

    const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
    const card = await fetch(picture ?? '')
    expect(card.headers.get('content-type')).toBe('image/jpeg')
    const { width, height } = await sharp(Buffer.from(await card.arrayBuffer())).metadata()
    expect([width, height]).toEqual([1200, 630])

    // Before the app is loaded, a link opens the next document, which has its own head.
    await running(page)
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Listing' }).click()
    await until('the list has its own head', async () => (await page.title()).startsWith('Cars for sale'))
    expect(await page.locator('script[type="application/ld+json"], meta[property^="og:"]').count()).toBe(0)
    expect(objections).toEqual([])
  } finally {
    await phone.dispose()
  }
})
