import { afterEach, expect, test, vi } from 'vitest'
import { noteBug, takeBugs } from '../../support/bugs.ts'
import { newPhone, soon } from './page.ts'
import { open, put, states, stops, world } from './world.ts'

vi.mock('../../../src/local/outbox-service/send-round.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('../../../src/local/outbox/decide.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

// Vitest wraps the error of a factory; the browser's own error is its cause.
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await new Promise((done) => setTimeout(done, 100))
  for (const bug of takeBugs()) if (!(bug instanceof Error && bug.cause instanceof TypeError)) noteBug(bug)
})

test('A write waits on the phone when the code that sends cannot load [R-PWA-25]', async () => {
  const phone = newPhone()
  const server = world()
  const first = open(phone, server)
  expect(await put(first.app)).toMatchObject({ ok: true, kept: true })
  const engine = await first.app.load()
  await engine.drained()
  expect(states(first.app)).toEqual(['enquiry.send queued'])
  // Removing an item needs a file too, and fails without it.
  const [entry] = first.app.views.get().outbox
  await expect(engine.remove(entry?.id ?? '')).rejects.toBeInstanceOf(Error)
  first.close()
  const again = open(phone, server)
  await expect.poll(() => states(again.app), soon).toEqual(['enquiry.send queued'])
  expect(server.enquiries).toEqual([])
})

test('Where nothing can be kept either, the form is told and keeps its text [R-PWA-36]', async () => {
  const { app } = open(newPhone(), world(), { indexedDB: undefined, keyRange: undefined })
  expect(await put(app)).toMatchObject({ ok: false, error: { code: 'network' } })
  expect(states(app)).toEqual([])
})
