import { expect, test } from 'vitest'
import { clientErrorRoutes } from '#contract/sync/client-errors.ts'
import { missingFile, tryAgain } from '#contract/values/expected.ts'
import { pathOf } from '#contract/http.ts'
import { mostBugs, watchWorkerBugs } from '../../../sw/bugs.ts'
import { takeBugs } from '../../support/bugs.ts'
import { events } from '../local/page.ts'

const { reportClientErrors } = clientErrorRoutes

function worker(o: { offline?: boolean } = {}) {
  const scope = events()
  const sent: { url: string; body: unknown }[] = []
  const heard: unknown[] = []
  watchWorkerBugs({
    scope: scope as unknown as EventTarget,
    version: 'shell-abc.json',
    pages: () => Promise.resolve([{ postMessage: (message: unknown) => void heard.push(message) }]),
    network: (url, { body }) => {
      if (o.offline) return Promise.reject(new TypeError('Failed to fetch'))
      sent.push({ url, body: JSON.parse(body as string) as unknown })
      return Promise.resolve(new Response())
    },
  })
  return { scope, sent, heard }
}
const settled = () => new Promise((done) => setTimeout(done, 5))

test('A worker’s bug reaches the open page’s log and the operator without personal words', async () => {
  const { scope, sent, heard } = worker()
  scope.fire('unhandledrejection', { reason: new TypeError('my secret') })
  await settled()
  expect(sent.map(({ url }) => url)).toEqual([pathOf(reportClientErrors)])
  expect(reportClientErrors.body.parse(sent[0]?.body)).toMatchObject({
    version: 'shell-abc.json',
    errors: [{ name: 'TypeError', route: '/sw.js', where: 'worker' }],
  })
  expect(heard).toMatchObject([{ type: 'BUG', bug: { name: 'TypeError' } }])
  expect(JSON.stringify([sent, heard])).not.toContain('secret')
})

test('A worker tells of few bugs, of each once, and of none about telling', async () => {
  const { scope, sent } = worker()
  for (let n = 0; n < 30; n += 1)
    scope.fire('error', { error: Object.assign(new Error(), { code: `E_${n % 15}` }) })
  await settled()
  expect(sent).toHaveLength(mostBugs)
  const without = worker({ offline: true })
  without.scope.fire('error', { error: new TypeError() })
  await settled()
  expect(without.heard).toHaveLength(1)
  expect(takeBugs()).toEqual([])
})

test('Retried work and an unavailable file are not reported as worker bugs', async () => {
  const { scope, sent, heard } = worker()
  const missing = new TypeError('Failed to fetch')
  expect(() => missingFile(missing)).toThrow(missing)
  for (const reason of [
    tryAgain('Something waits.'),
    missing,
    new DOMException('Full.', 'QuotaExceededError'),
  ])
    scope.fire('unhandledrejection', { reason })
  await settled()
  expect([sent, heard]).toEqual([[], []])
})
