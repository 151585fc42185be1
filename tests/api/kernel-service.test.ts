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

test('Monitoring reads how long each route takes, by its pattern and not by its address', async () => {
  await server.app.inject('/api/v1/cars/get-single-car/a-very-special-slug')
  const { headers, body } = await server.app.inject('/metrics')
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toContain('route="/api/v1/cars/get-single-car/:slug"')
  expect(body).not.toContain('a-very-special-slug')
  expect(body).toContain('process_resident_memory_bytes')
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
