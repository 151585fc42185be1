import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstCards, kept } from '../support/acts.ts'
import { controlled, until } from '../support/browser.ts'
import { complaintsOf, noted } from '../support/complaints.ts'
import { openScene, type Scene } from '../support/phone/scene.ts'

/** Waits until React has hydrated the page. */
const takenOver = (page: Page) =>
  page
    .getByRole('link', { name: 'Browse' })
    .evaluate((link) => Object.keys(link).some((name) => name.startsWith('__react')))

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene.close())

test(
  'A slow picture still loading when the service worker takes over is cached [R-PWA-18 R-PWA-33]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    const slow = scene.proxy.rule({ path: /^\/media\//, times: 1, fault: { kind: 'hold' } })
    await page.goto(`${scene.origin}/listings`, { waitUntil: 'commit' })
    await firstCards(page).first().waitFor()
    await until('a picture is on its way', () => slow.hits() === 1)
    await controlled(page)
    const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    const before = await loaded()
    await page.waitForTimeout(5000)
    slow.release()
    const [late] = scene.proxy.seen('GET', /^\/media\//).map(({ path }) => path)
    await until('it is here', async () => (await loaded()).some((name) => name.endsWith(late ?? '?')))
    expect(before.some((name) => name.endsWith(late ?? '?'))).toBe(false)
    await until('all of it is kept', () => kept(page))
    await context.close()
  },
)

test('A drawn page lays out what is below a phone’s window later', async () => {
  const { context, page } = await scene.guest()
  await page.addInitScript({
    content: `window.laid = []
      // It ends by itself, or as soon as the app is there.
      for (const type of ['animationend', 'animationcancel'])
        addEventListener(type, ({ animationName, target }) => {
          if (animationName === 'laid-later') laid.push(target.getBoundingClientRect().top >= innerHeight)
        }, true)`,
  })
  const laid = () => page.evaluate(() => (window as unknown as { laid: boolean[] }).laid)
  for (const address of ['/', '/listings', '/dealers', '/blog']) {
    await page.goto(scene.origin + address)
    await until(`${address} is laid out`, async () => (await laid()).length > 0)
    // Only content below the viewport is laid out later.
    expect(await laid()).not.toContain(false)
  }
  const browse = page.getByRole('link', { name: 'Browse' })
  await until('the app is there', () => takenOver(page))
  const before = (await laid()).length
  await browse.click()
  await firstCards(page).nth(5).waitFor({ state: 'attached' })
  expect(await laid()).toHaveLength(before)
  await context.close()
})

test('A kept page takes its fonts on a phone with the next screen', async () => {
  const { context, page } = await scene.guest()
  await page.goto(`${scene.origin}/dealers`)
  await controlled(page)
  await until('all of it is kept', () => kept(page))
  await page.goto(`${scene.origin}/dealers`)
  const fonts = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('link')].flatMap(({ href, media, sheet }) =>
        sheet && href.includes('/assets/fonts') && matchMedia(media).matches ? [href] : [],
      ),
    )
  await page.getByText('Total Cars').first().waitFor()
  await until('all that the page wants is there', () => takenOver(page))
  await page.waitForTimeout(2000)
  expect(await fonts()).toEqual([])
  await page.getByRole('link', { name: 'Browse' }).click()
  await firstCards(page).first().waitFor()
  await until('its fonts are there', async () => (await fonts()).length === 1)
  await context.close()
})

test('A car moves nothing on a phone, wherever the network cuts its page', async () => {
  const { context, page } = await scene.guest()
  await page.goto(`${scene.origin}/listings`)
  const path = await firstCards(page).first().getByRole('link').first().getAttribute('href')
  const text = await (await fetch(scene.origin + (path ?? ''), { headers: { accept: 'text/html' } })).text()
  const begins = (part: string) => text.indexOf(part)
  // The document is cut before the heading, before the car's description, within it, and before the seller.
  const cuts = ['<header', '<figure', '<figcaption', 'id="first-window"'].map(begins)
  expect(cuts).not.toContain(-1)
  const cutting = createServer((request, response) => {
    const cut = cuts[Number(/^\/cut-(\d)$/.exec(request.url ?? '')?.[1])]
    response.writeHead(cut === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.write(text.slice(0, cut ?? 0))
    setTimeout(() => response.end(text.slice(cut ?? text.length)), cut === undefined ? 0 : 500)
  }).listen(0)
  const { port } = cutting.address() as AddressInfo
  const other = await context.newPage()
  await complaintsOf(other)
  // An app whose script does not load reloads its page, so these requests hang.
  await other.route('**/*.js', () => undefined)
  for (const place of cuts.keys()) {
    await other.goto(`http://localhost:${port}/cut-${place}`)
    await other.waitForTimeout(300)
    const { shifts, moved } = await noted(other)
    expect([place, shifts < 0.005 ? [] : moved]).toEqual([place, []])
  }
  cutting.close()
  await context.close()
})
