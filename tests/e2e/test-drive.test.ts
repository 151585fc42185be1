import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDriveRow } from '#contract/forms/test-drives.ts'
import { controlled, openPhone, until } from '../support/browser.ts'
import { cars, emails, signedIn } from '../support/people.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('A guest who books offline has exactly one booking once online [R-FORM-01 R-FORM-04 I1 I5]', async () => {
  const seller = await signedIn(server.origin, emails.dealer)
  const [car] = await cars(server.origin, { creator: seller.user.id, limit: 1 })
  const booked = async () => {
    const reply = await seller.call<{ data: TestDriveRow[] }>('cars/test-drive/my-cars-list', {})
    return reply.data.filter(({ email }) => email === 'guest@example.test')
  }
  const phone = await openPhone()
  const { page, context } = phone
  try {
    await page.goto(`${server.origin}/listing/${car?.slug ?? ''}`)
    await controlled(page)
    await until('the places are on this phone', () =>
      page.evaluate(() => localStorage.getItem('motorkin-has-data') === '1'),
    )
    await page.getByRole('link', { name: 'Book a test drive' }).click()
    const province = page.getByLabel('Province')
    await province.locator('option', { hasText: 'Gauteng' }).waitFor({ state: 'attached' })
    await province.selectOption('Gauteng')
    await page.getByLabel('City').locator('option').nth(1).waitFor({ state: 'attached' })

    await context.setOffline(true)
    await page.getByLabel('City').selectOption({ index: 1 })
    await page.getByLabel('Full name').fill('A Guest')
    await page.getByLabel('Email').fill('guest@example.test')
    await page.getByLabel('Mobile number').fill('82 123 4567')
    await page.getByLabel('Post code').fill('0001')
    expect(await page.getByLabel('Make').inputValue()).toBe(car?.make)
    await page.getByRole('radio', { name: 'Tomorrow' }).check({ force: true })
    await page.getByRole('radio', { name: '09:30' }).check({ force: true })
    await page.getByRole('button', { name: 'Book test drive' }).click()
    await page.getByText('Saved. It will be sent when you are back online.').waitFor()
    expect(await booked()).toEqual([])

    await context.setOffline(false)
    await page
      .getByRole('heading', { name: 'Your test drive request has been submitted successfully' })
      .waitFor()
    expect((await booked()).map(({ status }) => status)).toEqual(['pending'])
    // The next start does not repeat a sent booking.
    await page.goto(`${server.origin}/outbox`)
    await page.getByText('Nothing is waiting').waitFor()
    expect(await booked()).toHaveLength(1)
  } finally {
    await phone.dispose()
  }
})
