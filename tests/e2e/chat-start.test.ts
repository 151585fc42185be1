import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openingMessage, type ChatEntry } from '#contract/chat/chat.ts'
import { readMailbox } from '../../server/web/dev-mail.ts'
import { laptop, until } from '../support/browser.ts'
import { cars, emails, type Person } from '../support/people.ts'
import { running } from '../support/phone/inside.ts'
import { keysOf, openScene, signInQuickly, type Scene } from '../support/phone/scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterEach(() => scene.calm())
afterAll(() => scene.close())

const chatCall = /\/chat\/save-chat-info$/

async function chatsOf({ token }: Person): Promise<ChatEntry[]> {
  const reply = await fetch(`${scene.server.origin}/api/v1/chat/my-chat-list`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await reply.json()) as { data: ChatEntry[] }).data
}
const emailsTo = async (email: string) =>
  (await readMailbox(join(scene.server.data, 'mail'), { to: email, most: 20 })).filter(({ subject }) =>
    subject.startsWith('New message about'),
  )

test(
  'A buyer without a plan messages the seller once although the response is lost [R-ROLE-07 R-CAR-12 R-NAV-36 R-STATE-18 R-STATE-20 R-STATE-23 R-STATE-24 R-ERR-25]',
  { tags: ['full'] },
  async () => {
    const [car] = await cars(scene.server.origin, { creator: scene.seller.user.id, limit: 1 })
    if (!car) throw new Error('The demo seller has no car.')
    expect(await chatsOf(scene.seller)).toEqual([])
    const { context, page } = await scene.guest()
    await signInQuickly(page, scene.origin, emails.buyer)
    await page.goto(`${scene.origin}/listing/${car.slug}`)
    await running(page)
    await page.getByRole('button', { name: 'Chat with the seller' }).click()
    const dialog = page.getByRole('dialog', { name: 'Chat with the seller' })
    await dialog.getByText(openingMessage(car.title)).waitFor()

    const lost = scene.proxy.rule({ path: chatCall, fault: { kind: 'answer-lost' } })
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByText(/not certain that this was sent/).waitFor()
    // A browser may have tried twice by itself.
    expect(lost.hits()).toBeGreaterThan(0)
    expect(await page.getByText('Message request sent.').count()).toBe(0)

    lost.end()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Message request sent.').first().waitFor()
    await page.waitForURL('**/subscriptions')
    expect(scene.proxy.reached('POST', chatCall)).toBeGreaterThan(1)
    expect(keysOf(scene.proxy, chatCall)).toHaveLength(1)
    const [buyer, seller] = [scene.buyer.user.id, scene.seller.user.id]
    const chats = await chatsOf(scene.seller)
    expect(chats.map((chat) => [chat.sender._id, chat.reciever._id, chat.unread])).toEqual([
      [buyer, seller, true],
    ])
    await until('the e-mail is carried', async () => (await emailsTo(emails.seller)).length > 0)
    expect(await emailsTo(emails.seller)).toHaveLength(1)

    // Back leads to the car, without a dialog.
    await page.goBack()
    await page.waitForURL(`**/listing/${car.slug}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await dialog.count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Chat, new messages' }).count()).toBe(0)
    await context.close()

    const other = await scene.guest({ viewport: laptop })
    await signInQuickly(other.page, scene.origin, emails.seller)
    const icon = other.page.getByRole('banner').getByRole('link', { name: 'Chat, new messages' })
    await icon.waitFor()
    expect(await icon.getAttribute('href')).toBe('/chat')
    await other.context.close()
  },
)

test(
  'A guest who wants to chat signs in first and returns to that car [R-STATE-16]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    const car = scene.nextCar()
    await page.goto(`${scene.origin}/listing/${car.slug}`)
    await running(page)
    await page.getByRole('button', { name: 'Chat with the dealer' }).click()
    await page.waitForURL('**/login?next=**')
    await page.getByRole('button', { name: /^Buyer/ }).click()
    await page.waitForURL(`**/listing/${car.slug}`)
    await page.getByRole('button', { name: 'Chat with the dealer' }).click()
    await page
      .getByRole('dialog', { name: 'Chat with the dealer' })
      .getByText(openingMessage(car.title))
      .waitFor()
    expect(scene.proxy.seen('POST', chatCall)).toHaveLength(0)
    await context.close()
  },
)
