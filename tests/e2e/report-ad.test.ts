import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdReport } from '#contract/commands.ts'
import { controlled, openPhone, until } from '../support/browser.ts'
import { cars } from '../support/people.ts'
import { startProxy } from '../support/proxy.ts'
import type { Proxy } from '../support/proxy.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

const reportCall = /\/cars\/report-ad$/

let server: Server
let proxy: Proxy
beforeAll(async () => {
  server = await startServer()
  proxy = await startProxy(() => server.origin)
})
afterAll(async () => {
  await proxy.close()
  await server.stop()
})

test('A report written offline stays visible and is sent once after reconnecting [R-PWA-27 R-PWA-28 I5]', async () => {
  const [car] = await cars(server.origin, { limit: 1 })
  const phone = await openPhone()
  const { page, context } = phone
  try {
    await page.goto(`${proxy.origin}/listing/${car?.slug ?? ''}`)
    await controlled(page)
    const start = page.getByRole('button', { name: 'Report this ad' })
    await start.click()
    const dialog = page.getByRole('dialog', { name: 'Report this ad' })
    await dialog.getByRole('radio', { name: 'Already sold' }).waitFor()

    await context.setOffline(true)
    await dialog.getByRole('radio', { name: 'Already sold' }).check()
    await dialog.getByRole('button', { name: /^(Send report|Save and send later)$/ }).click()
    const waits = dialog.getByText('Saved. It will be sent when you are back online.')
    await waits.waitFor()
    // The page was closed and is opened offline: the report is still here.
    await page.goto(`${proxy.origin}/outbox`)
    const row = page.getByRole('listitem').filter({ hasText: 'Your report of the ad' })
    await row.getByRole('button', { name: 'Cancel' }).waitFor()
    expect(proxy.seen('POST', reportCall)).toEqual([])

    await context.setOffline(false)
    await row.getByText(/^Sent/).waitFor()
    // The next start does not repeat a sent report.
    await page.reload()
    await row.getByText(/^Sent/).waitFor()
    await until('the report is with the server', () =>
      Promise.resolve(proxy.seen('POST', reportCall).length > 0),
    )
    const [sent, ...more] = proxy.seen('POST', reportCall)
    expect(more).toEqual([])
    expect(JSON.parse(sent?.body ?? '{}') as AdReport).toMatchObject({
      car_id: car?._id,
      reason: 'sold',
    })
  } finally {
    await phone.dispose()
  }
})
