import axe from 'axe-core'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatRoutes, type ChatEntry } from '#contract/chat/chat.ts'
import { conversationRoutes, type ChatMessage } from '#contract/chat/conversation.ts'
import { pathOf } from '#contract/http.ts'
import {
  controlled,
  laptop,
  openPhone,
  openShared,
  phone as phoneSize,
  until,
  type Shared,
} from '../support/browser.ts'
import { emails, signedIn, type Person } from '../support/people.ts'
import { lookInside, onDisk, outboxOnDisk, signOutInside } from '../support/phone/inside.ts'
import { signInQuickly } from '../support/phone/scene.ts'
import { startServer, type Server } from '../support/server.ts'

let server: Server
let browser: Shared
let seller: Person
let dealer: Person
beforeAll(async () => {
  server = await startServer()
  browser = await openShared()
  seller = await signedIn(server.origin, emails.seller)
  dealer = await signedIn(server.origin, emails.dealer)
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const withWhom = (other: Person) => `${server.origin}/chat?with=${other.user.id}`
async function arrive(context: BrowserContext, page: Page, email: string): Promise<void> {
  await lookInside(context)
  await signInQuickly(page, server.origin, email)
}
async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message to / }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}
const log = (page: Page) => page.getByRole('log')
/** Returns the bubble of a message, with its status mark. */
const bubble = (page: Page, text: string) =>
  log(page).locator('[data-message]').filter({ hasText: text }).last()
const marked = (page: Page, text: string, mark: string) =>
  bubble(page, text).getByText(mark, { exact: true }).last().waitFor({ state: 'attached' })
const headersOf = ({ token }: Person) => ({ authorization: `Bearer ${token}` })
async function chatWith(person: Person, other: string): Promise<ChatMessage[]> {
  const path = pathOf(conversationRoutes.olderMessages, { other, before: '999999' })
  const answer = await fetch(server.origin + path, { headers: headersOf(person) })
  return ((await answer.json()) as { data: ChatMessage[] }).data
}
/** Returns the messages of the chat of the two on the server. */
const kept = () => chatWith(seller, dealer.user.id)
/** Marks all chats as read: the demo has unread chats, and only this test may change the badge. */
async function readAll(person: Person): Promise<void> {
  const list = await fetch(server.origin + pathOf(chatRoutes.myChatList), { headers: headersOf(person) })
  const { data } = (await list.json()) as { data: ChatEntry[] }
  for (const { sender, unread } of data) {
    const last = unread && (await chatWith(person, sender._id)).findLast((m) => m.sender === sender._id)
    if (last) await person.call('chat/mark', { as: 'read', chats: [{ other: sender._id, last: last.id }] })
  }
}
const counted = async (page: Page) => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0)

test('Two people write to each other live; marks and badges are true [R-CHAT-15 R-CHAT-08 R-CHAT-13 R-NAV-18 R-NAV-36 R-EXT-02]', async () => {
  const [hers, his] = [await browser.phone({ viewport: laptop }), await browser.phone({ viewport: laptop })]
  const [ann, ben] = [await hers.newPage(), await his.newPage()]
  await readAll(dealer)
  await Promise.all([arrive(hers, ann, emails.seller), arrive(his, ben, emails.dealer)])
  await ben.goto(`${server.origin}/about`)
  await ben.getByRole('link', { name: 'Chat', exact: true }).first().waitFor()
  const badge = ben.getByRole('link', { name: 'Chat, new messages' }).first()
  await ann.goto(withWhom(dealer))
  const question = `Still there? ${randomUUID()}`
  expect([await badge.count(), await counted(ben)]).toEqual([0, 0])
  await write(ann, question)
  await badge.waitFor()
  await marked(ann, question, 'Delivered')
  await until('the title counts it', async () => (await counted(ben)) === 1)
  await ben.goto(withWhom(seller))
  await log(ben).getByText(question).waitFor()
  await marked(ann, question, 'Read')
  await until('the title counts it no more', async () => (await counted(ben)) === 0)
  await badge.waitFor({ state: 'detached' })
  const answer = `It is. ${randomUUID()}`
  await write(ben, answer)
  await log(ann).getByText(answer).waitFor()
  await marked(ben, answer, 'Read')
  expect((await kept()).slice(-2).map(({ message }) => message)).toEqual([question, answer])
  await Promise.all([hers.close(), his.close()])
})

test('Messages written offline stay visible and are sent once, in order, after a kill [R-CHAT-13 R-CHAT-16 R-PWA-28 I1 I2 I5]', async () => {
  let phone = await openPhone({ viewport: phoneSize })
  await arrive(phone.context, phone.page, emails.seller)
  await phone.page.goto(withWhom(dealer))
  await controlled(phone.page)
  const seen = `Seen before ${randomUUID()}`
  await write(phone.page, seen)
  await marked(phone.page, seen, 'Sent')
  await phone.context.setOffline(true)
  const words = ['one', 'two', 'three'].map((word) => `${word} ${randomUUID()}`)
  for (const text of words) {
    await write(phone.page, text)
    await marked(phone.page, text, 'Waiting')
  }
  const half = `half a thought ${randomUUID()}`
  await phone.page.getByRole('textbox', { name: /^Message to / }).fill(half)
  await until('all of it is on the phone', async () => {
    const waiting = (await outboxOnDisk(phone.page)).filter((row) => row.state !== 'done')
    const drafts = JSON.stringify(await onDisk(phone.page, 'drafts'))
    return waiting.length === words.length && drafts.includes(half)
  })
  // The worker of a restarted browser would send before the test can take the page offline, so the server stops first.
  await server.kill()
  await phone.kill()
  phone = await phone.reopen()
  const { page } = phone
  await page.goto(withWhom(dealer))
  for (const text of [seen, ...words]) await log(page).getByText(text).waitFor()
  for (const text of words) await marked(page, text, 'Waiting')
  await until('what was half written is back', async () => (await box(page).inputValue()) === half)
  await server.restart()
  await marked(page, words.at(-1) ?? '', 'Sent')
  const mine = (await kept()).map(({ message }) => message).filter((text) => words.includes(text))
  expect(mine).toEqual(words)
  await phone.dispose()
})

const box = (page: Page) => page.getByRole('textbox', { name: /^Message to / })
const chosenIn = (page: Page) => page.getByRole('list', { name: 'Pictures to send' }).getByRole('img')
const namesOf = (page: Page) => chosenIn(page).evaluateAll((all) => all.map((img) => img.getAttribute('alt')))
async function choosePictures(page: Page, ...names: string[]): Promise<void> {
  const files = names.map(async (name, n) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await sharp({
      create: { width: 900, height: 600, channels: 3, background: ['#a33', '#3a3'][n] ?? '' },
    })
      .jpeg()
      .toBuffer(),
  }))
  await page.getByLabel('Choose pictures').setInputFiles(await Promise.all(files))
}

test('Message pictures survive a kill, stay private to their owner and are sent once [R-CHAT-13 I1 I2 I5 I7]', async () => {
  const buyer = await signedIn(server.origin, emails.buyer)
  // Two people on one phone write to the same third person.
  for (const person of [seller, dealer]) {
    const hello = {
      receiver: buyer.user.id,
      message: 'Hello',
      timestamp: Date.now(),
      client_ref: randomUUID(),
    }
    await person.call('chat/send-message', hello)
  }
  const before = await chatWith(seller, buyer.user.id)
  const ofDealer = await chatWith(dealer, buyer.user.id)
  let phone = await openPhone({ viewport: phoneSize })
  await arrive(phone.context, phone.page, emails.seller)
  await phone.page.goto(withWhom(buyer))
  const words = `These are the rims ${randomUUID()}`
  await box(phone.page).fill(words)
  await choosePictures(phone.page, 'front.jpg', 'rear.jpg')
  await until('all of it is on the phone', async () => {
    const blobs = await onDisk(phone.page, 'blobs')
    return blobs.length === 2 && JSON.stringify(await onDisk(phone.page, 'drafts')).includes(words)
  })
  await phone.kill()
  phone = await phone.reopen()
  const { page } = phone
  await lookInside(phone.context)
  const finds = async (names: string[], text: string) => {
    await page.goto(withWhom(buyer))
    await box(page).waitFor()
    if (names.length > 0)
      await chosenIn(page)
        .nth(names.length - 1)
        .waitFor()
    expect(await namesOf(page)).toEqual(names)
    await until('the words are back', async () => (await box(page).inputValue()) === text)
  }
  await finds(['front.jpg', 'rear.jpg'], words)
  await signOutInside(page)
  await signInQuickly(page, server.origin, emails.dealer)
  await finds([], '')
  await signOutInside(page)
  await signInQuickly(page, server.origin, emails.seller)
  await finds(['front.jpg', 'rear.jpg'], words)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const sentNow = async () => (await chatWith(seller, buyer.user.id)).slice(before.length)
  await until('both have arrived', async () => (await sentNow()).length === 2)
  const sent = await sentNow()
  expect(sent.map(({ sender, message }) => [sender, message])).toEqual([
    [seller.user.id, words],
    [seller.user.id, ''],
  ])
  expect(new Set(sent.map(({ image }) => image)).size).toBe(2)
  expect(sent.every(({ image = '' }) => image.startsWith('/media/'))).toBe(true)
  expect(await chatWith(dealer, buyer.user.id)).toEqual(ofDealer)
  // The next start deletes the drafts of messages that the worker sent.
  await page.reload()
  await until('nothing of it is left on the phone', async () => {
    const drafts = await onDisk<{ id: string }>(page, 'drafts')
    return (await onDisk(page, 'blobs')).length === 0 && drafts.every(({ id }) => !id.includes('chat:'))
  })
  await phone.dispose()
})

test('The worker does not answer the stream: it would hold back the next version [R-CHAT-15 R-PWA-19]', async () => {
  const context = await browser.phone({ viewport: laptop })
  const streams: Request[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/chat/events')) streams.push(request)
  })
  const page = await context.newPage()
  await arrive(context, page, emails.seller)
  await page.goto(withWhom(dealer))
  await controlled(page)
  // From here on every request of the page bypasses the worker.
  await page.reload()
  streams.length = 0
  await page.reload()
  // The first request may belong to the previous page, whose end aborted it.
  await until('the stream is open', async () => (await streams.at(-1)?.response())?.status() === 200)
  const answers = await Promise.all(streams.map((request) => request.response()))
  expect(streams.filter((request) => request.serviceWorker())).toEqual([])
  expect(answers.filter((answer) => answer?.fromServiceWorker())).toEqual([])
  await context.close()
})

test.each([
  { size: laptop, colorScheme: 'light' as const },
  { size: phoneSize, colorScheme: 'dark' as const },
])(
  'The chat is one pane where it is narrow, and free of barriers (%o) [R-CHAT-04 R-CHAT-05 R-CONST-08]',
  async ({ size, colorScheme }) => {
    const context = await browser.phone({ viewport: size, colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await arrive(context, page, emails.seller)
    const narrow = size.width <= 767
    for (const address of [`${server.origin}/chat`, withWhom(dealer)]) {
      await page.goto(address)
      const open = address !== `${server.origin}/chat`
      const [list, pane] = [
        page.getByRole('region', { name: 'Chat list' }),
        page.getByRole('region', { name: 'Conversation' }),
      ]
      await (narrow && !open ? list : pane).waitFor()
      expect([await list.isVisible(), await pane.isVisible()]).toEqual(narrow ? [!open, open] : [true, true])
      await page.evaluate(axe.source)
      const found = await page.evaluate(async () => {
        const { axe: inPage } = window as unknown as { axe: typeof axe }
        return (await inPage.run('main')).violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`,
        )
      })
      expect(found).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    }
    await context.close()
  },
)
