import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../support/acts.ts'
import { openPhone } from '../support/browser.ts'
import { emails, password } from '../support/people.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer({ env: { NODE_ENV: 'test' } })
})
afterAll(() => server.stop())

/** Signs an operator in and shows the second factor, as somebody does the first time. */
async function openAdmin(page: Page, path: string): Promise<void> {
  await signIn(page, server.origin, 'admin@motorkin.test')
  await page.goto(server.origin + path)
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = ((await page.getByRole('main').locator('code').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel(/^Code of \d digits$/).fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
}

test('Gold by deposit: a proof is sent, an operator approves it, the plan runs [R-EXT-15 R-SUBS-14 R-ROLE-20]', async () => {
  const [buyer, desk] = await Promise.all([openPhone(), openPhone()])
  const slip = await sharp({ create: { width: 300, height: 420, channels: 3, background: '#e8e0c8' } })
    .png()
    .toBuffer()
  try {
    const { page } = buyer
    await Promise.all([signIn(page, server.origin, emails.buyer), openAdmin(desk.page, '/admin/orders')])
    await page.goto(`${server.origin}/subscriptions?plan=gold&months=3&method=deposit`)
    await page.getByRole('button', { name: /^Subscribe/ }).click()
    await page.waitForURL('**/order/*')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: slip })
    await page.getByLabel(/^Dealership id/).fill('ZA-2026')
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.getByText('checking it').first().waitFor()

    await desk.page.goto(`${server.origin}/admin/orders`)
    await desk.page.getByText('Proof waiting').waitFor()
    await desk.page.getByRole('link', { name: /^MK-/ }).click()
    const picture = desk.page.getByRole('img', { name: /^Proof of payment/ })
    await picture.waitFor()
    expect(await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(
      300,
    )
    await desk.page.getByRole('button', { name: 'Approve' }).click()
    await desk.page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
    await desk.page.getByText('Paid the order').waitFor()
    await desk.page.getByRole('link', { name: 'Audit log' }).click()
    await desk.page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    await desk.page.getByText('Approve proof').waitFor()
    await desk.context.setOffline(true)
    await desk.page.getByRole('link', { name: 'Plans' }).click()
    await desk.page.getByText('This section could not be loaded').waitFor()

    await page.goto(`${server.origin}/profile?tab=profile`)
    await page.getByRole('tab', { name: 'Plan Setting' }).click()
    await page.getByRole('heading', { name: 'Gold' }).waitFor()
  } finally {
    await Promise.all([buyer.dispose(), desk.dispose()])
  }
})
