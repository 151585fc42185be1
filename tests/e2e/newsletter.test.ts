import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readMailbox } from '../../server/web/dev-mail.ts'
import { controlled, until } from '../support/browser.ts'
import { running } from '../support/phone/inside.ts'
import { keysOf, nothingWaits, openScene, type Scene } from '../support/phone/scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterEach(() => scene.calm())
afterAll(() => scene.close())

const call = /\/api\/v1\/newsletter$/
const mails = () => readMailbox(join(scene.server.data, 'mail'), { to: 'lerato@example.test', most: 20 })
test(
  'An offline newsletter sign-up is sent once after reconnecting, with one e-mail [R-FORM-18 R-PWA-27 I2]',
  { tags: ['full'] },
  async () => {
    const { context, page } = await scene.guest()
    await page.goto(`${scene.origin}/thankyou`)
    await running(page)
    const box = page.getByRole('region', { name: 'Newsletter' })
    const field = box.getByLabel('Email')
    await field.waitFor()
    await controlled(page)
    const outage = scene.proxy.rule({ path: /./, fault: { kind: 'request-lost' } })
    await context.setOffline(true)
    await field.fill('Lerato@example.test')
    await box.getByRole('button', { name: 'Subscribe' }).click()
    await box.getByText('Saved. You will be subscribed when you are back online.').waitFor()
    expect(await box.getByText('Subscribed !').count()).toBe(0)

    outage.end()
    // The network delivers the request twice.
    scene.proxy.rule({ path: call, times: 1, fault: { kind: 'twice' } })
    await context.setOffline(false)
    await box.getByText('Subscribed !').waitFor()
    await nothingWaits(page)
    expect(keysOf(scene.proxy, call)).toHaveLength(1)
    await until('its letter is carried', async () => (await mails()).length > 0)
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Confirm your Motorkin newsletter'])
    await context.close()
  },
)
