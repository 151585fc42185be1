import { expect, test } from 'vitest'
import { newDisk } from './disk.ts'
import { newPhone } from './page.ts'
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
