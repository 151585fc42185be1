import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { laptop, openShared, type Shared } from '../../support/browser.ts'
import { findEmulator, type RunningEmulator, startEmulator } from '../../support/firestore-emulator.ts'
import { firestoreEnv } from '../../support/firestore-server.ts'
import { emails, type Person, signedIn } from '../../support/people.ts'
import { lookInside } from '../../support/phone/inside.ts'
import { signInQuickly } from '../../support/phone/scene.ts'
import { type Server, startServer } from '../../support/server.ts'

/** The built app over Firestore's emulator: the same screens and texts. */
let emulator: RunningEmulator
let server: Server
let browser: Shared
let seller: Person
let dealer: Person
beforeAll(async () => {
  const found = findEmulator()
  if (!found) throw new Error('This file runs only where there is an emulator.')
  emulator = await startEmulator(found)
  const env = await firestoreEnv(emulator.host)
  server = await startServer({ env: { ...env, NODE_ENV: 'development' } })
  browser = await openShared()
  seller = await signedIn(server.origin, emails.seller)
  dealer = await signedIn(server.origin, emails.dealer)
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await emulator.stop()
})

async function arrive(
  email: string,
  other: Person,
): Promise<{ context: BrowserContext; page: Page; asked: string[]; refused: string[] }> {
  const context = await browser.phone({ viewport: laptop })
  const [asked, refused]: [string[], string[]] = [[], []]
  context.on('request', (request) => void asked.push(request.url()))
  const page = await context.newPage()
  page.on('console', (message) => {
    const text = message.text()
    // The SDK loads a picture of www.google.com to check the network; our policy blocks that picture.
    if (text.includes('Content Security Policy') && !text.includes('/images/cleardot.gif')) refused.push(text)
  })
  await lookInside(context)
  await signInQuickly(page, server.origin, email)
  await page.goto(`${server.origin}/chat?with=${other.user.id}`)
  return { context, page, asked, refused }
}
const log = (page: Page) => page.getByRole('log')
async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message to / }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}
const marked = (page: Page, text: string, mark: string) =>
  log(page)
    .locator('[data-message]')
    .filter({ hasText: text })
    .last()
    .getByText(mark, { exact: true })
    .last()
    .waitFor({ state: 'attached' })

test('Two people write to each other through Firestore, also after a time without signal [R-EXT-01 R-EXT-02 R-CHAT-13 R-CHAT-14 R-CHAT-15]', async () => {
  const [ann, ben] = await Promise.all([arrive(emails.seller, dealer), arrive(emails.dealer, seller)])
  const question = `Still there? ${randomUUID()}`
  await write(ann.page, question)
  await log(ben.page).getByText(question).waitFor()
  await marked(ann.page, question, 'Read')
  await ben.context.setOffline(true)
  const answer = `It is. ${randomUUID()}`
  await write(ben.page, answer)
  await marked(ben.page, answer, 'Waiting')
  await ben.context.setOffline(false)
  await log(ann.page).getByText(answer).waitFor()
  await marked(ben.page, answer, 'Read')
  // The app loads the SDK from its own origin and connects to Firestore directly, as the policy allows.
  for (const { asked, refused } of [ann, ben]) {
    expect(asked.some((url) => /\/assets\/firestore--.*\.js$/.test(url))).toBe(true)
    expect(asked.some((url) => url.startsWith(`http://${emulator.host}/`))).toBe(true)
    expect(asked.filter((url) => url.endsWith('/chat/events'))).toEqual([])
    expect(refused).toEqual([])
  }
  await Promise.all([ann.context.close(), ben.context.close()])
})
