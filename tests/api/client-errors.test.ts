import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clientErrorRoutes, mostClientErrors, type ClientError } from '#contract/sync/client-errors.ts'
import { buildApp } from '../../server/app.ts'
import { makeLog } from '../../server/kernel/base-app.ts'
import { mostPairs, reportsPerMinute } from '../../server/web/web-routes.ts'
import { callerOf, type TestServer, testServer } from '../support/api.ts'

const { reportClientErrors } = clientErrorRoutes
const bug: ClientError = {
  name: 'TypeError',
  code: 'E_ODD',
  at: 'open-abc.js:1:2345',
  during: 'keep-time',
  route: '/listing/:slug',
  where: 'page',
}
const told = (...errors: object[]) => ({ body: { version: '1.2.3', errors } })

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('A bug on a phone appears in the log and the metrics', async () => {
  const log = makeLog('silent')
  const warn = vi.spyOn(log, 'warn')
  const app = await buildApp({ ...server.deps, log }, { limits: true, checkReplies: true })
  const { status } = await callerOf(app)(reportClientErrors, told(bug))
  expect(status).toBe(200)
  expect(warn.mock.calls).toEqual([[{ clientError: { ...bug, version: '1.2.3' } }, 'an app met a bug']])
  const { body } = await app.inject('/metrics')
  expect(body).toContain('client_errors_total{name="TypeError",code="E_ODD"} 1')
  await app.close()
})

test.each([
  ['words in its name', told({ ...bug, name: 'my phone is 0821234567' })],
  ['an address with a query', told({ ...bug, route: '/listings?q=secret' })],
  ['a message', { body: { version: '1', errors: [{ ...bug, at: 'Cannot read "my text"' }] } }],
  ['no bug at all', told()],
  ['too many at once', told(...Array.from({ length: mostClientErrors + 1 }, () => bug))],
])('A report with %s is refused', async (_, call) => {
  expect((await server.call(reportClientErrors, call)).status).toBe(422)
})

test('What a report holds beside the agreed fields reaches no log', async () => {
  const log = makeLog('silent')
  const warn = vi.spyOn(log, 'warn')
  const app = await buildApp({ ...server.deps, log }, { limits: false })
  await callerOf(app)(reportClientErrors, told({ ...bug, message: 'my secret' }))
  expect(warn).toHaveBeenCalledOnce()
  expect(JSON.stringify(warn.mock.calls)).not.toContain('secret')
  await app.close()
})

test('One address may report sixty bugs a minute, all addresses a few hundred', async () => {
  const app = await buildApp(
    { ...server.deps, config: { ...server.deps.config, trustProxy: '1' } },
    { limits: true },
  )
  const call = callerOf(app)
  const send = async (from: string) =>
    (await call(reportClientErrors, { ...told(bug), headers: { 'x-forwarded-for': from } })).status
  const statuses: number[] = []
  for (let n = 0; n < 61; n += 1) statuses.push(await send('198.51.100.1'))
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
  for (let n = 60; n < reportsPerMinute; n += 1) expect(await send(`203.0.${n}.7`)).toBe(200)
  expect(await send('192.0.2.1')).toBe(429)
  server.clock.advance(60_000)
  expect(await send('192.0.2.2')).toBe(200)
  await app.close()
})

test('However many names are made up, the metrics stay small', async () => {
  for (let n = 0; n < mostPairs * 2; n += mostClientErrors)
    await server.call(
      reportClientErrors,
      told(...Array.from({ length: mostClientErrors }, (_, at) => ({ ...bug, name: `Made${n + at}` }))),
    )
  const { body } = await server.app.inject('/metrics')
  expect(body.match(/^client_errors_total/gm)).toHaveLength(mostPairs + 1)
  expect(body).toContain(`client_errors_total{name="other",code="other"} ${mostPairs}`)
})
