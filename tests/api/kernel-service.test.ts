import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../support/api.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('An operator sees that the server is alive and that its database answers', async () => {
  expect((await server.app.inject('/healthz')).json()).toEqual({ ok: true })
  expect((await server.app.inject('/readyz')).json()).toEqual({ ok: true })
})

test('Monitoring shows the duration of each route by pattern, not by address', async () => {
  await server.app.inject('/api/v1/cars/get-single-car/a-very-special-slug')
  const { headers, body } = await server.app.inject('/metrics')
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toContain('route="/api/v1/cars/get-single-car/:slug"')
  expect(body).not.toContain('a-very-special-slug')
  expect(body).toContain('process_resident_memory_bytes')
})

test.each([
  ['from this machine', '127.0.0.1', {}, 200],
  ['from this machine, by version 6', '::1', {}, 200],
  ['from this machine, mapped', '::ffff:127.0.0.1', {}, 200],
  ['from outside', '203.0.113.9', {}, 403],
  ['from outside, which says it is here', '203.0.113.9', { 'x-forwarded-for': '127.0.0.1' }, 403],
  ['through a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 403],
  ['through another proxy on this machine', '127.0.0.1', { forwarded: 'for=127.0.0.1' }, 403],
  ['from outside, with a made-up token', '203.0.113.9', { authorization: 'Bearer undefined' }, 403],
])('Whether the numbers of the operator are told %s', async (_, remoteAddress, headers, status) => {
  const answer = await server.app.inject({ url: '/metrics', remoteAddress, headers })
  expect(answer.statusCode).toBe(status)
  expect(answer.body.includes('process_resident_memory_bytes')).toBe(status === 200)
})

test('A request through a trusted proxy does not count as a local one', async () => {
  const proxied = await testServer({ env: { TRUST_PROXY: '1' } })
  const headers = { 'x-forwarded-for': '127.0.0.1' }
  expect((await proxied.app.inject({ url: '/metrics', headers })).statusCode).toBe(403)
  await proxied.close()
})

test('With METRICS_TOKEN set, anyone with the token reads the metrics, and nobody else', async () => {
  const token = 'only-prometheus-knows'
  const guarded = await testServer({ env: { METRICS_TOKEN: token } })
  const ask = async (remoteAddress: string, authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization }
    return (await guarded.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode
  }
  expect(await ask('203.0.113.9', `Bearer ${token}`)).toBe(200)
  expect(await ask('127.0.0.1', `bearer ${token}`)).toBe(200)
  for (const wrong of [undefined, 'Bearer', 'Bearer x', `Basic ${token}`, `Bearer ${token}x`, token]) {
    expect(await ask('127.0.0.1', wrong)).toBe(403)
  }
  await guarded.close()
})

test('Answers worth it are compressed for whoever takes that, and say the same', async () => {
  const metrics = async (encoding: string) =>
    server.app.inject({ url: '/metrics', headers: { 'accept-encoding': encoding } })
  const [br, gz, plain] = [await metrics('gzip, br'), await metrics('gzip'), await metrics('identity')]
  expect([br, gz, plain].map((answer) => answer.headers['content-encoding'])).toEqual([
    'br',
    'gzip',
    undefined,
  ])
  expect(brotliDecompressSync(br.rawPayload).toString()).toContain('process_resident_memory_bytes')
  expect(gunzipSync(gz.rawPayload).toString()).toContain('process_resident_memory_bytes')
  expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  expect(Number(br.headers['content-length'])).toBe(br.rawPayload.length)
  expect(
    (await server.app.inject({ url: '/healthz', headers: { 'accept-encoding': 'br' } })).headers,
  ).not.toHaveProperty('content-encoding')
})
