import { expect, test } from 'vitest'
import { entriesOf } from '../../../src/local/outbox/view.ts'
import { newPhone, soon } from './page.ts'
import { createPhone, enquiry } from './phone.ts'
import { open, put, states, world } from './world.ts'

const year = 365 * 24 * 3_600_000

test('A new write’s age is right even when the phone’s clock is years off [S35 I19]', async () => {
  for (const wrong of [-7 * year, 5 * year]) {
    const { app } = open(newPhone(), world(), { now: () => Date.now() + wrong })
    await app.reads.listings({} as never)
    await put(app)
    await expect.poll(() => states(app), soon).toEqual(['enquiry.send done'])
    const [entry] = app.views.get().outbox
    for (const at of [entry?.createdAt, entry?.doneAt]) {
      expect(Math.abs(app.serverNow() - (at ?? 0))).toBeLessThan(60_000)
    }
  }
})

test('Ages are told by the clock that all phones share', async () => {
  const phone = createPhone()
  await phone.put('enquiry.send', enquiry())
  expect(entriesOf(await phone.items(), 5000)).toMatchObject([{ createdAt: phone.now + 5000 }])
})
