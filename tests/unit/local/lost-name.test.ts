import { expect, test } from 'vitest'
import { newPhone, soon, storage } from './page.ts'
import { open, put, states, world } from './world.ts'

test('A guest whose browser was killed before it wrote down their name finds what waits and what was refused [S03 S19 I1 I5]', async () => {
  const phone = newPhone()
  const server = world()
  server.o.accept = false
  const first = open(phone, server)
  await put(first.app)
  await expect.poll(() => states(first.app), soon).toEqual(['enquiry.send rejected'])
  first.close()
  // The databases reached the disk, the plain storage did not.
  const second = open({ ...phone, lasting: storage() }, server)
  const engine = await second.app.load()
  expect(states(second.app)).toEqual(['enquiry.send rejected'])
  server.o.accept = true
  const [entry] = second.app.views.get().outbox
  await engine.retry(entry?.id ?? '')
  await expect.poll(() => server.enquiries.length, soon).toBe(1)
  await expect.poll(() => states(second.app), soon).toEqual(['enquiry.send done'])
})
