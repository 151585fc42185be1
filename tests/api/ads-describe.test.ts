import { request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { describeRoutes } from '#contract/selling/describe.ts'
import { templateText } from '#contract/selling/template-text.ts'
import { describeAd, PlainText, promptFor } from '../../server/integrations/describe-ad.ts'
import { buildApp } from '../../server/app.ts'
import type { User } from '#contract/users/users.ts'
import { callerOf, testServer, type TestServer } from '../support/api.ts'
import { sellers } from '../support/cars.ts'
import { type ChatServiceHouse, chatService, done, piece, stream, wellSaid } from '../support/chat-service.ts'
import { addUser, furnish } from '../support/motorkin.ts'
import { adForm } from '../support/writes.ts'

const key = 'sk-a-key-that-stays-here'
const fields = { ...adForm, status: 'active' }
let service: ChatServiceHouse
let server: TestServer
let bare: TestServer
const tokens = new Map<TestServer, string>()
beforeAll(async () => {
  service = await chatService()
  const seed = async ({ db }: { db: TestServer['db'] }) => void (await furnish(db))
  const env = { AI_BASE_URL: service.url, AI_API_KEY: key, AI_MODEL: 'a-model' }
  server = await testServer({ seed, env })
  bare = await testServer({ seed, env: { AI_BASE_URL: service.url, AI_MODEL: 'a-model' } })
  const who = {
    id: sellers[0],
    fullname: '',
    email: '',
    avatarurl: '',
    is_subscriber: false,
    role: 'user',
  } as const
  for (const one of [server, bare]) tokens.set(one, await one.token(who))
})
afterAll(async () => {
  await server.close()
  await bare.close()
  await service.close()
})
beforeEach(() => {
  service.asked.length = 0
  service.answer(wellSaid('A fine ', 'car.'))
})

type Event = [name: string, data: Record<string, string>]
const eventsIn = (text: string): Event[] =>
  [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, name = '', data = '']) => [
    name,
    JSON.parse(data) as Record<string, string>,
  ])
const streamed = async (on = server, body: object = fields) => {
  const answer = await on.app.inject({
    method: 'POST',
    url: '/api/v1/cars/generate-description',
    headers: { authorization: `Bearer ${tokens.get(on) ?? ''}`, accept: 'text/event-stream' },
    payload: body,
  })
  return { answer, events: eventsIn(answer.body) }
}
const textOf = (events: readonly Event[]) =>
  events.map(([name, data]) => (name === 'text' ? data['text'] : '')).join('')
const endOf = (events: readonly Event[]) => events.at(-1)
const ask = (on = server, body: object = fields) =>
  on && callerOf(on.app)(describeRoutes.generateDescription, { body, token: tokens.get(on) ?? '' })

test('The configured service writes the text from the documented fields and parameters [R-API-48 R-EXT-07 R-EXT-08 R-EXT-09 R-POST-39]', async () => {
  const { answer, events } = await streamed()
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['x-api']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    '1',
  ])
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(events[0]).toEqual(['start', { source: 'ai' }])
  expect([textOf(events), endOf(events)]).toEqual(['A fine car.', ['done', {}]])
  const [asked] = service.asked
  expect([asked?.url, asked?.authorization]).toEqual(['/v1/chat/completions', `Bearer ${key}`])
  expect(asked?.body).toMatchObject({ model: 'a-model', max_tokens: 3000, temperature: 0.7, stream: true })
  const [system, prompt] = (asked?.body['messages'] ?? []) as { role: string; content: string }[]
  expect([system?.role, prompt?.role]).toEqual(['system', 'user'])
  expect(system?.content).toMatch(/ad-description generator/)
  for (const fact of [
    'BMW X5, one careful owner',
    'X5',
    'active',
    'Diesel',
    '3.0L',
    'White',
    'Black',
    '68 123 Km',
  ])
    expect(prompt?.content).toContain(fact)
  for (const fact of ['Semi-Autometic', 'Used', 'AWD', '₦450000']) expect(prompt?.content).toContain(fact)
})

test('The key of the service is in no answer, whatever becomes of the call [R-EXT-10 R-POST-39]', async () => {
  for (const status of [401, 403, 404, 429, 500, 502]) {
    service.answer((response) => {
      response.writeHead(status).end(`{"error":{"message":"Incorrect API key provided: ${key}"}}`)
    })
    const { answer, events } = await streamed()
    expect(answer.body).not.toContain(key)
    expect(endOf(events)).toEqual([
      'error',
      { code: 'unavailable', msg: 'The text service does not answer. Please try again later.' },
    ])
    const { status: told, error } = await ask()
    expect([told, error.code, JSON.stringify(error).includes(key)]).toEqual([503, 'unavailable', false])
  }
})

test('Without a key the template writes, and says that it did [R-EXT-10]', async () => {
  const { events } = await streamed(bare)
  expect(events[0]).toEqual(['start', { source: 'template' }])
  expect(textOf(events)).toBe(templateText(fields, '₦'))
  expect((await ask(bare)).reply.data).toEqual({ source: 'template', text: templateText(fields, '₦') })
  expect(service.asked).toEqual([])
})

test('Whoever asks for JSON gets the whole text in one answer [R-API-48]', async () => {
  expect((await ask()).reply).toEqual({
    success: true,
    msg: 'Success',
    data: { source: 'ai', text: 'A fine car.' },
  })
})

test('Fields that are missing are named, each at its place [R-POST-12 R-POST-13]', async () => {
  const { status, error } = await ask(server, { ...fields, engine: ' ', price: '', drive: undefined })
  expect([status, error.code]).toEqual([422, 'validation_failed'])
  expect(error.fields).toEqual({
    engine: 'Please fill engine before generating a description.',
    price: 'Please fill price before generating a description.',
    drive: 'Please fill drive before generating a description.',
  })
  expect(service.asked).toEqual([])
})

test('The server understands service answers in one piece, with CRLF or byte by byte [R-API-48]', async () => {
  service.answer((response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ choices: [{ message: { content: 'In one.' }, finish_reason: 'stop' }] }))
  })
  expect(textOf((await streamed()).events)).toBe('In one.')
  service.answer(stream((piece('Crlf') + piece(' ends.') + done).replaceAll('\n', '\r\n')))
  expect(textOf((await streamed()).events)).toBe('Crlf ends.')
  service.answer(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const byte of Buffer.from(`${piece('Ünïcode ₦ 🚗')}${done}`)) {
      response.write(Buffer.from([byte]))
      await new Promise(setImmediate)
    }
    response.end()
  })
  expect(textOf((await streamed()).events)).toBe('Ünïcode ₦ 🚗')
})

const cutWords = 'The text was cut off on its way. Please try again.'
const noWords = 'The text service does not answer. Please try again later.'
const broken: [string, string[], string][] = [
  ['nothing at all', [], noWords],
  ['only the end', [done], noWords],
  ['garbage', ['data: \u0000\ufffd<<<>>>\n\n'], noWords],
  ['a page of a portal', ['<!doctype html><h1>Sign in</h1>'], noWords],
  ['half a piece', [piece('Half').slice(0, 40)], noWords],
  ['JSON of another shape', ['data: {"choices":"none"}\n\n', done], noWords],
  ['an error in the stream', [piece('It '), 'data: {"error":{"message":"overloaded"}}\n\n'], cutWords],
  ['a stop in the middle', [piece('It was ')], cutWords],
  ['half JSON in the middle', [piece('It was '), 'data: {"choices":[{"del'], cutWords],
  ['a line without an end', [piece('It was '), `data: ${'x'.repeat(300_000)}`], cutWords],
  [
    'bytes without an end',
    [piece('It '), ...Array.from({ length: 50 }, () => `: ${'x'.repeat(50_000)}\n`)],
    cutWords,
  ],
  ['nothing but tags', [piece('<script>alert(1)</script><b></b>'), done], noWords],
]
test.each(broken)('A broken stream ends in a clear error: %s [R-API-48]', async (_, parts, words) => {
  service.answer(stream(...parts))
  const { events } = await streamed()
  expect(endOf(events)).toEqual(['error', { code: 'unavailable', msg: words }])
  service.answer(wellSaid('Fine again.'))
  expect(textOf((await streamed()).events)).toBe('Fine again.')
})

test('The reader gets plain text: tags, scripts, Markdown and hidden characters are removed [R-API-48]', async () => {
  const hostile = [
    'A <b>fi',
    'ne</b> c',
    'ar.<scr',
    'ipt>alert("x")</scr',
    'ipt> **Bo',
    'ld** <img src=x onerr',
    'or=alert(1)>',
    '\u202egnp.exe\u0007 5 < 6 <',
    '/p>\n\n\n## Head',
    'ing\n<a href="javascript:alert(1)">click</a><sty',
    'le>*{}</style>',
    ' end <unfinished',
  ]
  service.answer(wellSaid(...hostile))
  const text = textOf((await streamed()).events)
  expect(text).toBe('A fine car. Bold gnp.exe 5 < 6 \n\n\n\nHeading\nclick end ')
})

test('A text without an end is cut at the maximum length of a description [R-API-48]', async () => {
  service.answer(stream(...Array.from({ length: 900 }, () => piece('ten chars '.repeat(2))), done))
  const { events } = await streamed()
  expect([textOf(events).length, endOf(events)]).toEqual([6000, ['done', {}]])
})

test('A silent or endless service times out, and its text is marked as cut', async () => {
  const settings = { baseUrl: service.url, key, model: 'm', fetch: globalThis.fetch }
  const run = async (patience: { total: number; silence: number }) => {
    const heard: string[] = []
    const reasons: string[] = []
    const o = {
      service: settings,
      gone: new AbortController().signal,
      patience,
      failed: (r: string) => void reasons.push(r),
    }
    const body = { ...fields, status: 'active' as const, carfeatures: undefined }
    const whole = async () => {
      for await (const text of describeAd(o, promptFor(body, '₦'))) heard.push(text)
    }
    const error = await whole().catch((e: unknown) => e)
    return { heard: heard.join(''), error, reasons }
  }
  service.answer(() => undefined)
  expect((await run({ total: 5000, silence: 150 })).error).toMatchObject({
    code: 'unavailable',
    message: 'The text service took too long. Please try again later.',
  })
  service.answer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const drip = setInterval(() => response.write(piece('drip ')), 40)
    response.on('close', () => clearInterval(drip))
  })
  // `fetch` by itself loses an abort when the garbage collector runs in between.
  setFlagsFromString('--expose-gc')
  const collecting = setInterval(runInNewContext('gc') as () => void, 500)
  const endless = await run({ total: 5000, silence: 60_000 })
  clearInterval(collecting)
  expect([endless.heard.startsWith('drip drip '), endless.error]).toMatchObject([true, { message: cutWords }])
  expect(endless.reasons).toHaveLength(1)
})

test('The service stops when the reader leaves or requests a newer text [R-API-48]', async () => {
  const slow = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(piece('Slowly '))
    response.on('close', () => (left += 1))
  }
  let left = 0
  const app = await buildApp(server.deps, { limits: false })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const open = () =>
    new Promise<{ leave: () => void; ended: Promise<string> }>((opened) => {
      const headers = {
        authorization: `Bearer ${tokens.get(server) ?? ''}`,
        accept: 'text/event-stream',
        'content-type': 'application/json',
      }
      const call = request(
        { port, path: '/api/v1/cars/generate-description', method: 'POST', headers },
        (reply) => {
          let text = ''
          const ended = new Promise<string>((end) => {
            reply.on('close', () => end(text))
            reply.on('error', () => end(text))
          })
          reply.on('data', (chunk: Buffer) => {
            text += chunk.toString('utf8')
            if (text.includes('Slowly')) opened({ leave: () => reply.destroy(), ended })
          })
        },
      )
      call.end(JSON.stringify(fields))
    })
  service.answer(slow)
  const reader = await open()
  reader.leave()
  await expect.poll(() => left).toBe(1)
  const older = await open()
  const newer = await open()
  await expect.poll(() => left).toBe(2)
  expect(eventsIn(await older.ended).map(([name]) => name)).toEqual(['start', 'text', 'error'])
  newer.leave()
  await expect.poll(() => left).toBe(3)
  await app.close()
})

test('Whoever waits for the whole text and leaves is not written for any more [R-API-48]', async () => {
  let left = 0
  service.answer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(piece('Slowly '))
    response.on('close', () => (left += 1))
  })
  const app = await buildApp(server.deps, { limits: false })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headers = { authorization: `Bearer ${tokens.get(server) ?? ''}`, 'content-type': 'application/json' }
  const call = request({ port, path: '/api/v1/cars/generate-description', method: 'POST', headers })
  call.on('error', () => undefined)
  call.end(JSON.stringify(fields))
  await expect.poll(() => service.asked.length).toBe(1)
  expect(left).toBe(0)
  call.destroy()
  await expect.poll(() => left).toBe(1)
  await app.close()
})

test('At the limit one more text is refused, a person’s newer one is not', async () => {
  const app = await buildApp(server.deps, { limits: false })
  const call = callerOf(app)
  const people = await Promise.all(
    Array.from({ length: 51 }, (_, n) => addUser(server.db, { id: `writer-${n}` })),
  )
  const request = async (user: User | undefined) =>
    call(describeRoutes.generateDescription, { body: fields, token: await server.token(user as User) })
  service.answer(() => undefined)
  const running = people.slice(0, 50).map(request)
  await expect.poll(() => service.asked.length).toBe(50)
  service.answer(wellSaid('A newer text.'))
  const refused = await request(people[50])
  expect([refused.status, refused.error.code]).toEqual([503, 'unavailable'])
  expect(refused.error.msg).toMatch(/^Many texts are being written/)
  const newer = await request(people[0])
  expect([newer.status, newer.reply.data.text]).toEqual([200, 'A newer text.'])
  expect((await running[0])?.status).toBe(503)
  await app.close()
  await Promise.all(running)
})

test('An internal error during a text is logged, and the reader sees no details [R-API-48]', async () => {
  const log = server.app.log.child({})
  vi.spyOn(log, 'child').mockReturnValue(log)
  const logged = vi.spyOn(log, 'error')
  const app = await buildApp({ ...server.deps, log }, { limits: false })
  const broken = vi.spyOn(PlainText.prototype, 'push').mockImplementation(() => {
    throw new Error('a slip of ours')
  })
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/cars/generate-description',
    headers: { authorization: `Bearer ${tokens.get(server) ?? ''}`, accept: 'text/event-stream' },
    payload: fields,
  })
  broken.mockRestore()
  expect(endOf(eventsIn(answer.body))?.[1]).toMatchObject({ code: 'internal' })
  expect(answer.body).not.toContain('slip')
  expect(String(logged.mock.calls)).toContain('a slip of ours')
  await app.close()
})

test('One person may ask for ten texts a minute, whoever else asks [R-API-48]', async () => {
  const app = await buildApp(server.deps, { limits: true })
  const call = callerOf(app)
  const token = tokens.get(server) ?? ''
  const statuses: number[] = []
  for (let n = 0; n < 12; n += 1)
    statuses.push((await call(describeRoutes.generateDescription, { body: fields, token })).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
  const who = {
    id: sellers[1],
    fullname: '',
    email: '',
    avatarurl: '',
    is_subscriber: false,
    role: 'user',
  } as const
  const other = await call(describeRoutes.generateDescription, {
    body: fields,
    token: await server.token(who),
  })
  expect(other.status).toBe(200)
  await app.close()
})

test('Nobody without a login gets a text, and no account that is gone [R-API-48]', async () => {
  const call = callerOf(server.app)
  expect((await call(describeRoutes.generateDescription, { body: fields })).status).toBe(401)
  const ghost = {
    id: 'ghost',
    fullname: '',
    email: '',
    avatarurl: '',
    is_subscriber: false,
    role: 'user',
  } as const
  const token = await server.token(ghost)
  expect((await call(describeRoutes.generateDescription, { body: fields, token })).status).toBe(401)
  expect(service.asked).toEqual([])
})
