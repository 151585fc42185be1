import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Semaphore } from '../../../server/kernel/semaphore.ts'
import type { WantedPicture } from '../../../server/kernel/deps.ts'
import { createPictureService, type DrawPicture } from '../../../demo/pictures/picture-service.ts'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'motorkin-pictures-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const wanted = (km: number): WantedPicture => ({ key: `dash-tan-left-${km}`, width: 640, format: 'avif' })
const limits = { diskBytes: 10_000, memoryBytes: 2_000, places: 2, waiting: 100 }

/** Returns a drawing function whose calls end when the test decides. */
function easel() {
  const open: (() => void)[] = []
  let running = 0
  let most = 0
  const drawn: string[] = []
  const draw: DrawPicture = async (_, { key }) => {
    drawn.push(key)
    most = Math.max(most, ++running)
    await new Promise<void>((done) => open.push(done))
    running--
    return Buffer.alloc(1000, key)
  }
  const finish = async (count: number) => {
    for (let i = 0; i < count; i++) {
      while (open.length === 0) await new Promise((next) => setImmediate(next))
      open.shift()?.()
    }
  }
  return { draw, finish, drawn, most: () => most }
}
const instant: DrawPicture = async (_, { key }) => Buffer.alloc(1000, key)

describe('the shop of drawn pictures', () => {
  test('However many ask for a picture at once, it is drawn once', async () => {
    const { draw, finish, drawn } = easel()
    const shop = createPictureService(dir, limits, draw)
    const all = Array.from({ length: 30 }, () => shop.get(wanted(1)))
    await finish(1)
    const answers = await Promise.all(all)
    expect(drawn).toEqual(['dash-tan-left-1'])
    expect(new Set(answers.map((b) => b?.toString())).size).toBe(1)
  })

  test('No more than two drawings run at a time', async () => {
    const { draw, finish, most } = easel()
    const shop = createPictureService(dir, limits, draw)
    const all = Array.from({ length: 9 }, (_, i) => shop.get(wanted(i)))
    await finish(9)
    await Promise.all(all)
    expect(most()).toBe(2)
  })

  test('A picture drawn before a restart is not drawn again', async () => {
    await createPictureService(dir, limits, instant).get(wanted(5))
    const { draw, drawn } = easel()
    const bytes = await createPictureService(dir, limits, draw).get(wanted(5))
    expect(bytes?.length).toBe(1000)
    expect(drawn).toEqual([])
  })

  test('The files on disk never exceed their limit, also after a restart', async () => {
    const shop = createPictureService(dir, limits, instant)
    for (let km = 0; km < 25; km++) {
      await shop.get(wanted(km))
      expect(await shop.size()).toBeLessThanOrEqual(limits.diskBytes)
    }
    expect(await readdir(dir)).toHaveLength(10)
    expect(await createPictureService(dir, limits, instant).size()).toBe(10_000)
    const smaller = createPictureService(dir, { ...limits, diskBytes: 3000 }, instant)
    expect(await smaller.size()).toBe(3000)
    expect(await readdir(dir)).toHaveLength(3)
  })

  test('The picture that was looked at last stays, the forgotten one goes', async () => {
    const shop = createPictureService(dir, { ...limits, diskBytes: 3000 }, instant)
    for (const km of [1, 2, 3, 1, 4]) await shop.get(wanted(km))
    expect((await readdir(dir)).toSorted()).toEqual([1, 3, 4].map((km) => `dash-tan-left-${km}.640.avif`))
  })

  test('A file that somebody removed is drawn anew', async () => {
    const shop = createPictureService(dir, { ...limits, memoryBytes: 0 }, instant)
    await shop.get(wanted(7))
    await rm(join(dir, 'dash-tan-left-7.640.avif'))
    expect((await shop.get(wanted(7)))?.length).toBe(1000)
    expect(await readdir(dir)).toHaveLength(1)
  })

  test('Half a file left by a crash is never served and is cleared away', async () => {
    await writeFile(join(dir, 'dash-tan-left-7.640.avif.1.part'), 'half')
    const shop = createPictureService(dir, limits, instant)
    await shop.get(wanted(7))
    await shop.size()
    expect(await readdir(dir)).toEqual(['dash-tan-left-7.640.avif'])
  })

  test('A disk that takes nothing costs drawings, never answers', async () => {
    const blocked = join(dir, 'file')
    await writeFile(blocked, '')
    const shop = createPictureService(join(blocked, 'pictures'), limits, instant)
    expect((await shop.get(wanted(1)))?.length).toBe(1000)
    expect((await shop.get(wanted(1)))?.length).toBe(1000)
    expect(await shop.size()).toBe(0)
    await rm(blocked)
    await shop.get(wanted(2))
    expect(await shop.size()).toBe(1000)
  })

  test('A failed drawing fails only for its requesters, and the next may succeed', async () => {
    let times = 0
    const shop = createPictureService(dir, limits, async () => {
      if (times++ === 0) throw new Error('no ink')
      return Buffer.from('drawn')
    })
    await expect(shop.get(wanted(1))).rejects.toThrow('no ink')
    expect((await shop.get(wanted(1)))?.toString()).toBe('drawn')
  })

  test('A key outside the closed list is no picture and draws nothing', async () => {
    const { draw, drawn } = easel()
    const shop = createPictureService(dir, limits, draw)
    expect(await shop.get({ key: '../secret', width: 640, format: 'avif' })).toBeUndefined()
    expect(drawn).toEqual([])
  })
})

describe('the queue for drawings', () => {
  test('A full queue says so instead of growing', async () => {
    const semaphore = new Semaphore(1, 2)
    let end = () => {}
    const first = semaphore.run(() => new Promise<void>((done) => (end = done)))
    const queued = [semaphore.run(async () => 1), semaphore.run(async () => 2)]
    await expect(semaphore.run(async () => 3)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 })
    end()
    await first
    expect(await Promise.all(queued)).toEqual([1, 2])
  })
})
