import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import fc from '../support/property.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { User } from '#contract/users/users.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { testDeps, type TestDeps } from '../support/api.ts'
import { anyQuery, newCar } from '../support/cars.ts'
import { listing, listUrl, warm, type Listing } from '../support/listing.ts'
import { furnish } from '../support/motorkin.ts'

let there: TestDeps
let user: User
let one: Listing
let port = 0
/** The server's sockets, by the port of the client. */
const ends = new Map<number | undefined, Socket>()
/** Number of calls that reached the framework. */
let seen = 0

beforeAll(async () => {
  there = await testDeps({
    seed: async ({ db }) => {
      const [first] = await furnish(
        db,
        Array.from({ length: 60 }, (_, i) => newCar(i, { price: 100_000 + i })),
      )
      if (!first) throw new Error('no users')
      user = first
    },
  })
  one = await listing(there.deps, {
    add: (app) => {
      app.addHook('onSend', (_request, _reply, _payload, done) => {
        seen += 1
        done()
      })
    },
  })
  await one.app.listen({ port: 0, host: '127.0.0.1' })
  one.app.server.on('connection', (socket) => ends.set(socket.remotePort, socket))
  port = (one.app.server.address() as AddressInfo).port
  await warm(one)
  // The first query loads the makes and places.
  await one.ask()
})
beforeEach(async () => {
  await warm(one)
  seen = 0
})
afterAll(async () => {
  await one.close()
  await there.end()
})

interface Wire {
  status: number
  headers: Record<string, string>
  body: string
}
const volatile = ['date', 'connection', 'keep-alive']
const plain = (all: Iterable<readonly [string, unknown]>) =>
  Object.fromEntries(
    [...all].filter(([name]) => !volatile.includes(name)).map(([name, value]) => [name, String(value)]),
  )

/** Sends a query over a socket, as a phone does. */
async function ask(body: string, headers: Record<string, string> = {}): Promise<Wire> {
  const answer = await fetch(`http://127.0.0.1:${port}${listUrl}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'identity', ...headers },
    body,
  })
  return { status: answer.status, headers: plain(answer.headers), body: await answer.text() }
}
/** Sends a query to the framework only, without a socket. */
async function askFramework(body: string, headers: Record<string, string> = {}): Promise<Wire> {
  const answer = await one.app.inject({
    method: 'POST',
    url: listUrl,
    headers: { 'content-type': 'application/json', 'accept-encoding': 'identity', ...headers },
    payload: body,
  })
  return {
    status: answer.statusCode,
    headers: plain(Object.entries(answer.headers)),
    body: answer.body,
  }
}

test('A guest’s list is sent before the framework, with its headers and bytes [R-API-09]', async () => {
  for (const body of [
    '{}',
    '{"page":2}',
    '{"sortBy":"price_low_high"}',
    '{}',
    '{"search":"nothing at all"}',
  ]) {
    const given = await ask(body)
    expect(seen).toBe(0)
    expect(given).toEqual(await askFramework(body))
    seen = 0
  }
})

test('Whatever a guest asks, both ways give the same answer [R-API-09 R-VAL-11]', () =>
  fc.assert(
    fc.asyncProperty(fc.oneof(anyQuery, fc.jsonValue()), async (query) => {
      const body = JSON.stringify(query)
      expect(await ask(body)).toEqual(await askFramework(body))
    }),
    { numRuns: 150 },
  ))

test.each([
  ['no JSON', '{"page":', {}],
  ['a body that reaches for the prototype', '{"__proto__":{"page":2}}', {}],
  ['one that spells it in escapes', '{"\\u005f_proto__":{"page":2}}', {}],
  ['a value that no field takes', '[]', {}],
  ['another kind of text', '{}', { 'content-type': 'text/plain' }],
  ['a charset', '{"page":2}', { 'content-type': 'application/json; charset=utf-8' }],
  ['a token that is none', '{}', { authorization: 'Bearer nobody' }],
  ['a long body', JSON.stringify({ search: 'x'.repeat(9000) }), {}],
  ['letters of several bytes', '{"search":"für Ibadan – ọ̀yọ́"}', {}],
])('A call with %s is answered as the framework answers it [R-API-06]', async (_, body, headers) => {
  expect(await ask(body, headers)).toEqual(await askFramework(body, headers))
})

test('A signed-in person’s list comes from the framework, with their hearts [R-API-09]', async () => {
  const headers = { authorization: `Bearer ${await issueToken(user, there.deps, 3600)}` }
  const { body } = await ask('{"page":1}', headers)
  expect(seen).toBe(1)
  expect(JSON.parse(body)).toMatchObject({ success: true })
})

test('A list is compressed as a guest’s browser takes it', async () => {
  for (let n = 0; n < 3; n += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}${listUrl}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'br' },
      body: '{"page":3}',
    })
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(await answer.text()).toBe((await askFramework('{"page":3}')).body)
  }
  expect(seen).toBe(3)
})

test('Of many calls that come together each gets its own answer [R-API-09]', async () => {
  const bodies = Array.from({ length: 70 }, (_, i) =>
    i % 10 === 3 ? '{"page":' : JSON.stringify({ page: 1 + (i % 3), max_price: 100_030 + i }),
  )
  for (const encoding of ['identity', 'br']) {
    const given = await Promise.all(bodies.map((body) => ask(body, { 'accept-encoding': encoding })))
    for (const [i, body] of bodies.entries()) {
      const alone = await askFramework(body)
      expect(given[i]).toMatchObject({ status: alone.status, body: alone.body })
    }
  }
})

/** Returns the responses to bytes sent in chunks, each after the server has read the chunk before. */
async function talk(pieces: (string | Buffer)[], answers: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  let heard = ''
  const over = new Promise<void>((done) =>
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1')
      if (heard.split('"as_of"').length > answers) done()
    }),
  )
  let sent = 0
  for (const piece of pieces) {
    socket.write(piece)
    sent += Buffer.byteLength(piece)
    await expect.poll(() => ends.get(socket.localPort)?.bytesRead, { interval: 1 }).toBe(sent)
  }
  await over
  socket.destroy()
  return heard
}
const head = (more: string) =>
  `POST ${listUrl} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${more}\r\n`

test('A body that comes in two pieces, or in chunks, is read whole', async () => {
  const split = await talk([head('content-length: 10\r\n'), '{"pag', 'e":2}'], 1)
  const chunked = await talk(
    [head('transfer-encoding: chunked\r\n'), '5\r\n{"pag\r\n', '5\r\ne":2}\r\n0\r\n\r\n'],
    1,
  )
  const { body } = await askFramework('{"page":2}')
  for (const heard of [split, chunked])
    expect(heard).toContain(JSON.stringify(JSON.parse(body).data[0]).slice(0, 60))
  expect(seen).toBe(3)
})

test('A body that comes after its head is answered before the framework too', async () => {
  const heard = await talk([head('content-length: 10\r\n'), '{"page":2}'], 1)
  expect(seen).toBe(0)
  const { body } = await askFramework('{"page":2}')
  expect(heard).toContain(JSON.stringify(JSON.parse(body).data[0]).slice(0, 60))
})

test('Calls that follow each other on one connection are answered in their order', async () => {
  const call = (page: number) => `${head('content-length: 10\r\n')}{"page":${page}}`
  const heard = await talk([call(1) + call(2) + call(1)], 3)
  const prices = [...heard.matchAll(/"price":(\d+)/g)].map(([, price]) => price)
  expect(heard.match(/HTTP\/1\.1 200/g)).toHaveLength(3)
  expect(prices.slice(0, 15)).toEqual(prices.slice(30))
  expect(prices.slice(0, 15)).not.toEqual(prices.slice(15, 30))
})

test('Lists that are sent before the framework are counted with the others', async () => {
  await ask('{"page":4}')
  const { body } = await one.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  const counted =
    /http_request_duration_seconds_count\{method="POST",route="[^"]*get-car-list",status="200"\} (\d+)/
  expect(Number(counted.exec(body)?.[1])).toBeGreaterThan(0)
  await ask('{"page":4}')
  const again = (await one.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body
  expect(Number(counted.exec(again)?.[1])).toBe(Number(counted.exec(body)?.[1]) + 1)
})
