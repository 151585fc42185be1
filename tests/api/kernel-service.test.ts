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
