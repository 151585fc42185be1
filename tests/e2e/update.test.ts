import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillEnquiry, openEnquiry } from '../support/acts.ts'
import { controlled, laptop, openPhone } from '../support/browser.ts'
import type { Phone } from '../support/browser.ts'
import { cars } from '../support/people.ts'
import { distDir, startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

/** A later build of the app: the page says so, and the worker's list of files names the new page. */
const later = resolve('node_modules/.cache/motorkin-e2e-later')
function buildLater(): string {
  rmSync(later, { recursive: true, force: true })
  mkdirSync(later, { recursive: true })
  cpSync(distDir, later, { recursive: true })
  change('index.html', (html) => html.replace('<head>', '<head><meta name="build" content="later">'))
  change('sw.js', (js) =>
    js.replace(/\{[^{}]*"index\.html"[^{}]*\}/, (entry) => entry.replace(/(revision"?:")\w+/, '$1later')),
  )
  return later
}
function change(name: string, edit: (text: string) => string): void {
  const file = `${later}/app/${name}`
  const text = edit(readFileSync(file, 'utf8'))
  writeFileSync(file, text)
  if (existsSync(`${file}.br`)) writeFileSync(`${file}.br`, brotliCompressSync(text))
  if (existsSync(`${file}.gz`)) writeFileSync(`${file}.gz`, gzipSync(text))
}

let server: Server
let phone: Phone
beforeAll(async () => {
  server = await startServer()
  phone = await openPhone({ viewport: laptop })
})
afterAll(async () => {
  await phone.dispose()
  await server.stop()
  rmSync(later, { recursive: true, force: true })
})

test('A new version asks first, and taking it keeps what was typed [R-PWA-19]', async () => {
  const { page } = phone
  const [car] = await cars(server.origin)
  await page.goto(`${server.origin}/listings`)
  await controlled(page)
  await openEnquiry(page, server.origin, car?.slug ?? '')
  await fillEnquiry(page, 'I typed this before the update.')

  await server.kill()
  await server.restart(buildLater())
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
  const accept = page.getByRole('button', { name: /^(Update|Reload)/ })
  await accept.waitFor()
  expect(await page.locator('meta[name="build"]').count()).toBe(0)
  expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe(
    'I typed this before the update.',
  )

  await accept.click()
  await page.locator('meta[name="build"]').waitFor({ state: 'attached' })
  await page.getByLabel('Message', { exact: true }).waitFor()
  expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe(
    'I typed this before the update.',
  )
})
