import { expect, test } from 'vitest'
import { drainFromWorker } from '../../../src/local/worker.ts'
import { newDisk } from './disk.ts'
import { newPhone, soon, tabOf } from './page.ts'
import { open, put, world } from './world.ts'

test('A database that dies while there is signal costs no message: it goes out at once, and is called unsent without signal [S06 I12]', async () => {
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

test('A worker that cannot open what a page has made asks to be woken again, and one for which nothing was made does not [S47 R-PWA-27]', async () => {
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

test('A connection that dies under the worker is had anew, and what waits goes out once [S06 I2]', async () => {
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
