import { describe, expect, test } from 'vitest'
import { readListQuery } from '#contract/list-query.ts'
import {
  workerAnswerLimit,
  createWorkerClient,
  type ReplicaWorker,
} from '../../../src/local/catalogue-replica/worker-client.ts'
import { noReplica, type ToWorker } from '../../../src/local/catalogue-replica/types.ts'
import type { ReplicaStatus } from '../../../src/local/cache/cached.ts'

const query = readListQuery({})
const page = { value: { success: true as const, msg: '', data: [], count_records: 7, as_of: '' }, asOf: 1 }
const wish = { window: 10, offset: 0, force: false }
const followed = { ok: true, news: true, busy: false }

/** Workers under control of the test, and a clock. */
function client({ forbidden = false } = {}) {
  const told: ToWorker[] = []
  const timers = new Map<unknown, { work: () => void; ms: number }>()
  let lastTimer = 0
  const workers: (ReplicaWorker & { ended: boolean })[] = []
  const statuses: ReplicaStatus[] = []
  const replica = createWorkerClient(
    {
      spawn() {
        if (forbidden) throw new DOMException('Not here', 'SecurityError')
        const worker = {
          ended: false,
          onmessage: null,
          onerror: null,
          postMessage: (message: ToWorker) => void told.push(message),
          terminate: () => (worker.ended = true),
        }
        workers.push(worker)
        return worker
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
  return { replica, told, timers, workers, statuses }
}

describe('The market of a page', () => {
  test('is asked in its worker, and each answer finds its question', async () => {
    const { replica, told, workers, statuses, timers } = client()
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
    expect([workers.length, statuses.length]).toEqual([1, 1])
    expect(timers.size).toBe(0)
  })

  test.each<[string, (of: ReturnType<typeof client>) => unknown]>([
    ['it breaks', ({ workers }) => workers[0]?.onerror?.({})],
    ['it says that it cannot', ({ workers }) => workers[0]?.onmessage?.({ data: { unable: true } })],
    [
      'it says nothing for too long',
      ({ timers }) => [...timers.values()].find(({ ms }) => ms === workerAnswerLimit)?.work(),
    ],
  ])('tells that a worker failed and asks a new one next: %s', async (_, fails) => {
    const all = client()
    const { replica, workers, timers, told } = all
    const lost = Promise.allSettled([replica.find(query), replica.follow(wish)])
    fails(all)
    expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const found = replica.find(query)
    workers[1]?.onmessage?.({ data: { answer: 3, value: page } })
    expect(await found).toEqual(page)
    expect(told.at(-1)).toEqual({ ask: 3, find: query })
    expect(workers.map((worker) => worker.ended)).toEqual([true, false])
    expect(timers.size).toBe(0)
  })

  test('cannot be read where workers are forbidden', async () => {
    const { replica, workers } = client({ forbidden: true })
    await expect(replica.find(query)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(replica.follow(wish)).rejects.toMatchObject({ code: 'unavailable' })
    expect(workers).toEqual([])
  })

  test('tells a failure of the worker’s database without giving the worker up', async () => {
    const { replica, workers } = client()
    const found = replica.find(query)
    workers[0]?.onmessage?.({ data: { failed: 1 } })
    await expect(found).rejects.toThrow('could not be read')
    void Promise.allSettled([replica.follow(wish)])
    expect(workers[0]?.ended).toBe(false)
  })

  test('hands on to the worker what was seen, and ends with the page', async () => {
    const { replica, told, workers } = client()
    replica.cacheChanged()
    expect(told).toEqual([])
    const lost = Promise.allSettled([replica.follow(wish)])
    replica.cacheChanged()
    expect(told.at(-1)).toEqual({ seen: true })
    replica.close()
    expect(workers[0]?.ended).toBe(true)
    await lost
    await expect(replica.find(query)).rejects.toMatchObject({ code: 'unavailable' })
    expect(workers).toHaveLength(1)
  })
})
