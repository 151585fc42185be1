import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstCards } from '../support/acts.ts'
import { controlled, openPhone, until } from '../support/browser.ts'
import type { Phone } from '../support/browser.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

let server: Server
let phone: Phone
beforeAll(async () => {
  server = await startServer()
  phone = await openPhone()
})
afterAll(async () => {
  await phone.dispose()
  await server.stop()
})

test(
  'After the database is evicted, the service worker still serves the recent listings [R-PWA-17 R-PWA-35]',
  { tags: ['full'] },
  async () => {
    const { page } = phone
    await page.goto(`${server.origin}/listings`)
    await controlled(page)
    await page.reload()
    await firstCards(page).first().waitFor()
    // The worker caches the list as a document, because the app does not request again what came with the document.
    await until('the worker keeps the list', () =>
      page.evaluate(async () => (await caches.match('/listings', { cacheName: 'documents' })) !== undefined),
    )
    await until(
      'the list is at rest',
      async () => (await page.locator('main [aria-busy="true"]').count()) === 0,
    )
    const titles = await firstCards(page).getByRole('heading').allInnerTexts()
    await server.kill()
    await page.goto('about:blank')
    const session = await phone.context.newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: server.origin, storageTypes: 'indexeddb' })

    await page.goto(`${server.origin}/listings`)
    await firstCards(page).first().waitFor()
    const shown = () => firstCards(page).getByRole('heading').allInnerTexts()
    await until('all of it is there', async () => (await shown()).length >= titles.length)
    expect(await shown()).toEqual(titles)
    await page
      .getByText(/offline|cannot be reached/i)
      .first()
      .waitFor()
  },
)
