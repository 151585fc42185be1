import { describe, expect, test } from 'vitest'
import { bucketNames, buckets, nextToGo, softCap, type Sizes } from '../../../src/local/cache/budget.ts'
import { ballastRow, steps, type EvictionStep, pin } from '../../../src/local/cache/eviction.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { OwnTables, PublicTables } from '../../../src/local/database/records.ts'
import { ownSchema, publicSchema } from '../../../src/local/database/schema.ts'
import { watchLoads, type LoadObserver } from '../../../src/local/bootstrap/browser-capabilities.ts'
import { createDataUse, monthOf, useRow } from '../../../src/local/storage-quota/data-use.ts'
import { kindOf, waysToFree } from '../../../src/local/storage-quota/freeing.ts'
import { enforceBudget } from '../../../src/local/storage-quota/storage-service.ts'
import { measure } from '../../../src/local/storage-quota/measure.ts'
import { newBox } from './box.ts'
import { card, detail } from './page.ts'

const MB = 1024 * 1024
const nothing = Object.fromEntries(bucketNames.map((name) => [name, 0])) as Sizes
const none = new Set<EvictionStep>()

describe('The budget', () => {
  test('matches the plan’s table, and never evicts what a person wrote [S15]', () => {
    const table = bucketNames.map((name) => {
      const { target, hard, gives } = buckets[name]
      return [name, target / MB, hard / MB, gives.map((step) => steps.indexOf(step) + 1).join()]
    })
    expect(table).toEqual([
      ['shell', 0.6, 1.5, ''],
      ['words', 1, 5, ''],
      ['photos', 5, 60, ''],
      ['replica', 1.2, 4, '6'],
      ['favourites', 20, 40, '7,8,9'],
      ['viewed', 0.4, 1, '5'],
      ['viewedPictures', 10, 20, '2,3'],
      ['thumbs', 3.6, 8, '4'],
      ['answers', 1, 3, '1'],
    ])
    expect([softCap.usual / MB, softCap.lasting / MB]).toEqual([100, 200])
  })
  test('evicts nothing while everything fits, and first whatever exceeds its own cap', () => {
    expect(nextToGo({ ...nothing, favourites: 40 * MB, photos: 60 * MB }, false, none)).toBeUndefined()
    const over = { ...nothing, thumbs: 8 * MB + 1, answers: 3 * MB }
    expect(nextToGo(over, false, none)).toBe('thumbs')
    expect(nextToGo(over, false, new Set(['thumbs']))).toBeUndefined()
    const favourites = { ...nothing, favourites: 41 * MB }
    expect(nextToGo(favourites, true, none)).toBe('morePictures')
    expect(nextToGo(favourites, true, new Set(['morePictures']))).toBe('firstPictures')
  })
  test('evicts in order above the soft cap, which persistent storage raises', () => {
    const sizes = { ...nothing, words: 60 * MB, photos: 50 * MB, viewed: MB, replica: MB }
    expect(nextToGo(sizes, true, none)).toBeUndefined()
    expect(nextToGo(sizes, false, none)).toBe('viewed')
    expect(nextToGo(sizes, false, new Set(['viewed']))).toBe('replica')
    // Nothing is left that the app may delete by itself.
    expect(nextToGo(sizes, false, new Set(['viewed', 'replica']))).toBeUndefined()
  })
  test('evicts step by step, no further than needed, past steps that fail', async () => {
    let left = 130 * MB
    const gone: string[] = []
    const given = await enforceBudget({
      measure: () =>
        Promise.resolve({ ...nothing, photos: 50 * MB, thumbs: MB, viewed: MB, replica: left - 52 * MB }),
      giveUp(step) {
        gone.push(step)
        left -= 20 * MB
        return step === 'viewed' ? Promise.reject(new Error('busy')) : Promise.resolve()
      },
      lasting: false,
    })
    expect([gone, given]).toEqual([
      ['replica', 'thumbs'],
      ['replica', 'thumbs'],
    ])
  })
})

describe('What this phone keeps is weighed by ourselves', () => {
  const stocked = async () => {
    const shared = memoryStore<PublicTables>(publicSchema)
    const own = memoryStore<OwnTables>(ownSchema)
    const caches = newBox()
    await shared.transaction('write', ['cards', 'details', 'lists', 'meta', 'texts'], async (tx) => {
      for (const id of ['mine', 'seen'])
        await tx.put('details', { id, slug: id, car: detail(id), recent: [], asOf: 1, seenAt: Date.now() })
      await tx.put('cards', { id: 'seen', card: card('seen'), asOf: 1, seenAt: Date.now() })
      await tx.put('texts', { k: 'a', text: 'x'.repeat(5000), rest: new Uint32Array() })
      await tx.put('meta', { k: ballastRow, v: new ArrayBuffer(2 * MB) })
    })
    await pin(shared, 'u_x', ['mine'])
    await own.transaction('write', ['drafts', 'blobs'], async (tx) => {
      await tx.put('drafts', { id: 'd', values: { text: 'x'.repeat(700) }, updatedAt: 1 })
      for (let n = 0; n < 20; n++)
        await tx.put('blobs', {
          id: `b${String(n).padStart(2, '0')}`,
          owner: 'd',
          name: '',
          type: '',
          size: 1000,
          sha256: '',
          width: 1,
          height: 1,
          buf: new ArrayBuffer(1000),
        })
    })
    caches.lay('pins-first-u_x', '/media/mine/960.webp', 900)
    caches.lay('pins-more-u_x', '/media/mine2/960.webp', 90)
    caches.lay('pictures', '/media/seen/320.avif', 30)
    caches.lay('pictures', '/media/seen/1280.avif', 128)
    caches.lay('listings', '/api', 7)
    caches.lay('documents', '/listings', 100_000)
    caches.lay('shell', '/index.html', 11)
    return { shared, own, caches }
  }
  test('each thing under its own name, photos a few at a time', async () => {
    const { shared, own, caches } = await stocked()
    const sizes = await measure({ shared, owns: [own], caches: caches.box })
    expect(sizes).toMatchObject({ viewedPictures: 128, thumbs: 30, shell: 11 })
    expect(Math.floor(sizes.photos / 20_000)).toBe(1)
    expect(Math.floor(sizes.replica / 1000)).toBe(5)
    expect(sizes.favourites - sizes.viewed).toBe(990)
    expect(sizes.viewed).toBeGreaterThan(500)
    expect(sizes.answers).toBeGreaterThan(100_407)
    expect([sizes.words > 700, sizes.words < 2000]).toEqual([true, true])
  })
  test('and a phone that keeps nothing weighs nothing', async () => {
    const sizes = await measure({
      shared: memoryStore<PublicTables>(publicSchema),
      owns: [memoryStore<OwnTables>(ownSchema)],
      caches: undefined,
    })
    expect(Object.values(sizes).every((bytes) => bytes === 0)).toBe(true)
  })
  test('Clearing one thing leaves the others', async () => {
    const { shared, own, caches } = await stocked()
    const weigh = () => measure({ shared, owns: [own], caches: caches.box })
    const before = await weigh()
    const ways = waysToFree({
      shared,
      now: Date.now,
      caches: caches.box,
      shrinkReplica: () => Promise.resolve(),
    })
    await ways.thumbs()
    expect(await weigh()).toEqual({ ...before, thumbs: 0 })
    await ways.viewed()
    expect(await weigh()).toEqual({ ...before, thumbs: 0, viewed: 0 })
  })
  test('A picture is known by its address', () => {
    const paths = ['/media/a/480.avif', '/media/a/640.webp', '/blog/a.webp']
    expect(paths.map(kindOf)).toEqual(['thumbs', 'viewedPictures', 'otherPictures'])
  })
})

describe('Data use', () => {
  const meter = () => {
    const shared = memoryStore<PublicTables>(publicSchema)
    const clock = { now: new Date(2026, 10, 30, 23, 59).getTime() }
    const later: (() => void)[] = []
    const use = () => createDataUse({ shared, now: () => clock.now, later: (work) => later.push(work) })
    const row = () => shared.transaction('read', ['meta'], async (tx) => (await tx.get('meta', useRow))?.v)
    return { use, clock, later, row, shared }
  }
  test('is counted month by month, in this phone’s calendar, and two months are remembered', async () => {
    const { use, clock, row } = meter()
    const { add, read } = use()
    add(1000)
    expect(await read()).toEqual({ month: '2026-11', bytes: 1000 })
    clock.now += 2 * 60_000
    expect(await read()).toEqual({ month: '2026-12', bytes: 0 })
    add(5)
    expect(await read()).toEqual({ month: '2026-12', bytes: 5 })
    clock.now = new Date(2027, 0, 2).getTime()
    add(1)
    expect([await read(), monthOf(clock.now)]).toEqual([{ month: '2027-01', bytes: 1 }, '2027-01'])
    expect(await row()).toEqual({ '2027-01': 1, '2026-12': 5 })
  })
  test('of several tabs is one sum, written down now and then', async () => {
    const { use, later, row } = meter()
    const [one, two] = [use(), use()]
    one.add(100)
    one.add(50)
    two.add(7)
    expect([later.length, await row()]).toEqual([2, undefined])
    for (const work of later) work()
    await expect.poll(row).toEqual({ '2026-11': 157 })
    one.add(300 * 1024)
    await expect.poll(row).toEqual({ '2026-11': 157 + 300 * 1024 })
    one.add(Number.NaN)
    one.add(-5)
    expect(later).toHaveLength(2)
  })
  test('that could not be written down is not lost, and nothing fails', async () => {
    const { clock, shared } = meter()
    let full = true
    const { add, flush, read } = createDataUse({
      shared: {
        ...shared,
        transaction: (mode, ...rest) =>
          full && mode === 'write'
            ? Promise.reject(new DOMException('Full.', 'QuotaExceededError'))
            : shared.transaction(mode, ...rest),
      },
      now: () => clock.now,
      later: () => 0,
    })
    add(10)
    await flush()
    full = false
    expect(await read()).toEqual({ month: '2026-11', bytes: 10 })
  })
  test('counts files by network bytes and leaves API calls to their callers', () => {
    const heard: number[] = []
    const types: string[] = []
    class Observer {
      hear: (list: { getEntries: () => readonly object[] }) => void
      constructor(hear: (list: { getEntries: () => readonly object[] }) => void) {
        this.hear = hear
      }
      observe({ type, buffered }: { type: string; buffered: boolean }) {
        types.push(`${type} ${buffered}`)
        if (type === 'resource')
          this.hear({
            getEntries: () => [
              { initiatorType: 'img', transferSize: 300 },
              { initiatorType: 'script', transferSize: 0 },
              { initiatorType: 'fetch', transferSize: 900 },
              {},
            ],
          })
      }
      disconnect() {
        types.push('over')
      }
    }
    watchLoads(Observer as unknown as LoadObserver)((bytes) => heard.push(bytes))()
    expect([heard, types]).toEqual([[300], ['navigation true', 'resource true', 'over']])
  })
})
