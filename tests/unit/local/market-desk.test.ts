import { describe, expect, test, vi } from 'vitest'
import { listQuery } from '#contract/cars.ts'
import {
  answerLimit,
  createDesk,
  type MarketWorker,
} from '../../../src/local/catalogue-replica/worker-client.ts'
import { noMarket, type Market } from '../../../src/local/catalogue-replica/types.ts'
import type { MarketStatus } from '../../../src/local/cache/kept.ts'
import type { ToWorker } from '../../../src/local/catalogue-replica/messages.ts'
import { soon } from './page.ts'

const query = listQuery.parse({})
const page = { value: { success: true as const, msg: '', data: [], count_records: 7, as_of: '' }, asOf: 1 }
const wish = { window: 10, offset: 0, force: false }
const followed = { ok: true, news: true, busy: false }

/** A worker in the hands of the test, the page that stands in for it, and a clock. */
function desk({ spawn = true } = {}) {
  const told: ToWorker[] = []
  const timers = new Map<unknown, { work: () => void; ms: number }>()
  let lastTimer = 0
  const workers: (MarketWorker & { ended: boolean })[] = []
  const statuses: MarketStatus[] = []
  let pages = 0
  const here: Market = {
    find: () => Promise.resolve({ ...page, asOf: 2 }),
    status: () => Promise.resolve(noMarket),
    follow: () => Promise.resolve(followed),
    seen: () => undefined,
    close: () => undefined,
  }
  const market = createDesk(
    {
      spawn: spawn
        ? () => {
            const worker = {
              ended: false,
              onmessage: null,
              onerror: null,
              postMessage: (message: ToWorker) => void told.push(message),
              terminate: () => (worker.ended = true),
            }
            workers.push(worker)
            return worker
          }
        : undefined,
      onPage: () => {
        pages += 1
        return Promise.resolve(here)
      },
      setTimeout(work, ms) {
        timers.set(++lastTimer, { work, ms })
        return lastTimer
      },
      clearTimeout: (n) => {
        timers.delete(n)
      },
    },
    { status: (status) => statuses.push(status), heard: () => undefined },
  )
  return { market, told, timers, workers, statuses, pages: () => pages }
}

describe('The market of a page', () => {
  test('is asked in its worker, and each answer finds its question', async () => {
    const { market, told, workers, statuses, pages, timers } = desk()
    const [first, second] = [market.find(query), market.follow(wish)]
    expect(told).toEqual([
      { ask: 1, find: query },
      { ask: 2, follow: wish },
    ])
    workers[0]?.onmessage?.({ data: { answer: 2, value: followed } })
    workers[0]?.onmessage?.({ data: { status: noMarket } })
    workers[0]?.onmessage?.({ data: { answer: 1, value: page } })
    expect(await first).toEqual(page)
    expect(await second).toEqual(followed)
    expect([workers.length, pages(), statuses.length]).toEqual([1, 0, 1])
    expect(timers.size).toBe(0)
  })

  test.each<[string, (of: ReturnType<typeof desk>) => unknown]>([
    ['it breaks', ({ workers }) => workers[0]?.onerror?.({})],
    ['it says that it cannot', ({ workers }) => workers[0]?.onmessage?.({ data: { unable: true } })],
    [
      'it says nothing for too long',
      ({ timers }) => [...timers.values()].find(({ ms }) => ms === answerLimit)?.work(),
    ],
  ])('answers on the page when the worker fails: %s', async (_, fails) => {
    const all = desk()
    const { market, workers, pages } = all
    const [found, done] = [market.find(query), market.follow(wish)]
    fails(all)
    expect(await found).toMatchObject({ asOf: 2 })
    expect(await done).toEqual(followed)
    expect(await market.find(query)).toMatchObject({ asOf: 2 })
    expect(workers.map((worker) => worker.ended)).toEqual([true])
    expect(pages()).toBe(1)
  })

  test('answers on the page where there are no workers', async () => {
    const { market, workers } = desk({ spawn: false })
    expect(await market.find(query)).toMatchObject({ asOf: 2 })
    expect(workers).toEqual([])
  })

  test('tells a failure of the worker’s database without giving the worker up', async () => {
    const { market, workers } = desk()
    const found = market.find(query)
    workers[0]?.onmessage?.({ data: { failed: 1 } })
    await expect(found).rejects.toThrow('could not be read')
    void market.status()
    expect(workers[0]?.ended).toBe(false)
  })

  test('hands on to the worker what was seen, and ends with the page', async () => {
    const { market, told, workers } = desk()
    market.seen()
    expect(told).toEqual([])
    void market.status()
    market.seen()
    expect(told.at(-1)).toEqual({ seen: true })
    market.close()
    expect(workers[0]?.ended).toBe(true)
    await vi.waitFor(() => expect(workers).toHaveLength(1), soon)
  })
})
