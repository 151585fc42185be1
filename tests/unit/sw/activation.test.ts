import { afterEach, expect, test, vi } from 'vitest'
import { turns } from '../../support/turns.ts'
import { calm } from '../../../sw/documents.ts'

interface WorkerEvent {
  request?: { method: string; mode: string; url: string }
  waitUntil: (work: Promise<unknown>) => void
  respondWith?: (reply: Promise<Response>) => void
}

/** Starts a worker whose cache is broken and whose sending never ends. */
async function startWorker() {
  const handlers = new Map<string, (event: WorkerEvent) => void>()
  const drain = vi.fn<() => Promise<boolean>>(() => new Promise(() => undefined))
  const dropped: string[] = []
  const broken = () => Promise.reject(new DOMException('The cache is broken', 'UnknownError'))
  vi.stubGlobal('self', {
    addEventListener: (name: string, handler: (event: WorkerEvent) => void) => handlers.set(name, handler),
    caches: {
      open: broken,
      keys: () => Promise.resolve([]),
      match: broken,
      delete(name: string) {
        dropped.push(name)
        return broken()
      },
    },
    clients: { claim: () => Promise.resolve(), matchAll: () => Promise.resolve([]) },
    location: { origin: 'https://phone.test' },
    navigator: { onLine: true },
    registration: {},
    drainFromWorker: drain,
    fetch: broken,
    __WB_MANIFEST: [],
  })
  vi.resetModules()
  await import('../../../sw/sw.ts')
  return { drain, dropped, send: (name: string, event: WorkerEvent) => handlers.get(name)?.(event) }
}
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('A new worker answers pages before sending the outbox, even if cleanup fails', async () => {
  const lost: unknown[] = []
  const note = (reason: unknown) => void lost.push(reason)
  process.on('unhandledRejection', note)
  const { drain, dropped, send } = await startWorker()
  const waited: Promise<unknown>[] = []
  send('activate', { waitUntil: (work) => waited.push(work.catch(() => 'failed')) })
  await Promise.all(waited)
  await turns()
  process.off('unhandledRejection', note)
  expect(drain).toHaveBeenCalledOnce()
  expect(lost).toEqual([])
  // An older version drew these documents, so the new version drops them.
  expect(dropped).toEqual(['documents', 'stills'])
})

test('An opening page has the worker to itself before the outbox is sent [S45]', async () => {
  const { drain, send } = await startWorker()
  vi.useFakeTimers()
  const answers: Promise<unknown>[] = []
  const keep = (work: Promise<unknown>) => void answers.push(work.catch(() => 'failed'))
  const request = { method: 'GET', mode: 'navigate', url: 'https://phone.test/saved' }
  send('fetch', { request, waitUntil: keep, respondWith: keep })
  await vi.advanceTimersByTimeAsync(calm - 1)
  expect(drain).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(drain).toHaveBeenCalledOnce()
})
