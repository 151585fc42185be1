import { connect, type AddressInfo } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { AppError, type ErrorCode, errorRules } from '#contract/errors.ts'
import { route } from '#contract/parts.ts'
import { limits } from '#contract/limits.ts'
import { baseApp } from '../../server/kernel/base-app.ts'
import type { FormParts } from '../../server/kernel/http/form-parts.ts'
import { type TestDeps, testDeps } from '../support/api.ts'

const echo = route('POST probe/echo/:id', 'probe-echo', {
  auth: 'none',
  params: { id: z.string().check(z.maxLength(8, 'This id is too long')) },
  body: z.object({
    name: z.string({ error: 'Please enter your name' }).check(z.minLength(1, 'Please enter your name')),
    age: z.optional(z.int('Age must be a whole number')),
  }),
  reply: { name: z.string() },
})
const fail = route('GET probe/fail/:how', 'probe-fail', { auth: 'none', params: { how: z.string() } })

let world: TestDeps
let app: FastifyInstance
beforeAll(async () => {
  world = await testDeps()
  const base = await baseApp(world.deps, { limits: false, checkReplies: true })
  base.mount(echo, async ({ body }) => ({ success: true as const, msg: 'Hello', name: body.name }))
  base.mount(fail, async ({ params, sql }) => {
    if (params.how === 'sql') await sql.run({ text: 'select secret_column from nowhere' })
    if (params.how === 'busy') throw new AppError('unavailable', { retryAfter: 7 })
    if (params.how === 'lie') return { success: 1 } as never
    throw new Error('the secret inside')
  })
  app = base.app
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await world.end()
})

const post = (payload: unknown, o: { type?: string; url?: string } = {}) =>
  app.inject({
    method: 'POST',
    url: o.url ?? '/api/v1/probe/echo/a',
    headers: { 'content-type': o.type ?? 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

type Answer = Awaited<ReturnType<typeof post>>
const bodyOf = (response: Answer) =>
  response.json<{ success: boolean; code: string; msg: string; fields?: object }>()

/** Returns the public part of an error response. */
const problem = (response: Answer) => ({
  success: bodyOf(response).success,
  code: bodyOf(response).code,
  status: response.statusCode,
  type: response.headers['content-type'],
  mark: response.headers['x-api'],
  cache: response.headers['cache-control'],
  saysSomething: bodyOf(response).msg.length > 3,
  showsTheInside: /at .*\.ts|node_modules|secret|stack/.test(response.body),
})
/** Returns the expected form of an error response. */
const error = (code: ErrorCode) => ({
  success: false,
  code,
  status: errorRules[code].status,
  type: 'application/json; charset=utf-8',
  mark: '1',
  cache: 'no-store',
  saysSomething: true,
  showsTheInside: false,
})

test('A phone that is cut off while it sends is no failure of ours', async () => {
  const failures: string[] = []
  const fine = { success: true as const, msg: 'Hello' }
  const nothing = () => undefined
  const log: FastifyBaseLogger = {
    level: 'error',
    info: nothing,
    debug: nothing,
    trace: nothing,
    silent: nothing,
    warn: nothing,
    fatal: nothing,
    child: () => log,
    error: (_: unknown, words?: string) => void failures.push(words ?? ''),
  }
  const base = await baseApp({ ...world.deps, log }, { limits: false, checkReplies: true })
  base.mount(echo, async ({ body }) => ({ ...fine, name: body.name }))
  const answered: number[] = []
  base.app.addHook('onSend', async (_, reply, payload) => {
    answered.push(reply.statusCode)
    return payload
  })
  const read = async (parts: FormParts) => {
    for await (const part of parts) expect(part).toBeUndefined()
    return { name: 'Ada' }
  }
  const all = { form: { bytes: 1000, read } }
  base.mount({ ...echo, path: 'probe/form/:id' }, async () => ({ ...fine, name: '' }), all)
  await base.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = base.app.server.address() as AddressInfo
  const types = { echo: 'application/json', form: 'multipart/form-data; boundary=a' }
  for (const [path, type] of Object.entries(types)) {
    const head = `POST /api/v1/probe/${path}/a HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\ncontent-type: ${type}`
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((sent) => socket.write(`${head}\r\n\r\n{"name":`, () => sent()))
    await new Promise((later) => setTimeout(later, 50))
    socket.destroy()
  }
  await expect.poll(() => answered).toEqual([400, 400])
  expect(failures).toEqual([])
  await base.app.close()
})

test('A good call answers with its reply and the mark of our server [R-API-01 R-API-50]', async () => {
  const response = await post({ name: 'Ada' })
  expect(response.statusCode).toBe(200)
  expect(response.headers['x-api']).toBe('1')
  expect(response.json()).toEqual({ success: true, msg: 'Hello', name: 'Ada' })
})

test('A form error names each field, and its first sentence is the message [R-API-50]', async () => {
  const response = await post({ age: 1.5 })
  const body = bodyOf(response)
  expect(problem(response)).toEqual(error('validation_failed'))
  expect(body.msg).toBe('Please enter your name')
  expect(body.fields).toEqual({ name: 'Please enter your name', age: 'Age must be a whole number' })
})

test('A body that is left out counts as an empty form', async () => {
  for (const response of [
    await app.inject({ method: 'POST', url: '/api/v1/probe/echo/a' }),
    await post(''),
  ]) {
    expect(problem(response)).toEqual(error('validation_failed'))
    expect(bodyOf(response).fields).toHaveProperty('name')
  }
})

test('A wrong value in the address is refused like one in the body', async () => {
  const response = await post({ name: 'Ada' }, { url: '/api/v1/probe/echo/much-too-long' })
  expect(problem(response)).toEqual(error('validation_failed'))
  expect(bodyOf(response).fields).toEqual({ id: 'This id is too long' })
})

test.each(['{"name":', 'name=Ada', '{"__proto__": {"x": 1}}'])(
  'JSON that is none (%j) is refused and named [R-API-50]',
  async (payload) => {
    expect(problem(await post(payload))).toEqual(error('bad_json'))
  },
)

test.each(['text/plain', 'application/x-www-form-urlencoded', 'image/png', 'nonsense'])(
  'A body of type %s is refused, JSON is asked for',
  async (type) => {
    expect(problem(await post('name=Ada', { type }))).toEqual(error('unsupported_media_type'))
  },
)

test('A body above the limit is refused before it is read as JSON [R-API-51]', async () => {
  expect(problem(await post({ name: 'x'.repeat(limits.jsonBody) }))).toEqual(error('payload_too_large'))
})

test('An unknown call is named as unknown, with JSON and not with a page', async () => {
  for (const url of ['/api/v1/probe/nothing', '/api/v2/probe', '/api/', '/api/v1/probe/echo/a/b']) {
    expect(problem(await app.inject({ method: 'GET', url, headers: { accept: 'text/html' } }))).toEqual(
      error('unknown_route'),
    )
  }
  expect(problem(await app.inject({ method: 'DELETE', url: '/api/v1/probe/nothing' }))).toEqual(
    error('unknown_route'),
  )
})

test('A broken address is an unknown call, not a failure of the server', async () => {
  expect(problem(await app.inject({ method: 'GET', url: '/api/v1/probe/fail/%E0%A4%A' }))).toEqual(
    error('unknown_route'),
  )
})

test('An overlong value in the address gives 404 and does not blame the method', async () => {
  const url = `/api/v1/probe/echo/${'a'.repeat(600)}`
  const right = await app.inject({ method: 'POST', url, payload: { name: 'Ada' } })
  expect(problem(right)).toEqual(error('not_found'))
  expect(problem(await app.inject({ method: 'PUT', url, payload: {} }))).toEqual(error('method_not_allowed'))
})

test('No answer is ever guessed to be of another type, whatever was asked', async () => {
  for (const url of ['/api/v1/probe/fail/%E0%A4%A', '/%ff', '/healthz', '/api/v1/nothing']) {
    const { headers } = await app.inject(url)
    expect({ url, sniff: headers['x-content-type-options'] }).toEqual({ url, sniff: 'nosniff' })
  }
})

test('Whether the server lives is never answered by a cache', async () => {
  for (const url of ['/healthz', '/readyz', '/metrics']) {
    const { headers, statusCode } = await app.inject(url)
    expect({ url, statusCode, cache: headers['cache-control'] }).toEqual({
      url,
      statusCode: 200,
      cache: 'no-store',
    })
  }
})

test('An answer comes only in an encoding that the caller takes', async () => {
  const encodingFor = async (accept: string) => {
    const { headers } = await app.inject({ url: '/metrics', headers: { 'accept-encoding': accept } })
    return headers['content-encoding']
  }
  expect(await encodingFor('gzip, deflate, br')).toBe('br')
  expect(await encodingFor('br;q=0, gzip')).toBe('gzip')
  expect(await encodingFor('br;q=0.0, gzip; q=0')).toBeUndefined()
  expect(await encodingFor('x-br')).toBeUndefined()
})

test('The wrong method is told which one is right', async () => {
  const response = await app.inject({ method: 'PUT', url: '/api/v1/probe/echo/a', payload: {} })
  expect(problem(response)).toEqual(error('method_not_allowed'))
  expect(response.headers['allow']).toBe('POST')
})

test.each(['bug', 'sql', 'lie'])('An unexpected failure (%s) shows nothing of the inside', async (how) => {
  const response = await app.inject({ method: 'GET', url: `/api/v1/probe/fail/${how}` })
  expect(problem(response)).toEqual(error('internal'))
})

test('A server that is busy says when to come back', async () => {
  const response = await app.inject({ method: 'GET', url: '/api/v1/probe/fail/busy' })
  expect(problem(response)).toEqual(error('unavailable'))
  expect(response.headers['retry-after']).toBe('7')
})

test('No intermediate cache keeps an API answer, and each carries security headers', async () => {
  const { headers } = await post({ name: 'Ada' })
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  // Headers that only a page needs would add half a kilobyte to every response.
  for (const name of ['x-frame-options', 'x-xss-protection', 'referrer-policy'])
    expect(headers).not.toHaveProperty(name)
  expect(headers['strict-transport-security']).toBeUndefined()
})

test('Behind https the browser is told to stay with it', async () => {
  const secure = await testDeps({ env: { PUBLIC_URL: 'https://motorkin.test/' } })
  const base = await baseApp(secure.deps, { limits: false, checkReplies: false })
  for (const url of ['/healthz', '/api/v1/nothing']) {
    const { headers } = await base.app.inject(url)
    expect({ url, stay: headers['strict-transport-security'] }).toEqual({ url, stay: 'max-age=31536000' })
  }
  await base.app.close()
  await secure.end()
})

test('Somebody who floods a seller is slowed down, readers are not [R-API-51]', async () => {
  const limited = await baseApp(world.deps, { limits: true, checkReplies: false })
  const enquiry = { ...echo, id: 'R-API-38', path: 'probe/enquiry/:id' }
  const write = { ...echo, id: 'probe-write', path: 'probe/write/:id', write: true as const }
  for (const route of [enquiry, write, echo])
    limited.mount(route, async ({ body }) => ({ success: true as const, msg: 'Hello', name: body.name }))
  const call = (path: string, remoteAddress = '10.0.0.1') =>
    limited.app.inject({
      method: 'POST',
      url: `/api/v1/probe/${path}/a`,
      payload: { name: 'Ada' },
      remoteAddress,
    })
  const statuses: number[] = []
  for (let i = 0; i < 35; i += 1) statuses.push((await call('enquiry')).statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  const refused = await call('enquiry')
  expect(problem(refused)).toEqual(error('rate_limited'))
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await call('enquiry', '10.0.0.2')).statusCode).toBe(200)
  for (let i = 0; i < 40; i += 1) expect((await call('echo')).statusCode).toBe(200)
  // A person with one IPv6 address has its whole network, and one count.
  for (let i = 0; i < 300; i += 1) expect((await call('write', `2001:db8:1:2::${i}`)).statusCode).toBe(200)
  expect((await call('write', '2001:db8:1:2:f::1')).statusCode).toBe(429)
  expect((await call('write', '2001:db8:1:3::1')).statusCode).toBe(200)
  await limited.app.close()
})
