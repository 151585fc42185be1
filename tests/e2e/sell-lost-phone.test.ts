import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SyncedDraft } from '#contract/sync/drafts.ts'
import { until } from '../support/browser.ts'
import { emails } from '../support/people.ts'
import { running } from '../support/phone/inside.ts'
import { nothingWaits, openScene, signInQuickly, type Scene } from '../support/phone/scene.ts'
import { addPhotos, adsCalled, cameraPhoto, fillAd, next, pictures, publish } from '../support/selling.ts'

let scene: Scene
let folder: string
let photos: string[]
beforeAll(async () => {
  scene = await openScene()
  folder = mkdtempSync(join(tmpdir(), 'motorkin-e2e-lost-phone-'))
  photos = await Promise.all([0, 1].map((n) => cameraPhoto(folder, n, { width: 1200, height: 900 })))
})
afterAll(async () => {
  await scene.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the dealer's draft with this title, from the server. */
async function draftCalled(title: string): Promise<SyncedDraft | undefined> {
  const reply = await fetch(`${scene.server.origin}/api/v1/sync/drafts/since/0`, {
    headers: { authorization: `Bearer ${scene.dealer.token}` },
  })
  const { data } = (await reply.json()) as { data: { drafts: SyncedDraft[] } }
  return data.drafts.find(({ fields }) => fields['title']?.v === title)
}
/** Returns the widths of the visible pictures; 0 for a picture that did not load. */
const seen = (page: Page) =>
  page
    .locator('[data-photo]')
    .evaluateAll((tiles) => tiles.map((tile) => tile.querySelector('img')?.naturalWidth ?? 0))

test(
  'After a phone is lost, another continues the ad with its text and pictures [S16 I15 I2 R-POST-14]',
  { tags: ['full'] },
  async () => {
    const title = `Lost in a taxi ${randomUUID().slice(0, 8)}`
    const lost = await scene.guest()
    await signInQuickly(lost.page, scene.origin, emails.dealer)
    await lost.page.goto(`${scene.origin}/post/ad`)
    await running(lost.page)
    await addPhotos(lost.page, photos)
    await until('the pictures are kept', async () => (await pictures(lost.page).count()) === 2, 60_000)
    await next(lost.page)
    await lost.page.getByLabel('Title', { exact: true }).fill(title)
    await until(
      'the server has words and pictures',
      async () => (await draftCalled(title))?.pictures.length === 2,
      60_000,
    )
    // The lost phone loses all its data.
    await lost.context.close()

    scene.proxy.forget()
    const { context, page } = await scene.guest()
    await signInQuickly(page, scene.origin, emails.dealer)
    await page.goto(`${scene.origin}/profile?tab=my-ads`)
    await page.getByRole('link', { name: `Continue ${title}` }).click()
    // The draft opens at the step of the lost phone.
    const words = page.getByLabel('Title', { exact: true })
    await words.waitFor()
    expect(await words.inputValue()).toBe(title)
    await page.getByRole('button', { name: 'Back' }).click()
    await until('both are seen', async () => (await seen(page)).filter((width) => width > 0).length === 2)
    await next(page)
    await fillAd(page, { title })
    await publish(page)
    await page.waitForURL(/tab=my-ads/)
    await nothingWaits(page, 60_000)
    const [ad, ...more] = await adsCalled(scene.dealer, title)
    expect([more.length, ad?.fields.images.length]).toEqual([0, 2])
    // This phone uploaded no byte of a picture.
    expect(scene.proxy.seen('PATCH', /\/uploads\//)).toEqual([])
    await context.close()
  },
)
