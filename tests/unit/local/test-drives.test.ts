import { describe, expect, test } from 'vitest'
import { openStores } from '../../../src/local/partitions/stores.ts'
import type { LocalApp } from '../../../src/local/index.ts'
import { userPartition } from '../../../src/local/database/schema.ts'
import { drainFromWorker } from '../../../src/local/worker.ts'
import { testDriveForm } from '../../support/writes.ts'
import { newPhone, soon, tabOf, type Phone } from './page.ts'
import { open, put, signIn, states, world, type World } from './world.ts'

const book = async (app: LocalApp) => (await app.load()).put('testdrive.book', { ...testDriveForm })
const drained = async (app: LocalApp) => (await app.load()).drained()

/** Returns person and key of each request. */
function asked(server: World) {
  const calls = server.to('cars/test-drive/book-test-drive')
  return calls.map(({ headers }) => ({
    key: headers['idempotency-key'],
    as: headers['authorization']?.replace('Bearer ', '') ?? 'guest',
  }))
}
/** Changes a row in an outbox without the app, as another version of the app would have left it. */
async function onDisk(phone: Phone, partition: string, change: (row: Record<string, unknown>) => void) {
  const stores = await openStores(tabOf(phone).env)
  const store = await stores.own(partition)
  await store.transaction('write', ['outbox'], async (tx) => {
    for (const row of await tx.list('outbox')) {
      change(row as unknown as Record<string, unknown>)
      await tx.put('outbox', row)
    }
  })
  stores.close()
}

describe('A test drive that waits', () => {
  test('goes in the name of whoever was signed in when it was written [R-ROLE-11 R-API-19 I7]', async () => {
    const server = world()
    const { app } = open(newPhone(), server)
    await signIn(app, 'ada')
    await drained(app)
    server.o.signal = false
    await book(app)
    await drained(app)
    server.o.signal = true
    app.kick('manual')
    await expect.poll(() => states(app), soon).toEqual(['testdrive.book done'])
    const all = asked(server)
    expect(all.length).toBeGreaterThan(1)
    expect(new Set(all.map(({ as }) => as))).toEqual(new Set([app.session.get().token]))
    expect(new Set(all.map(({ key }) => key)).size).toBe(1)
  })
  test('of a guest stays a guest’s, even when somebody signs in before sending [R-ROLE-11 I7]', async () => {
    const server = world()
    const { app } = open(newPhone(), server)
    server.o.signal = false
    await book(app)
    await drained(app)
    server.o.signal = true
    await signIn(app, 'ada')
    await expect.poll(() => states(app), soon).toEqual(['testdrive.book done'])
    expect(new Set(asked(server).map(({ as }) => as))).toEqual(new Set(['guest']))
  })
  test('waits for the next login when its own expired, and stays the same write [S07 I5 R-ROLE-11]', async () => {
    const server = world()
    const { app } = open(newPhone(), server)
    await signIn(app, 'ada')
    await drained(app)
    const first = app.session.get().token ?? ''
    server.o.signal = false
    await book(app)
    await drained(app)
    server.o.expired.add(first)
    server.o.signal = true
    app.kick('manual')
    await expect.poll(() => states(app), soon).toEqual(['testdrive.book held auth'])
    // A guest's write is sent without a person, and does not become the write of the next person.
    await put(app)
    await expect.poll(() => server.enquiries.length, soon).toBe(1)
    await signIn(app, 'ada')
    await expect
      .poll(() => states(app).filter((s) => s.startsWith('testdrive')), soon)
      .toEqual(['testdrive.book done'])
    const all = asked(server)
    expect(all.map(({ as }) => as)).not.toContain('guest')
    expect(new Set(all.map(({ key }) => key)).size).toBe(1)
    expect(all.at(-1)?.as).toBe(app.session.get().token)
  })
  test('goes out from the worker in that name, with every page closed [R-ROLE-11 S07]', async () => {
    const phone = newPhone()
    const server = world()
    const first = open(phone, server)
    await signIn(first.app, 'ada')
    await drained(first.app)
    server.o.signal = false
    await book(first.app)
    await drained(first.app)
    const token = first.app.session.get().token
    first.close()
    server.o.signal = true
    await drainFromWorker({ limit: 20_000 }, tabOf(phone, { fetch: server.fetch }).env)
    expect(asked(server).at(-1)?.as).toBe(token)
  })
  describe('and was kept by an older app', () => {
    async function kept(o: { sent: boolean }) {
      const phone = newPhone()
      const server = world()
      const old = open(phone, server)
      await signIn(old.app, 'ada')
      await drained(old.app)
      server.o.signal = false
      await book(old.app)
      await drained(old.app)
      old.close()
      await onDisk(phone, userPartition('ada'), (row) => {
        delete row['asUser']
        if (!o.sent) Object.assign(row, { sentEver: false, state: 'queued', nextAt: 0 })
      })
      const before = asked(server).length
      server.o.signal = true
      const { app } = open(phone, server)
      await expect.poll(() => states(app), soon).toEqual(['testdrive.book done'])
      return { app, asked: asked(server).slice(before) }
    }
    test('is theirs when it had not left yet [R-ROLE-11]', async () => {
      const { app, asked } = await kept({ sent: false })
      expect(asked.map(({ as }) => as)).toEqual([app.session.get().token])
    })
    test('stays in the name it left in, so that its key means one write [R-ROLE-11 I6]', async () => {
      const { asked } = await kept({ sent: true })
      expect(asked.map(({ as }) => as)).toEqual(['guest'])
    })
  })
})
