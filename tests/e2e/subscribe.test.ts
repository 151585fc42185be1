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
  // In production the server does not act as the provider, so this server is no production server.
  server = await startServer({ env: { NODE_ENV: 'test' } })
})
afterAll(() => server.stop())

test('A stranger chooses Gold, signs in, pays by card, and has the plan [R-SUBS-01 R-SUBS-10 R-SUBS-14 R-STATE-28 R-EXT-11 R-EXT-12]', async () => {
  const phone = await openPhone()
  const { page } = phone
  const choice = '/subscriptions?plan=gold&months=3&method=card'
  try {
    await page.goto(`${server.origin}/subscriptions`)
    await page.getByRole('radio', { name: 'Gold' }).check()
    await page.getByRole('radio', { name: '3 months' }).check()
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.waitForURL('**/login**')
    await page.getByLabel('E-mail').fill(emails.buyer)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()

    await page.waitForURL(server.origin + choice)
    expect(await page.getByLabel('Total').textContent()).toBe('R7,500')
    await page.getByRole('button', { name: 'Subscribe and pay' }).click()
    // The demo itself serves the provider's page.
    await page.getByText('R7500.00').waitFor()
    await page.getByRole('button', { name: /^Pay The shop/ }).click()

    await page.waitForURL('**/profile?tab=history&order=*')
    const order = page.getByRole('region', { name: 'Your order' })
    await order.getByText(/^Paid: Gold runs until \d\d-\d\d-\d{4}\.$/).waitFor()
    await page.getByRole('tab', { name: 'Profile' }).click()
    await page.getByRole('tab', { name: 'Plan Setting' }).click()
    await page.getByRole('heading', { name: 'Gold' }).waitFor()
    await page.getByText('0 of 50').waitFor()
    // The subscribers' pages open without another login.
    await page.getByRole('tab', { name: 'Inquiries' }).click()
    await page.getByText('No inquiries yet').waitFor()
  } finally {
    await phone.dispose()
  }
})

/** Signs an operator in and sets up the second factor, as at the first sign-in. */
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

test('Platinum by deposit: a proof is sent, an operator approves it, the plan runs [R-EXT-15 R-SUBS-14 R-STAT-25 R-DEAL-19 R-ROLE-20]', async () => {
  const [buyer, desk] = await Promise.all([openPhone(), openPhone()])
  const slip = await sharp({ create: { width: 300, height: 420, channels: 3, background: '#e8e0c8' } })
    .png()
    .toBuffer()
  try {
    const { page } = buyer
    await Promise.all([signIn(page, server.origin, emails.seller), openAdmin(desk.page, '/admin/orders')])
    await page.goto(`${server.origin}/subscriptions?plan=platinum&months=3&method=deposit`)
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
    await page.getByRole('heading', { name: 'Platinum' }).waitFor()
  } finally {
    await Promise.all([buyer.dispose(), desk.dispose()])
  }
})

test(
  'A bank deposit shows its details and reference and accepts a proof of payment [R-EXT-15 R-STAT-25 R-DEAL-19]',
  { tags: ['full'] },
  async () => {
    const phone = await openPhone()
    const { page } = phone
    try {
      await signIn(page, server.origin, emails.seller)
      await page.goto(`${server.origin}/subscriptions?plan=promotion&months=12&method=deposit`)
      await page.getByRole('button', { name: 'Subscribe' }).click()
      const pay = page.getByRole('region', { name: '1. Pay into our account' })
      await pay.getByText('Write this reference on your deposit').waitFor()
      await pay.getByText('R42,000').waitFor()

      const slip = { name: 'Überweisung.pdf', mimeType: 'application/pdf' }
      await page
        .getByLabel('Proof of payment')
        .setInputFiles({ ...slip, buffer: Buffer.from('%PDF-1.7\ncut off') })
      await page.getByRole('button', { name: 'Send proof' }).click()
      await page.getByText('This PDF is damaged. Please choose another file.').waitFor()
      await page
        .getByLabel('Proof of payment')
        .setInputFiles({ ...slip, buffer: Buffer.from('%PDF-1.7\n%%EOF') })
      await page.getByLabel('Dealership id (optional)').fill('2019/123456/07')
      await page.getByRole('button', { name: 'Send proof' }).click()
      const sent = page.getByRole('region', { name: 'Proofs you have sent' })
      await sent.getByText(slip.name).waitFor()
      await sent.getByText('Being checked').waitFor()
      const order = page.getByRole('region', { name: 'Your order' })
      await order.getByText('Being checked').waitFor()
      expect(await order.getByRole('status').textContent()).toBe(
        'We have your proof of payment and are checking it. We will write to you.',
      )
    } finally {
      await phone.dispose()
    }
  },
)
