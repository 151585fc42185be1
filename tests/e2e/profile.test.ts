import axe from 'axe-core'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { OwnCar } from '#contract/ads.ts'
import type { Profile } from '#contract/users/profile.ts'
import { controlled, laptop, openPhone, phone as small, until } from '../support/browser.ts'
import { inView } from '../support/budget.ts'
import { emails, type Person } from '../support/people.ts'
import { lookInside, outboxOnDisk, press, running } from '../support/phone/inside.ts'
import { anyCall, nothingWaits, openScene, signInQuickly, type Scene } from '../support/phone/scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterEach(() => scene.calm())
afterAll(() => scene.close())

const editCall = /\/users\/update-user-details$/
/** Returns a person's profile from the server, without a phone. */
async function profileOf(person: Person): Promise<Profile> {
  const reply = await fetch(`${scene.server.origin}/api/v1/users/get-user-profile-data`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  return ((await reply.json()) as { data: Profile }).data
}
const adsOf = async (person: Person) =>
  (await person.call<{ data: OwnCar[] }>('users/my-car-list', { page: 1, limit: 100 })).data
const arrivals = (path: RegExp, method = 'PUT') =>
  new Set(scene.proxy.seen(method, path).map((r) => r.headers['idempotency-key'])).size

async function openProfile(page: Page, query: string) {
  await page.goto(`${scene.origin}/profile${query}`)
  await running(page)
}
const save = (page: Page) => page.getByRole('button', { name: /^Save (changes|on this phone)$/ }).click()
const savedHere = (page: Page) => page.getByText('Saved on this phone, will be sent').first().waitFor()

test(
  'A profile edited offline survives browser and server kills and is saved once [R-PROF-19 R-PWA-27 I1 I2]',
  { tags: ['full'] },
  async () => {
    let phone = await openPhone()
    await lookInside(phone.context)
    await signInQuickly(phone.page, scene.origin, emails.seller)
    await controlled(phone.page)
    await openProfile(phone.page, '?tab=profile&view=edit')
    await phone.page.getByLabel('Full name').waitFor()
    const down = scene.proxy.rule({ path: anyCall, fault: { kind: 'request-lost' } })
    await scene.server.kill()
    await phone.page.getByLabel('Full name').fill('Saved In A Tunnel')
    await save(phone.page)
    await savedHere(phone.page)
    await until('it is on the disk', async () => (await outboxOnDisk(phone.page)).length === 1)
    await phone.kill()
    phone = await phone.reopen()
    await lookInside(phone.context)
    await openProfile(phone.page, '?tab=profile')
    await phone.page.getByRole('heading', { level: 1, name: 'Saved In A Tunnel' }).waitFor()
    await savedHere(phone.page)
    await scene.server.restart()
    expect((await profileOf(scene.seller)).fullname).not.toBe('Saved In A Tunnel')
    scene.proxy.forget()
    down.end()
    await press(phone.page, { now: true })
    await phone.page.getByText('Your profile has been updated').waitFor()
    await nothingWaits(phone.page)
    expect((await profileOf(scene.seller)).fullname).toBe('Saved In A Tunnel')
    expect(arrivals(editCall)).toBe(1)
    await phone.dispose()
  },
)

test(
  'Two devices that change different fields keep both changes [R-PROF-06 R-PROF-07 I9]',
  { tags: ['full'] },
  async () => {
    const [one, other] = [await scene.guest(), await scene.guest()]
    for (const { page } of [one, other]) {
      await signInQuickly(page, scene.origin, emails.dealer)
      await openProfile(page, '?tab=profile&view=edit')
      await page.getByLabel('Full name').waitFor()
    }
    await one.page.getByLabel('Full name').fill('Sipho The First')
    await save(one.page)
    await one.page.getByText('Your profile has been updated').waitFor()
    await other.page.getByLabel('Contact no.').fill('823334444')
    await save(other.page)
    await other.page.getByText('Your profile has been updated').waitFor()
    await nothingWaits(other.page)
    const now = await profileOf(scene.dealer)
    expect([now.fullname, now.gsm]).toEqual(['Sipho The First', '823334444'])
    await other.page.getByRole('heading', { level: 1, name: 'Sipho The First' }).waitFor()
    await one.context.close()
    await other.context.close()
  },
)

test(
  'The same field changed on two devices is asked about and never overwritten unseen [I9]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    await signInQuickly(page, scene.origin, emails.dealer)
    await openProfile(page, '?tab=profile&view=company')
    await page.getByLabel('Business name').waitFor()
    const elsewhere = await fetch(`${scene.server.origin}/api/v1/users/update-user-details`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${scene.dealer.token}` },
      body: JSON.stringify({ businessname: 'Theirs & Sons' }),
    })
    expect(elsewhere.status).toBe(200)
    await page.getByLabel('Business name').fill('Mine & Daughters')
    await save(page)
    await page.getByRole('link', { name: /changed on another device/ }).click()
    await page.getByRole('radio', { name: /This phone/ }).check()
    expect((await profileOf(scene.dealer)).businessname).toBe('Theirs & Sons')
    await context.close()
  },
)

test(
  'Offline status changes and deletions of ads show at once and sync later [R-PROF-08 R-PROF-09 R-STATE-26 R-STATE-27 R-PWA-27]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    await signInQuickly(page, scene.origin, emails.dealer)
    await openProfile(page, '?tab=my-ads')
    const cards = page.getByRole('article')
    await cards.nth(11).waitFor()
    const mine = await adsOf(scene.dealer)
    const [restated, gone] = mine.filter((ad) => ad.status === 'active')
    if (!restated || !gone) throw new Error('The demo dealer has too few ads.')
    const cardOf = (id: string) => cards.filter({ has: page.locator(`a[href="/post/ad/${id}"]`) })
    const down = scene.proxy.rule({ path: anyCall, fault: { kind: 'request-lost' } })
    await cardOf(restated._id).getByRole('combobox').selectOption('sold')
    await savedHere(page)
    await cardOf(gone._id)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Will be deleted when this reaches the server').waitFor()
    expect(await cardOf(gone._id).count()).toBe(0)

    await openProfile(page, '?tab=my-ads')
    await page.getByText('Will be deleted when this reaches the server').waitFor()
    expect(await cardOf(restated._id).getByRole('combobox').inputValue()).toBe('sold')
    await cardOf(restated._id).getByText('Will be sent').waitFor()

    down.end()
    await press(page, { now: true })
    await nothingWaits(page)
    await page.getByText('Will be deleted when this reaches the server').waitFor({ state: 'detached' })
    const now = await adsOf(scene.dealer)
    expect(now.find((ad) => ad._id === restated._id)?.status).toBe('sold')
    expect(now.map((ad) => ad._id)).not.toContain(gone._id)
    expect(now).toHaveLength(mine.length - 1)
    await context.close()
  },
)

test(
  'A profile picture is shrunk on the phone, waits offline and uploads on reconnect [R-PROF-06 R-VAL-35 R-STATE-34 R-PWA-27]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    await signInQuickly(page, scene.origin, emails.seller)
    await openProfile(page, '?tab=profile&view=edit')
    await page.getByLabel('Full name').waitFor()
    const noise = await sharp({
      create: {
        width: 1600,
        height: 1600,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg({ quality: 95 })
      .toBuffer()
    expect(noise.byteLength).toBeGreaterThan(1_500_000)
    const input = page.getByLabel('Choose a file: Your picture')
    await input.setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture at all'),
    })
    await page.getByText('Only image files are allowed').waitFor()
    await input.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: noise })
    await page.getByText('File size must be less than or equal to 1.5MB').waitFor()
    await page.getByRole('button', { name: 'Make it smaller' }).click()
    await page.locator('fieldset img[src^="blob:"]').waitFor()
    const down = scene.proxy.rule({ path: anyCall, fault: { kind: 'request-lost' } })
    await save(page)
    await savedHere(page)
    await openProfile(page, '?tab=profile')
    await page.locator('img[src^="blob:"]').first().waitFor()
    expect((await profileOf(scene.seller)).avatarurl).toBe('')
    down.end()
    await press(page, { now: true })
    await nothingWaits(page)
    const { avatarurl } = await profileOf(scene.seller)
    expect(avatarurl).toMatch(/^\/media\/img_/)
    await page.locator(`img[src="${avatarurl}"]`).first().waitFor()
    const served = await fetch(scene.server.origin + avatarurl)
    expect(served.headers.get('content-type')).toMatch(/^image\//)
    await context.close()
  },
)

const places = [
  '?tab=my-ads',
  '?tab=favourites',
  '?tab=profile',
  '?tab=profile&view=edit',
  '?tab=profile&view=plan',
  '?tab=profile&view=company',
  '?tab=history',
  '?tab=inquiries',
  '?tab=test-drive',
]
test.each([
  { on: 'a phone', viewport: small },
  { on: 'a laptop', viewport: laptop },
])(
  'The profile is accessible in both themes and fits the window width on $on',
  { tags: ['full'] },
  async ({ viewport }) => {
    const { context, page } = await scene.guest({ viewport, reducedMotion: 'reduce' })
    await signInQuickly(page, scene.origin, emails.dealer)
    const found: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const place of places) {
        await openProfile(page, place)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await until('it is read', async () => (await page.locator('[aria-busy=true]').count()) === 0)
        const add = page.getByRole('button', { name: 'Add opening hours' })
        if (place.endsWith('company') && (await add.count()) > 0) await add.click()
        await inView(page)
        found.push(...(await violations(page)).map((line) => `${place} in ${colorScheme}: ${line}`))
        if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
          found.push(`${place} is too wide`)
      }
    }
    expect(found).toEqual([])
    await context.close()
  },
)

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    const result = await inPage.run(document, { resultTypes: ['violations'] })
    return result.violations.flatMap((v) =>
      v.nodes.map((n) => `${v.id}: ${n.target.join(' ')} ${n.failureSummary}`),
    )
  })
}
