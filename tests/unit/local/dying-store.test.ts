import { expect, test } from 'vitest'
import { drainFromWorker } from '../../../src/local/worker.ts'
import { newDisk } from './disk.ts'
import { newPhone, soon, tabOf } from './page.ts'
import { open, put, world } from './world.ts'

test('With a dead database a message is sent at once, or reported unsent offline [S06 I12]', async () => {
  const disk = newDisk()
  const server = world()
  const { app } = open({ ...newPhone(), indexedDB: disk.indexedDB }, server)
  await (await app.load()).drained()
  disk.spoil('UnknownError')
  expect(await put(app)).toMatchObject({ ok: true })
  expect(server.enquiries.length).toBe(1)
  server.o.signal = false
  expect(await put(app, 'again')).toMatchObject({ ok: false, error: { code: 'network' } })
})

test('A worker that cannot open an existing database asks to be woken again [S47 R-PWA-27]', async () => {
  const disk = newDisk()
  const phone = { ...newPhone(), indexedDB: disk.indexedDB }
  const server = world()
  const { env } = tabOf(phone, { fetch: server.fetch, setTimeout: (work) => setTimeout(work, 0) })
  const wake = () => drainFromWorker({ limit: 20_000 }, env)
  expect(await wake()).toBe(true)
  server.o.signal = false
  const { app, close } = open(phone, server)
  await put(app)
  await (await app.load()).drained()
  close()
  server.o.signal = true
  const letGo = disk.hang()
  expect([await wake(), server.enquiries.length]).toEqual([false, 0])
  disk.indexedDB.databases = () => new Promise(() => undefined)
  expect(await wake()).toBe(false)
  letGo()
  await expect.poll(wake, soon).toBe(true)
  expect(server.enquiries.length).toBe(1)
})

test('The worker reopens a dead connection and sends each waiting write once [S06 I2]', async () => {
  const disk = newDisk()
  const phone = { ...newPhone(), indexedDB: disk.indexedDB }
  const server = world()
  server.o.signal = false
  const { app, close } = open(phone, server)
  await put(app)
  await (await app.load()).drained()
  close()
  server.o.signal = true
  let killed = false
  const { env } = tabOf(phone, {
    fetch: async (url, init) => {
      const answer = await server.fetch(url, init)
      if (!killed) disk.takeAway()
      killed = true
      return answer
    },
  })
  expect(await drainFromWorker({ limit: 20_000 }, env)).toBe(true)
  expect(server.enquiries.length).toBe(1)
  expect(server.calls.filter((call) => call.path.includes('enquiry')).length).toBeGreaterThan(1)
})
