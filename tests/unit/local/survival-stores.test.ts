import { afterEach, describe, expect, test } from 'vitest'
import type { Env } from '../../../src/local/platform/env.ts'
import { openStores, type StoreNews, type Stores } from '../../../src/local/partitions/stores.ts'
import { deviceRow } from '../../../src/local/database/register.ts'
import { enqueue } from '../../../src/local/outbox/enqueue.ts'
import { handTimers, newDisk, type Disk } from './disk.ts'
import { newPhone, soon, tabOf, type Phone } from './page.ts'
import { enquiry } from './phone.ts'

const open: Stores[] = []
afterEach(() => {
  for (const stores of open.splice(0)) stores.close()
})

/** Returns a phone whose disk and clock the test controls. */
function phone() {
  const disk = newDisk()
  const o = { now: 1_760_000_000_000 }
  const { lasting, ...rest }: Phone = { ...newPhone(), indexedDB: disk.indexedDB }
  async function start(given: Partial<Env> = {}) {
    const news: StoreNews[] = []
    const { env } = tabOf({ ...rest, lasting }, { now: () => o.now, ...given })
    const stores = await openStores(env, { onEvent: (one) => news.push(one) })
    open.push(stores)
    return { stores, news, heard: () => news.map(({ what, database }) => `${database} ${what}`) }
  }
  const names = async () => (await disk.indexedDB.databases()).map((db) => db.name ?? '').toSorted()
  const wipe = async (...only: string[]) => {
    for (const name of await names()) {
      if (only.length > 0 && !only.includes(name)) continue
      await new Promise<void>((resolve) => {
        disk.indexedDB.deleteDatabase(name).onsuccess = () => {
          resolve()
        }
      })
    }
  }
  return {
    disk,
    o,
    start,
    names,
    /** Makes the browser delete databases. */
    wipe,
    /** Records that this phone holds data. */
    mark: () => {
      lasting.setItem('motorkin-has-data', '1')
    },
  }
}
const wish = (id: string) =>
  ({ id, kind: 'enquiry.send', payload: enquiry(), now: 1, appVersion: '1' }) as const
const write = async (stores: Stores, partition: string, id: string) =>
  enqueue(await stores.own(partition), wish(id))
const ids = async (stores: Stores, partition: string) => {
  const store = await stores.own(partition)
  return store.transaction('read', ['outbox'], async (tx) => (await tx.list('outbox')).map((item) => item.id))
}
const device = async (stores: Stores, partition: string) => {
  const store = await stores.own(partition)
  return store.transaction('read', ['meta'], async (tx) => (await tx.get('meta', deviceRow))?.v)
}

describe('What the browser threw away', () => {
  test('is reported when only the data marker remains, until the person knows [S16 I15]', async () => {
    const { start, mark, wipe } = phone()
    const first = await start()
    await write(first.stores, 'g_a', 'one')
    mark()
    first.stores.close()
    await wipe()
    const second = await start()
    expect(second.stores.lost).toEqual(['public'])
    expect(second.heard()).toEqual(['public evicted'])
    second.stores.close()
    const third = await start()
    expect([third.stores.lost, third.heard()]).toEqual([['public'], []])
    await third.stores.noteLost()
    expect(third.stores.lost).toEqual([])
    third.stores.close()
    expect((await start()).stores.lost).toEqual([])
  })
  test('is reported for one person’s empty database without touching anything else [S16 I15]', async () => {
    const { start, mark, wipe } = phone()
    const first = await start()
    await write(first.stores, 'g_a', 'one')
    await write(first.stores, 'u_b', 'two')
    const before = await device(first.stores, 'u_b')
    mark()
    first.stores.close()
    await wipe('u_b')
    const { stores, heard } = await start()
    expect(stores.lost).toEqual([])
    expect(await ids(stores, 'u_b')).toEqual([])
    expect(stores.lost).toEqual(['u_b'])
    expect(heard()).toEqual(['u_b evicted'])
    // Its write count restarts: with the old device id its writes would look old.
    expect(await device(stores, 'u_b')).not.toBe(before)
    expect(await ids(stores, 'g_a')).toEqual(['one'])
    await stores.own('u_b')
    expect(heard()).toEqual(['u_b evicted'])
    // A crash before the person has read the notice does not remove the notice.
    stores.close()
    expect((await start()).stores.lost).toEqual(['u_b'])
  })
  test('is noticed while the app is open, and later writes are saved [S06 S16 I1 I15]', async () => {
    const { disk, start, wipe } = phone()
    const { stores, heard } = await start()
    await write(stores, 'g_a', 'one')
    disk.takeAway()
    await expect.poll(() => disk.open().length, soon).toBe(0)
    await wipe()
    await write(stores, 'g_a', 'two')
    expect(await ids(stores, 'g_a')).toEqual(['two'])
    expect(stores.lost.toSorted()).toEqual(['g_a', 'public'])
    expect(heard()).toEqual(expect.arrayContaining(['g_a evicted', 'public evicted']))
    expect(await stores.known()).toEqual(['g_a'])
    expect(stores.isDurable('g_a')).toBe(true)
  })
  test('is not what a first visit, a new person or an unmarked phone finds [I15]', async () => {
    const { start, wipe } = phone()
    const first = await start()
    await write(first.stores, 'g_a', 'one')
    expect([first.stores.lost, first.news]).toEqual([[], []])
    first.stores.close()
    await wipe()
    const second = await start()
    await second.stores.own('u_new')
    expect([second.stores.lost, second.news]).toEqual([[], []])
  })
  test('does not hide the rest, and partitions are found without their list [S16 I1]', async () => {
    const { start, mark, wipe } = phone()
    const first = await start()
    await write(first.stores, 'g_a', 'one')
    mark()
    first.stores.close()
    await wipe('public')
    const { stores } = await start()
    expect(stores.lost).toEqual(['public'])
    expect(await stores.known()).toEqual(['g_a'])
    expect(await ids(stores, 'g_a')).toEqual(['one'])
    expect(stores.lost).toEqual(['public'])
  })
})

describe('A database that dies while the app is open', () => {
  test('is replaced by memory at once so writes still go out, and returns [S06 S47 I12]', async () => {
    const { disk, o, start } = phone()
    const { stores, heard } = await start()
    await write(stores, 'g_a', 'one')
    disk.spoil('UnknownError')
    await expect(write(stores, 'g_a', 'two')).rejects.toMatchObject({ name: 'UnknownError' })
    expect(stores.isDurable('g_a')).toBe(false)
    expect(await write(stores, 'g_a', 'two')).toBe('two')
    expect(await ids(stores, 'g_a')).toEqual(['two'])
    disk.spoil(undefined)
    expect(await ids(stores, 'g_a')).toEqual(['two'])
    o.now += 30_000
    expect(await ids(stores, 'g_a')).toEqual(['one'])
    expect(stores.isDurable('g_a')).toBe(true)
    expect(heard()).toContain('g_a recovered')
  })
  test('returns when the page becomes visible, with new drafts and receipts [S06 I11 I5]', async () => {
    const { disk, start } = phone()
    const { stores } = await start()
    await write(stores, 'g_a', 'one')
    disk.spoil('UnknownError')
    await stores.check()
    expect([stores.isDurable('g_a'), stores.durable]).toEqual([false, false])
    const draft = { id: 'd', values: { name: 'Ada' }, updatedAt: 1 }
    await write(stores, 'g_a', 'sent')
    await write(stores, 'g_a', 'under way')
    await (
      await stores.own('g_a')
    ).transaction('write', ['drafts', 'outbox'], async (tx) => {
      await tx.put('drafts', draft)
      const sent = await tx.get('outbox', 'sent')
      if (sent) await tx.put('outbox', { ...sent, state: 'done', doneAt: 2 })
    })
    disk.spoil(undefined)
    await stores.check()
    expect([stores.isDurable('g_a'), stores.durable]).toEqual([true, true])
    const store = await stores.own('g_a')
    expect(await store.transaction('read', ['drafts'], (tx) => tx.list('drafts'))).toEqual([draft])
    expect(await ids(stores, 'g_a')).toEqual(['one', 'sent'])
  })
  test('is mended before anything is tapped when the page becomes visible [S06]', async () => {
    const { disk, start } = phone()
    const { stores, heard } = await start()
    await write(stores, 'g_a', 'one')
    disk.kill('InvalidStateError')
    await stores.check()
    expect(heard()).toEqual(['public reopened', 'g_a reopened'])
    await write(stores, 'g_a', 'two')
    expect(heard().length).toBe(2)
    expect(await ids(stores, 'g_a')).toEqual(['one', 'two'])
  })
  test('affects no other: without the public one a person still writes their own [I1]', async () => {
    const { disk, start, o } = phone()
    const { stores } = await start()
    await write(stores, 'g_a', 'one')
    for (const db of disk.open().filter((one) => one.name === 'public')) {
      db.transaction = () => {
        throw new DOMException('broken', 'NotReadableError')
      }
    }
    await write(stores, 'g_a', 'two')
    expect(await stores.known()).toEqual(['g_a'])
    expect(stores.isDurable('g_a')).toBe(true)
    o.now += 1
  })
})

describe('Where the browser keeps nothing', () => {
  const refusing = (disk: Disk) => {
    disk.refuse('InvalidStateError')
  }
  test.each([
    ['has no databases', { indexedDB: undefined, keyRange: undefined }],
    ['refuses them', {}],
  ])(
    'because it %s the app works from memory, says so, and claims no loss [S46 I12 I15]',
    async (_, given) => {
      const { disk, start, mark } = phone()
      mark()
      refusing(disk)
      const { stores, news } = await start(given)
      expect(stores.durable).toBe(false)
      await write(stores, 'g_a', 'one')
      expect(stores.isDurable('g_a')).toBe(false)
      expect(await ids(stores, 'g_a')).toEqual(['one'])
      expect(await device(stores, 'g_a')).toEqual(expect.any(String))
      expect(await stores.known()).toEqual(['g_a'])
      await stores.check()
      expect(await stores.drop('g_a')).toBe(true)
      expect([stores.lost, news]).toEqual([[], []])
    },
  )
  test('at first, it is asked again, and what it then gives is used [S46 S47]', async () => {
    const { disk, o, start } = phone()
    refusing(disk)
    const { stores } = await start()
    await stores.own('g_a')
    disk.refuse(undefined)
    await stores.own('g_a')
    expect(stores.isDurable('g_a')).toBe(false)
    o.now += 30_000
    await stores.own('g_a')
    expect([stores.durable, stores.isDurable('g_a')]).toEqual([true, true])
  })
  test('within its limit, the app starts without, and takes the database when it comes [S47]', async () => {
    const { disk, start } = phone()
    const letGo = disk.hang()
    const hand = handTimers()
    const starting = start({ setTimeout: hand.setTimeout, clearTimeout: hand.clearTimeout })
    await expect.poll(hand.waiting, soon).toBe(1)
    hand.expire()
    const { stores, heard } = await starting
    expect(stores.durable).toBe(false)
    letGo()
    await expect.poll(() => stores.durable, soon).toBe(true)
    await expect.poll(heard, soon).toEqual(['public recovered'])
  })
})

describe('Deleting what belongs to one person', () => {
  test('leaves nothing of it, is no loss, and a later login begins anew [I15 I20]', async () => {
    const { start, names, mark } = phone()
    const { stores, news } = await start()
    await write(stores, 'g_a', 'one')
    await write(stores, 'u_b', 'two')
    mark()
    expect(await stores.drop('u_b')).toBe(true)
    expect(await names()).toEqual(['g_a', 'public'])
    expect(await stores.known()).toEqual(['g_a'])
    expect([stores.isDurable('u_b'), stores.opened('u_b')]).toEqual([false, undefined])
    await expect(stores.own('u_b')).rejects.toMatchObject({ name: 'DatabaseClosedError' })
    expect(await names()).toEqual(['g_a', 'public'])
    stores.admit('u_b')
    expect(await ids(stores, 'u_b')).toEqual([])
    expect(stores.isDurable('u_b')).toBe(true)
    await write(stores, 'u_b', 'three')
    stores.close()
    const again = await start()
    expect(await ids(again.stores, 'u_b')).toEqual(['three'])
    expect([again.stores.lost, news]).toEqual([[], []])
  })
  test('also deletes it in other tabs, which open a new database at login [I20 S38]', async () => {
    const { start } = phone()
    const one = await start()
    const two = await start()
    await write(one.stores, 'u_b', 'one')
    expect(await ids(two.stores, 'u_b')).toEqual(['one'])
    expect(await one.stores.drop('u_b')).toBe(true)
    expect(two.heard()).toEqual(['u_b gone'])
    expect([two.stores.isDurable('u_b'), two.stores.opened('u_b')]).toEqual([false, undefined])
    // No later write of the other tab may create the database again.
    await expect(write(two.stores, 'u_b', 'late')).rejects.toMatchObject({ name: 'DatabaseClosedError' })
    for (const { stores } of [one, two]) stores.admit('u_b')
    await write(two.stores, 'u_b', 'two')
    expect(two.stores.isDurable('u_b')).toBe(true)
    expect(await ids(one.stores, 'u_b')).toEqual(['two'])
  })
  test('is not reported done while a page blocks it, and resumes afterwards [I20]', async () => {
    const { disk, start, names } = phone()
    const hand = handTimers()
    const { stores, heard } = await start({ setTimeout: hand.setTimeout, clearTimeout: hand.clearTimeout })
    await write(stores, 'u_b', 'one')
    const letGo = await disk.stubborn('u_b')
    const dropping = stores.drop('u_b')
    await expect.poll(heard, soon).toEqual(['u_b blocked'])
    hand.expire()
    expect(await dropping).toBe(false)
    expect(await stores.known()).toEqual([])
    letGo()
    await expect.poll(names, soon).toEqual(['public'])
    stores.admit('u_b')
    expect(await ids(stores, 'u_b')).toEqual([])
    expect(stores.lost).toEqual([])
  })
  test('is finished at the next start when the app was closed before [I20]', async () => {
    const { disk, start, names } = phone()
    const hand = handTimers()
    const first = await start({ setTimeout: hand.setTimeout, clearTimeout: hand.clearTimeout })
    await write(first.stores, 'u_b', 'one')
    const deletion = disk.indexedDB.deleteDatabase.bind(disk.indexedDB)
    disk.indexedDB.deleteDatabase = () => ({}) as never
    const dropping = first.stores.drop('u_b')
    await expect.poll(hand.waiting, soon).toBe(1)
    hand.expire()
    expect(await dropping).toBe(false)
    first.stores.close()
    disk.indexedDB.deleteDatabase = deletion
    const second = await start()
    await expect.poll(names, soon).toEqual(['public'])
    await write(second.stores, 'u_b', 'new')
    second.stores.close()
    expect(await ids((await start()).stores, 'u_b')).toEqual(['new'])
  })
})

test('An unfinished deletion note does not delete what was written since [I1 I20]', async () => {
  const { start } = phone()
  const { stores } = await start()
  await stores.shared.transaction('write', ['meta'], (tx) => tx.put('meta', { k: 'leaving', v: ['u_b'] }))
  await write(stores, 'u_b', 'new')
  stores.close()
  expect(await ids((await start()).stores, 'u_b')).toEqual(['new'])
})

test('Two tabs share a phone without taking databases from each other', async () => {
  const { start, disk } = phone()
  const one = await start()
  const two = await start()
  await Promise.all([write(one.stores, 'g_a', 'one'), write(two.stores, 'g_a', 'two')])
  expect((await ids(one.stores, 'g_a')).toSorted()).toEqual(['one', 'two'])
  expect(await device(one.stores, 'g_a')).toBe(await device(two.stores, 'g_a'))
  expect([one.news, two.news]).toEqual([[], []])
  one.stores.close()
  two.stores.close()
  expect(disk.open()).toEqual([])
})
