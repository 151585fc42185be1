import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { captivePortal, redirectToPortal, refusal, startProxy } from '../../support/proxy.ts'
import type { Proxy } from '../../support/proxy.ts'

let proxy: Proxy
let effects = 0
const server = createServer((req, res) => {
  if (req.method === 'POST') effects += 1
  res.writeHead(200, { 'content-type': 'application/json', 'x-api': '1' })
  res.end('{"success":true}')
})

beforeEach(async () => {
  effects = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  proxy = await startProxy(() => `http://127.0.0.1:${port}`)
})
afterEach(async () => {
  await proxy.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

interface Answer {
  status: number
  type: string | undefined
  body: string
}
/** Sends one request through an agent; returns `undefined` without a complete response. */
function ask(path: string, o: { method?: string; agent?: Agent; limit?: number; signal?: AbortSignal } = {}) {
  return new Promise<Answer | undefined>((resolve) => {
    const signal = o.signal ?? AbortSignal.timeout(o.limit ?? 20_000)
    const out = request(
      new URL(path, proxy.origin),
      { method: o.method ?? 'POST', agent: o.agent ?? false, signal },
      (reply) => {
        let body = ''
        reply.setEncoding('utf8')
        reply.on('data', (part: string) => (body += part))
        reply.on('error', () => resolve(undefined))
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, type: reply.headers['content-type'], body }),
        )
      },
    )
    out.on('error', () => resolve(undefined))
    out.end(o.method === 'GET' ? undefined : '{}')
  })
}
const write = /^\/write/

test('Without a rule the proxy hands everything on and counts it', async () => {
  expect(await ask('/write')).toMatchObject({ status: 200, body: '{"success":true}' })
  expect(await ask('/read', { method: 'GET' })).toMatchObject({ status: 200 })
  expect(proxy.reached('POST', write)).toBe(1)
  expect(proxy.seen('POST', write)[0]).toMatchObject({ body: '{}', status: 200, forwarded: true })
})

test('A lost request never reaches the server, a lost answer leaves its effect there', async () => {
  proxy.rule({ method: 'POST', path: write, times: 1, fault: { kind: 'request-lost' } })
  expect(await ask('/write')).toBeUndefined()
  expect(effects).toBe(0)
  const lost = proxy.rule({ method: 'POST', path: write, times: 1, fault: { kind: 'answer-lost' } })
  expect(await ask('/write')).toBeUndefined()
  expect(effects).toBe(1)
  expect(lost.hits()).toBe(1)
  expect(await ask('/write')).toMatchObject({ status: 200 })
})

test('A reset strikes only a socket that served before', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const rule = proxy.rule({ path: write, fault: { kind: 'reset-when-reused' } })
  expect(await ask('/write', { agent })).toMatchObject({ status: 200 })
  expect(rule.hits()).toBe(0)
  expect(await ask('/write', { agent })).toBeUndefined()
  expect(rule.hits()).toBe(1)
  expect(effects).toBe(2)
  agent.destroy()
})

test('A held answer arrives when it is released, after the server did the work', async () => {
  const rule = proxy.rule({ path: write, times: 1, fault: { kind: 'hold' } })
  const answer = ask('/write')
  await expect.poll(() => effects).toBe(1)
  rule.release()
  expect(await answer).toMatchObject({ status: 200 })
})

test('A hanging request and an endless body both need a time limit', async () => {
  proxy.rule({ path: write, times: 1, fault: { kind: 'hang' } })
  expect(await ask('/write', { limit: 60 })).toBeUndefined()
  proxy.rule({ path: write, times: 1, fault: { kind: 'slow-body' } })
  expect(await ask('/write', { limit: 60 })).toBeUndefined()
  expect(effects).toBe(0)
})

test('Portals and refusals answer in place of the server', async () => {
  proxy.rule({ path: write, times: 1, fault: captivePortal })
  expect(await ask('/write')).toMatchObject({ status: 200, type: 'text/html' })
  proxy.rule({ path: write, times: 1, fault: redirectToPortal })
  expect(await ask('/write')).toMatchObject({ status: 302 })
  proxy.rule({ path: write, times: 1, fault: refusal(401, 'token_expired') })
  expect(await ask('/write')).toMatchObject({ status: 401, type: 'application/json' })
  expect(effects).toBe(0)
})

test('A stalled answer arrives whole once released, after the server did the work', async () => {
  const rule = proxy.rule({ path: write, times: 1, fault: { kind: 'stalled-answer' } })
  const patience = new AbortController()
  const half = ask('/write', { signal: patience.signal })
  await expect.poll(() => effects).toBe(1)
  patience.abort()
  expect(await half).toBeUndefined()
  rule.end()
  const again = proxy.rule({ path: write, times: 1, fault: { kind: 'stalled-answer' } })
  const answer = ask('/write')
  await expect.poll(() => effects).toBe(2)
  again.release()
  expect(await answer).toMatchObject({ status: 200, body: '{"success":true}' })
})

test('A doubled request is one answer and two requests for the server', async () => {
  proxy.rule({ path: write, times: 1, fault: { kind: 'twice' } })
  expect(await ask('/write')).toMatchObject({ status: 200 })
  expect(effects).toBe(2)
})

test('An answer may be made to look like another build’s', async () => {
  proxy.rule({ path: write, fault: { kind: 'rewrite', edit: (body) => body.replace('true', '"later"') } })
  expect(await ask('/write')).toMatchObject({ status: 200, body: '{"success":"later"}' })
})

test('A rule may choose its fault anew for each request', async () => {
  const faults = [captivePortal, refusal(503, 'unavailable')]
  const rule = proxy.rule({ path: write, fault: () => faults.shift() ?? { kind: 'pass' } })
  expect(await ask('/write')).toMatchObject({ type: 'text/html' })
  expect(await ask('/write')).toMatchObject({ status: 503 })
  expect(await ask('/write')).toMatchObject({ status: 200 })
  expect(rule.hits()).toBe(3)
})

test('A late request reaches the server after its sender gave up', async () => {
  const rule = proxy.rule({ path: write, times: 1, fault: { kind: 'late' } })
  const patience = new AbortController()
  const sent = ask('/write', { signal: patience.signal })
  await expect.poll(() => rule.hits()).toBe(1)
  patience.abort()
  expect(await sent).toBeUndefined()
  expect(effects).toBe(0)
  rule.release()
  await expect.poll(() => effects).toBe(1)
})
