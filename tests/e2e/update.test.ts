import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conversationRoutes, type ChatMessage } from '#contract/chat/conversation.ts'
import { pathOf } from '#contract/http.ts'
import { fillEnquiry, openEnquiry } from '../support/acts.ts'
import { controlled, laptop, openPhone, until } from '../support/browser.ts'
import type { Phone } from '../support/browser.ts'
import { cars, emails, enquiriesWith, signedIn } from '../support/people.ts'
import { lookInside, onDisk, outboxOnDisk, press, running, wish } from '../support/phone/inside.ts'
import { newText, nothingWaits, signInQuickly } from '../support/phone/scene.ts'
import { startProxy } from '../support/proxy.ts'
import { distDir, startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

/** Folder of a later build: its page contains a mark, the list of files has the new page, and the worker has the new list. */
const later = resolve('node_modules/.cache/motorkin-e2e-later')
const packings = ['', '.br', '.gz']
function buildLater(): string {
  rmSync(later, { recursive: true, force: true })
  mkdirSync(later, { recursive: true })
  cpSync(distDir, later, { recursive: true })
  change('index.html', (html) => html.replace('<head>', '<head><meta name="build" content="later">'))
  const list = readdirSync(`${later}/app/assets`).find((name) => /^shell-\w+\.json$/.test(name))
  if (list === undefined) throw new Error('The build has no list of files for its worker.')
  rename(list, 'shell-later.json')
  change('assets/shell-later.json', (text) => text.replace(/("index\.html","revision":")\w+/, '$1later'))
  change('sw.js', (js) => js.replace(list, 'shell-later.json'))
  return later
}
/** Returns the files that a worker of this build caches, in the order of its list. */
function filesOf(build: string): string[] {
  const list = readdirSync(`${build}/app/assets`).find((name) => /^shell-\w+\.json$/.test(name)) ?? ''
  const files = JSON.parse(readFileSync(`${build}/app/assets/${list}`, 'utf8')) as { url: string }[]
  return files.map(({ url }) => url)
}
/** Builds the later version with new names of all scripts, like a release with changes everywhere. */
function buildRenamed(): string {
  buildLater()
  const scripts = readdirSync(`${later}/app/assets`).filter((name) => name.endsWith('.js'))
  const texts = readdirSync(`${later}/app`, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|html|json)$/.test(name),
  )
  for (const name of texts)
    change(name, (text) =>
      scripts.reduce((all, old) => all.replaceAll(old, old.replace('.js', 'L.js')), text),
    )
  for (const old of scripts) rename(old, old.replace('.js', 'L.js'))
  return later
}
function rename(asset: string, to: string): void {
  for (const packed of packings) {
    const file = `${later}/app/assets/${asset}${packed}`
    if (existsSync(file)) renameSync(file, `${later}/app/assets/${to}${packed}`)
  }
}
/** Compression level for speed; the size does not matter here. */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
function change(name: string, edit: (text: string) => string): void {
  const file = `${later}/app/${name}`
  const before = readFileSync(file, 'utf8')
  const text = edit(before)
  if (text === before) return
  writeFileSync(file, text)
  if (existsSync(`${file}.br`)) writeFileSync(`${file}.br`, brotliCompressSync(text, quickly))
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

test('A new version asks first, and taking it keeps what was typed [S27 R-PWA-19]', async () => {
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

test(
  'An accepted update activates at once although a picture request still hangs [R-PWA-19 S27]',
  { tags: ['full'] },
  async () => {
    await serve(distDir)
    const proxy = await startProxy(() => server.origin)
    const { page, dispose } = await openPhone({ viewport: laptop })
    const [car] = await cars(server.origin)
    await page.goto(`${proxy.origin}/login`)
    await controlled(page)
    // Only one picture hangs: a browser opens at most six connections to this server.
    const picture = proxy.rule({ path: /^\/media\//, times: 1, fault: { kind: 'hang' } })
    await page.goto(`${proxy.origin}/listing/${car?.slug ?? ''}`, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await until('a picture hangs', () => picture.hits() === 1)
    await serve(buildLater())
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update()
    })
    const accept = page.getByRole('button', { name: /^(Update|Reload)/ })
    await accept.click()
    await page.locator('meta[name="build"]').waitFor({ state: 'attached' })
    expect(picture.hits()).toBe(1)
    await dispose()
    await proxy.close()
  },
)

test(
  'An incomplete first install completes itself by fetching only the missing files [R-PWA-16 R-PWA-18]',
  { tags: ['full'] },
  async () => {
    await serve(distDir)
    const proxy = await startProxy(() => server.origin)
    const { page, dispose } = await openPhone({ viewport: laptop })
    // Two files that this page does not need: the worker requests the last file of its list first.
    const files = filesOf(distDir).filter((file) => /(?:sell|compare)-/.test(file))
    const [late, early] = [files[0] ?? '', files.at(-1) ?? '']
    const at = (file: string) => new RegExp(`/${file}$`)
    const lost = proxy.rule({ path: at(late), times: 1, fault: { kind: 'answer', status: 503 } })
    await page.goto(`${proxy.origin}/login`)
    await until('a file is lost', () => lost.hits() === 1)
    await controlled(page)
    expect([proxy.reached('GET', at(early)), proxy.reached('GET', at(late))]).toEqual([1, 1])
    await dispose()
    await proxy.close()
  },
)

/** Serves a build; every test begins with the build under test. */
async function serve(build: string): Promise<void> {
  await server.kill()
  await server.restart(build)
}

test(
  'Two tabs on different versions both save, and each write is sent once [S27 I16 R-PWA-19]',
  { tags: ['full'] },
  async () => {
    await serve(distDir)
    const { context, page, dispose } = await openPhone({ viewport: laptop })
    await lookInside(context)
    const dealer = await signedIn(server.origin, emails.dealer)
    const [car] = await cars(server.origin, { creator: dealer.user.id, limit: 1 })
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto(`${server.origin}/listings`)
      await controlled(tab)
    }
    await serve(buildLater())
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update()
    })
    await page.getByRole('button', { name: /^(Update|Reload)/ }).click()
    await page.locator('meta[name="build"]').waitFor({ state: 'attached' })
    await running(page)
    expect(await other.locator('meta[name="build"]').count()).toBe(0)
    const texts = [newText(), newText()]
    for (const [i, tab] of [page, other].entries()) {
      const said = await wish(tab, { kind: 'enquiry.send', car: car?._id ?? '', text: texts[i] ?? '' })
      expect(said.ok).toBe(true)
    }
    await nothingWaits(page)
    for (const text of texts) expect(await enquiriesWith(dealer, text)).toHaveLength(1)
    await dispose()
  },
)

test('Updating the app inside a chat keeps its draft, pictures, waiting messages and position [S27 R-PWA-19 R-CHAT-13 I1 I5]', async () => {
  await serve(distDir)
  const proxy = await startProxy(() => server.origin)
  const [seller, dealer] = [
    await signedIn(server.origin, emails.seller),
    await signedIn(server.origin, emails.dealer),
  ]
  const lines = Array.from({ length: 24 }, (_, n) => `Line ${n + 1}\n.\n.\n.`)
  for (const message of lines)
    await dealer.call('chat/send-message', {
      receiver: seller.user.id,
      message,
      timestamp: Date.now(),
      client_ref: randomUUID(),
    })
  const { context, page, dispose } = await openPhone({ viewport: laptop })
  await lookInside(context)
  await signInQuickly(page, proxy.origin, emails.seller)
  await page.goto(`${proxy.origin}/chat?with=${dealer.user.id}`)
  await controlled(page)
  const [log, box] = [page.getByRole('log'), page.getByRole('textbox', { name: /^Message to / })]
  const chosen = page.getByRole('list', { name: 'Pictures to send' }).getByRole('img')
  const waits = log.locator('[data-message]').filter({ hasText: 'This one waits.' }).getByText('Waiting')
  const down = proxy.rule({ path: /\/chat\/send-message$/, fault: { kind: 'request-lost' } })
  await box.fill('This one waits.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await waits.first().waitFor({ state: 'attached' })
  await box.fill('Half a thought')
  const rim = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
  await page
    .getByLabel('Choose pictures')
    .setInputFiles({ name: 'rim.jpg', mimeType: 'image/jpeg', buffer: rim })
  await until('all of it is on the phone', async () => {
    const drafts = JSON.stringify(await onDisk(page, 'drafts'))
    return drafts.includes('Half a thought') && (await onDisk(page, 'blobs')).length === 1
  })
  /** Returns the pixels from the upper edge of the log to a line. */
  const placeOf = (text: string) =>
    log.evaluate((box, text) => {
      const line = [...box.querySelectorAll('[data-message]')].find((one) => one.textContent.includes(text))
      return line ? Math.round(line.getBoundingClientRect().top - box.getBoundingClientRect().top) : undefined
    }, text)
  await log.evaluate((box) => box.scrollTo(0, box.scrollHeight / 3))
  await page.getByRole('button', { name: 'Go to the newest message' }).waitFor()
  const before = await placeOf('Line 9\n')

  await serve(buildLater())
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })
  await page.getByRole('button', { name: /^(Update|Reload)/ }).click()
  await page.locator('meta[name="build"]').waitFor({ state: 'attached' })
  await chosen.waitFor()
  await waits.first().waitFor({ state: 'attached' })
  expect([await box.inputValue(), await chosen.getAttribute('alt')]).toEqual(['Half a thought', 'rim.jpg'])
  await until('the place is the same', async () => (await placeOf('Line 9\n')) === before)
  down.end()
  await press(page, { now: true })
  await nothingWaits(page)
  const path = pathOf(conversationRoutes.olderMessages, { other: dealer.user.id, before: '999999' })
  const answer = await fetch(server.origin + path, { headers: { authorization: `Bearer ${seller.token}` } })
  const { data } = (await answer.json()) as { data: ChatMessage[] }
  const words = data.map(({ message }) => message)
  expect(words.slice(words.indexOf(lines[0] ?? ''))).toEqual([...lines, 'This one waits.'])
  await dispose()
  await proxy.close()
})

test('A page whose code is gone reloads itself once and keeps its pending writes [S25 I16 R-PWA-19]', async () => {
  await serve(distDir)
  const { context, page, dispose } = await openPhone({ viewport: laptop, serviceWorkers: 'block' })
  await lookInside(context)
  const dealer = await signedIn(server.origin, emails.dealer)
  const [car] = await cars(server.origin, { creator: dealer.user.id, limit: 1 })
  await page.goto(`${server.origin}/listings`)
  await running(page)
  await press(page, { now: true })
  await context.setOffline(true)
  const text = newText()
  await wish(page, { kind: 'enquiry.send', car: car?._id ?? '', text })
  const link = page.getByTitle('Waiting to be sent')
  await link.waitFor()
  const [waiting] = await outboxOnDisk(page)
  await serve(buildRenamed())
  let loads = 0
  page.on('load', () => (loads += 1))
  await context.setOffline(false)
  // The first touch requests code that no longer exists.
  await page.locator('a[href^="/login"]').first().dispatchEvent('pointerover')
  await page.locator('meta[name="build"]').waitFor({ state: 'attached' })
  await until('it loaded itself', () => loads === 1)
  const [still] = await outboxOnDisk(page)
  expect(still).toMatchObject({ id: waiting?.id, payload: waiting?.payload })
  await page.goto(`${server.origin}/outbox`)
  await page.getByRole('listitem').filter({ hasText: text }).getByText(/^Sent/).waitFor()
  expect(await enquiriesWith(dealer, text)).toHaveLength(1)
  await dispose()
})
