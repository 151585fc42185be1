import { describe, expect, test } from 'vitest'
import { createWakes, wakeLimits } from '../../../sw/wakes.ts'

/** A worker whose outbox is empty after the given number of drains. */
function worker(o: { emptyAfter?: number; canAsk?: boolean; broken?: boolean } = {}) {
  const seen = { drains: [] as number[], asked: 0, told: 0 }
  const wakes = createWakes({
    drain(limit) {
      seen.drains.push(limit)
      if (o.broken) return Promise.reject(new DOMException('Broken.', 'UnknownError'))
      return Promise.resolve(seen.drains.length > (o.emptyAfter ?? 0))
    },
    again() {
      seen.asked++
      return o.canAsk === false
        ? Promise.reject(new DOMException('Not here.', 'NotAllowedError'))
        : Promise.resolve()
    },
    notifyPages() {
      seen.told++
      return Promise.resolve()
    },
  })
  return { seen, wakes }
}

describe('A sync that the browser sends', () => {
  test('ends well when nothing is left, and asks for nothing more [S43 R-PWA-27]', async () => {
    const { seen, wakes } = worker()
    await wakes.sync(false)
    expect(seen).toEqual({ drains: [wakeLimits.sync], asked: 0, told: 1 })
  })
  test('fails while something waits, so that the browser comes back by itself [S43 R-PWA-27]', async () => {
    const { seen, wakes } = worker({ emptyAfter: 9 })
    await expect(wakes.sync(false)).rejects.toThrow('Something waits')
    expect(seen.asked).toBe(0)
  })
  test('is asked for again when its last try failed, also when the database did [S43 R-PWA-27]', async () => {
    for (const broken of [false, true]) {
      const { seen, wakes } = worker({ emptyAfter: 9, broken })
      await expect(wakes.sync(true)).rejects.toThrow('Something waits')
      expect(seen.asked).toBe(1)
    }
  })
})

test('After its syncs are used up, any other wake sends and requests another [S43 S45]', async () => {
  for (const wake of ['nudge', 'opening'] as const) {
    const { seen, wakes } = worker({ emptyAfter: 1 })
    await wakes[wake]()
    expect([seen.drains, seen.asked]).toEqual([[wakeLimits[wake]], 1])
    await wakes[wake]()
    expect([seen.drains.length, seen.asked]).toEqual([2, 1])
  }
})

test('Where the browser has no sync at all, opening the app still sends [S45 R-PWA-27]', async () => {
  const { seen, wakes } = worker({ emptyAfter: 1, canAsk: false })
  await expect(wakes.opening()).resolves.toBeUndefined()
  expect(seen.drains.length).toBe(1)
})
