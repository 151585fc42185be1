import { describe, expect, test } from 'vitest'
import { bareEnv } from '../../../src/local/index.ts'
import { comparedIn, saveCompared, noteViewed, viewedIds } from '../../../src/local/cache/mine.ts'
import {
  adoptDrafts,
  adoptForms,
  createHandOver,
  joinForms,
} from '../../../src/local/partitions/hand-over.ts'
import type { Host } from '../../../src/local/bootstrap/host.ts'
import type { Partitions } from '../../../src/local/partitions/partitions.ts'
import type { Stores } from '../../../src/local/partitions/stores.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { BlobRow, OwnTables } from '../../../src/local/database/records.ts'
import { ownSchema } from '../../../src/local/database/schema.ts'
import type { OwnStore } from '../../../src/local/outbox/command.ts'
import { newPhone, soon } from './page.ts'
import { open, put, signIn, states, world } from './world.ts'

const draft = (id: string, text: string, updatedAt = 1) => ({ id, values: { message: text }, updatedAt })
const picture = (id: string, owner: string): BlobRow => ({
  id,
  owner,
  name: 'car.jpg',
  type: 'image/jpeg',
  size: 3,
  sha256: id,
  width: 1,
  height: 1,
  buf: new Uint8Array([1, 2, 3]).buffer,
})
function people() {
  const [guest, own] = [memoryStore<OwnTables>(ownSchema), memoryStore<OwnTables>(ownSchema)]
  return { guest, own }
}
const drafts = (store: OwnStore) =>
  store.transaction('read', ['drafts', 'blobs'], async (tx) => [
    ...(await tx.list('drafts')).map((row) => `${row.id}: ${row.values['message']}`),
    ...(await tx.list('blobs')).map((row) => `${row.id} of ${row.owner}, ${row.buf.byteLength} bytes`),
  ])
const write = (store: OwnStore, rows: { drafts?: ReturnType<typeof draft>[]; blobs?: BlobRow[] }) =>
  store.transaction('write', ['drafts', 'blobs'], async (tx) => {
    for (const row of rows.drafts ?? []) await tx.put('drafts', row)
    for (const row of rows.blobs ?? []) await tx.put('blobs', row)
  })

/** Returns a store whose phone dies before the next write. */
const dying = (store: OwnStore): OwnStore => ({
  ...store,
  transaction: (mode, tables, work) =>
    mode === 'write' ? Promise.reject(new Error('The phone died')) : store.transaction(mode, tables, work),
})

describe('What was drafted as a guest', () => {
  test('moves to the person with its pictures, and a second time changes nothing [S39]', async () => {
    const { guest, own } = people()
    await write(guest, {
      drafts: [draft('ad:1', 'My car')],
      blobs: [picture('p1', 'ad:1'), picture('p2', 'ad:1')],
    })
    await write(own, { drafts: [draft('ad:2', 'Another')] })
    expect(await adoptDrafts(guest, own)).toBe(1)
    const whole = ['ad:1: My car', 'ad:2: Another', 'p1 of ad:1, 3 bytes', 'p2 of ad:1, 3 bytes']
    expect([await drafts(guest), await drafts(own)]).toEqual([[], whole])
    expect(await adoptDrafts(guest, own)).toBe(0)
    expect(await drafts(own)).toEqual(whole)
  })
  test('survives a crash mid-move on at least one side and moves exactly once [S39 I1]', async () => {
    const { guest, own } = people()
    await write(guest, { drafts: [draft('ad:1', 'My car')], blobs: [picture('p1', 'ad:1')] })
    const whole = ['ad:1: My car', 'p1 of ad:1, 3 bytes']
    await expect(adoptDrafts(guest, dying(own))).rejects.toThrow('died')
    expect([await drafts(guest), await drafts(own)]).toEqual([whole, []])
    await expect(adoptDrafts(dying(guest), own)).rejects.toThrow('died')
    expect([await drafts(guest), await drafts(own)]).toEqual([whole, whole])
    expect(await adoptDrafts(guest, own)).toBe(1)
    expect([await drafts(guest), await drafts(own)]).toEqual([[], whole])
  })
  test('never replaces the person’s own draft, and then stays with the guest [S39 I5]', async () => {
    const { guest, own } = people()
    await write(guest, { drafts: [draft('ad:1', 'As a guest', 9)] })
    await write(own, { drafts: [draft('ad:1', 'As myself')] })
    expect(await adoptDrafts(guest, own)).toBe(0)
    expect([await drafts(guest), await drafts(own)]).toEqual([['ad:1: As a guest'], ['ad:1: As myself']])
  })
})

test('A guest who signs in may adopt drafts; earlier writes are sent as guest [S39 I7]', async () => {
  const server = world()
  const { app } = open(newPhone(), server)
  const engine = await app.load()
  server.o.signal = false
  await put(app, 'As a guest')
  await engine.drafts.save('ad:1', { message: 'Half a sentence' })
  expect(app.views.get().adoptable).toBe(0)
  await engine.drained()
  server.o.signal = true
  await signIn(app, 'ada')
  await expect.poll(() => app.views.get().adoptable, soon).toBe(1)
  expect(await engine.drafts.read('ad:1')).toBeUndefined()
  expect(await engine.adopt()).toBe(1)
  expect(app.views.get()).toMatchObject({ adoptable: 0, drafts: 1 })
  expect(await engine.drafts.read('ad:1')).toEqual({ message: 'Half a sentence' })
  await expect.poll(() => states(app), soon).toEqual(['enquiry.send done'])
  expect(server.to('users/send').map((call) => call.headers['authorization'])).toEqual(
    server.to('users/send').map(() => undefined),
  )
  expect(await engine.adopt()).toBe(0)
  await app.account.signOut({ keep: false })
  expect([await engine.adopt(), await engine.drafts.read('ad:1')]).toEqual([0, undefined])
})

describe('What was typed into a form as a guest', () => {
  test('is in the form of whoever signs in and of nobody after them [S39 I7]', async () => {
    const phone = newPhone()
    const server = world()
    const { app } = open(phone, server)
    const engine = await app.load()
    await engine.drafts.save('contact', { message: 'Half a sentence' })
    await signIn(app, 'ada')
    // The draft is readable at once, because a form that opens with the sign-in waits for it.
    expect(await engine.drafts.read('contact')).toEqual({ message: 'Half a sentence' })
    await engine.settled()
    expect(app.views.get()).toMatchObject({ adoptable: 0 })
    await app.account.signOut()
    expect(await engine.drafts.read('contact')).toBeUndefined()
    await signIn(app, 'bob')
    expect(await engine.drafts.read('contact')).toBeUndefined()
    await app.account.signOut()
    await signIn(app, 'ada')
    expect(await engine.drafts.read('contact')).toEqual({ message: 'Half a sentence' })
  })

  test('is theirs also when the app is killed right after the sign-in [S39 I7]', async () => {
    const { guest, own } = people()
    await write(guest, { drafts: [draft('contact', 'As a guest')] })
    await expect(adoptForms(dying(guest), own)).rejects.toThrow('died')
    expect(await adoptForms(guest, own)).toBe(1)
    expect([await drafts(guest), await drafts(own)]).toEqual([[], ['contact: As a guest']])
  })

  test('joins their own words in the same form, and no message is lost [S39 I5]', async () => {
    const { guest, own } = people()
    await write(guest, { drafts: [draft('contact', 'As a guest', 9), draft('ad:1', 'My car')] })
    await write(own, { drafts: [draft('contact', 'As myself')] })
    expect(await adoptForms(guest, own)).toBe(1)
    expect([await drafts(guest), await drafts(own)]).toEqual([
      ['ad:1: My car'],
      ['contact: As myself\n\nAs a guest'],
    ])
    const row = (updatedAt: number, values: Record<string, string>) => ({ id: 'contact', values, updatedAt })
    const typed = { name: 'Ada', gsm: '', message: 'Hello there' }
    expect(joinForms(row(2, typed), row(1, { name: 'A', gsm: '803', message: 'Hello', item: 'i1' }))).toEqual(
      row(2, { name: 'Ada', gsm: '803', message: 'Hello there' }),
    )
  })
})

test('A guest’s data stays with the guest if the signed-in person leaves before adoption [S39 I5]', async () => {
  const { guest, own } = people()
  await noteViewed(guest, 'c1', 1)
  await saveCompared(guest, ['car-1'], 1)
  await write(guest, { drafts: [draft('ad:1', 'My car')] })
  const server = world()
  const { app } = open(newPhone(), server)
  await signIn(app, 'ada')
  let active = 'u_ada'
  const opened: string[] = []
  const host = { env: bareEnv(), session: app.session, views: app.views } as unknown as Host
  const stores = {
    own: (partition: string) => {
      opened.push(partition)
      active = 'guest'
      return Promise.resolve(partition === 'guest' ? guest : own)
    },
  } as unknown as Stores
  const handOver = createHandOver({
    host,
    stores,
    partitions: { guest: 'guest', active: () => active } as unknown as Partitions,
    adopted: () => Promise.resolve(),
    syncDrafts: () => undefined,
    takeHearts: () => Promise.reject(new Error('nobody is here')),
  })
  await handOver.takeOver()
  active = 'u_ada'
  expect(await handOver.adopt()).toBe(0)
  expect(opened).toEqual(['guest', 'u_ada', 'guest', 'u_ada'])
  expect([await viewedIds(guest), await viewedIds(own)]).toEqual([['c1'], []])
  expect(await guest.transaction('read', ['kept'], comparedIn)).toEqual(['car-1'])
  expect([await drafts(guest), await drafts(own)]).toEqual([['ad:1: My car'], []])
})
