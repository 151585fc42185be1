import { describe, expect, test, vi } from 'vitest'
import { listQuery } from '#contract/cars.ts'
import {
  workerAnswerLimit,
  createWorkerClient,
  type ReplicaWorker,
} from '../../../src/local/catalogue-replica/worker-client.ts'
import {
  noReplica,
  type CatalogueReplica,
  type ToWorker,
} from '../../../src/local/catalogue-replica/types.ts'
import type { ReplicaStatus } from '../../../src/local/cache/cached.ts'
import { soon } from './page.ts'

const query = listQuery.parse({})
const page = { value: { success: true as const, msg: '', data: [], count_records: 7, as_of: '' }, asOf: 1 }
const wish = { window: 10, offset: 0, force: false }
const followed = { ok: true, news: true, busy: false }

/** A worker in the hands of the test, the page that stands in for it, and a clock. */
function client({ spawn = true } = {}) {
  const told: ToWorker[] = []
  const timers = new Map<unknown, { work: () => void; ms: number }>()
  let lastTimer = 0
  const workers: (ReplicaWorker & { ended: boolean })[] = []
  const statuses: ReplicaStatus[] = []
  let pages = 0
  const here: CatalogueReplica = {
    find: () => Promise.resolve({ ...page, asOf: 2 }),
    follow: () => Promise.resolve(followed),
    cacheChanged: () => undefined,
    close: () => undefined,
  }
  const replica = createWorkerClient(
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
    { status: (status) => statuses.push(status), onResponse: () => undefined },
  )
  return { replica, told, timers, workers, statuses, pages: () => pages }
}

describe('The market of a page', () => {
  test('is asked in its worker, and each answer finds its question', async () => {
    const { replica, told, workers, statuses, pages, timers } = client()
    const [first, second] = [replica.find(query), replica.follow(wish)]
    expect(told).toEqual([
      { ask: 1, find: query },
      { ask: 2, follow: wish },
    ])
    workers[0]?.onmessage?.({ data: { answer: 2, value: followed } })
    workers[0]?.onmessage?.({ data: { status: noReplica } })
    workers[0]?.onmessage?.({ data: { answer: 1, value: page } })
    expect(await first).toEqual(page)
    expect(await second).toEqual(followed)
    expect([workers.length, pages(), statuses.length]).toEqual([1, 0, 1])
    expect(timers.size).toBe(0)
  })

  test.each<[string, (of: ReturnType<typeof client>) => unknown]>([
    ['it breaks', ({ workers }) => workers[0]?.onerror?.({})],
    ['it says that it cannot', ({ workers }) => workers[0]?.onmessage?.({ data: { unable: true } })],
    [
      'it says nothing for too long',
      ({ timers }) => [...timers.values()].find(({ ms }) => ms === workerAnswerLimit)?.work(),
    ],
  ])('answers on the page when the worker fails: %s', async (_, fails) => {
    const all = client()
    const { replica, workers, pages } = all
    const [found, done] = [replica.find(query), replica.follow(wish)]
    fails(all)
    expect(await found).toMatchObject({ asOf: 2 })
    expect(await done).toEqual(followed)
    expect(await replica.find(query)).toMatchObject({ asOf: 2 })
    expect(workers.map((worker) => worker.ended)).toEqual([true])
    expect(pages()).toBe(1)
  })

  test('answers on the page where there are no workers', async () => {
    const { replica, workers } = client({ spawn: false })
    expect(await replica.find(query)).toMatchObject({ asOf: 2 })
    expect(workers).toEqual([])
  })

  test('tells a failure of the worker’s database without giving the worker up', async () => {
    const { replica, workers } = client()
    const found = replica.find(query)
    workers[0]?.onmessage?.({ data: { failed: 1 } })
    await expect(found).rejects.toThrow('could not be read')
    void replica.follow(wish)
    expect(workers[0]?.ended).toBe(false)
  })

  test('hands on to the worker what was seen, and ends with the page', async () => {
    const { replica, told, workers } = client()
    replica.cacheChanged()
    expect(told).toEqual([])
    void replica.follow(wish)
    replica.cacheChanged()
    expect(told.at(-1)).toEqual({ seen: true })
    replica.close()
    expect(workers[0]?.ended).toBe(true)
    await vi.waitFor(() => expect(workers).toHaveLength(1), soon)
  })
})
