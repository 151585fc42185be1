import { expect, test, vi } from 'vitest'
import { turns } from '../../support/turns.ts'

test('A new worker answers pages before sending the outbox, even if cleanup fails', async () => {
  type Handler = (event: { waitUntil: (work: Promise<unknown>) => void }) => void
  const handlers = new Map<string, Handler>()
  const drain = vi.fn<() => Promise<boolean>>(() => new Promise(() => undefined))
  const lost: unknown[] = []
  const note = (reason: unknown) => void lost.push(reason)
  const dropped: string[] = []
  const broken = () => Promise.reject(new DOMException('The cache is broken', 'UnknownError'))
  vi.stubGlobal('self', {
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
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
    registration: {},
    drainFromWorker: drain,
    fetch: broken,
    __WB_MANIFEST: [],
  })
  process.on('unhandledRejection', note)
  await import('../../../sw/sw.ts')
  const waited: Promise<unknown>[] = []
  handlers.get('activate')?.({ waitUntil: (work) => waited.push(work.catch(() => 'failed')) })
  await Promise.all(waited)
  await turns()
  process.off('unhandledRejection', note)
  vi.unstubAllGlobals()
  expect(drain).toHaveBeenCalledOnce()
  expect(lost).toEqual([])
  // What an older version kept of public pages was drawn for that one.
  expect(dropped).toEqual(['documents', 'stills'])
})
