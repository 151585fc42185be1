import { describe, expect, test } from 'vitest'
import { carRoutes } from '#contract/cars.ts'
import { pathOf } from '#contract/http.ts'
import { plainCalls } from '#contract/plain-calls.ts'
import { referenceRoutes } from '#contract/reference.ts'
import { userRoutes } from '#contract/users/users.ts'
import { request, send, timeLimits, type HttpClient } from '../../../src/local/transport/http-client.ts'
import { retryAfterOf } from '../../../src/local/transport/http-client.ts'
import { soon } from './page.ts'

interface Line extends HttpClient {
  calls: { url: string; init: RequestInit }[]
  seen: { reached: boolean; date: number | undefined; bytes?: number }[]
  timers: Map<object, { work: () => void; ms: number }>
  pass: (ms: number) => void
}
function line(answer: () => Promise<Response> | Response): Line {
  const calls: Line['calls'] = []
  const seen: Line['seen'] = []
  const timers: Line['timers'] = new Map()
  return {
    calls,
    seen,
    timers,
    async fetch(url, init) {
      calls.push({ url, init })
      return answer()
    },
    setTimeout(work, ms) {
      const handle = {}
      timers.set(handle, { work, ms })
      return handle
    },
    clearTimeout: (handle) => timers.delete(handle as object),
    observe: (s) => seen.push(s),
    pass(ms) {
      for (const timer of timers.values()) if (timer.ms <= ms) timer.work()
    },
  }
}
const date = 'Fri, 20 Nov 2026 18:00:00 GMT'
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-api': '1', date, ...headers },
  })
const call = { method: 'POST', path: '/api/v1/x', body: { a: 1 } } as const
const html = () =>
  new Response('<h1>Welcome to Hotel Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } })

test('A write carries its quoted key, device, login and payload version and requests English [R-PWA-28 R-API-03]', async () => {
  const http = line(() => json({ success: true }))
  await send(http, { ...call, token: 't', key: 'abc.0', device: 'd1', payload: 'fav.set@1' })
  const { url, init } = http.calls[0] ?? { url: '', init: {} }
  expect(url).toBe('/api/v1/x')
  expect(init).toMatchObject({
    method: 'POST',
    body: '{"a":1}',
    redirect: 'error',
    cache: 'no-store',
    credentials: 'omit',
  })
  expect(init.headers).toEqual({
    accept: 'application/json',
    'accept-language': 'en',
    'content-type': 'application/json',
    authorization: 'Bearer t',
    'idempotency-key': '"abc.0"',
    'x-device': 'd1',
    'x-payload': 'fav.set@1',
  })
})

test('An answer of our server proves it reachable, gives its time and is measured', async () => {
  const http = line(() => json({ success: true, n: 1 }))
  expect(await send(http, call)).toEqual({
    ok: true,
    status: 200,
    body: { success: true, n: 1 },
    replayed: false,
    fromPhone: false,
  })
  expect(http.seen).toEqual([{ reached: true, date: Date.parse(date), bytes: 22 }])
  expect(http.timers.size).toBe(0)
})
test('The client counts the bytes that came over the network, not the unpacked ones', async () => {
  const http = line(() => json({ success: true, n: 1 }, 200, { 'content-length': '9' }))
  await send(http, call)
  expect(http.seen).toMatchObject([{ reached: true, bytes: 9 }])
})

test('A stored answer says that it was stored', async () => {
  const http = line(() => json({ success: true }, 200, { 'idempotency-replayed': 'true' }))
  expect(await send(http, call)).toMatchObject({ ok: true, replayed: true })
})

describe('What is not our server is no answer [S09]', () => {
  test.each([
    ['the page of a captive portal', html],
    ['JSON without our mark', () => Response.json({ success: true })],
    ['a proxy in trouble', () => new Response('Bad gateway', { status: 502 })],
    [
      'an answer after a redirect',
      () => Object.defineProperty(json({ success: true }), 'redirected', { value: true }),
    ],
  ])('%s', async (_, answer) => {
    const http = line(answer)
    expect(await send(http, call)).toEqual({ ok: false, status: 0, error: { code: 'not_our_server' } })
    expect(http.seen).toEqual([{ reached: false, date: undefined }])
  })
  test('a connection that fails', async () => {
    const http = line(() => Promise.reject(new TypeError('Load failed')))
    expect(await send(http, call)).toEqual({ ok: false, status: 0, error: { code: 'network' } })
    expect(http.seen).toEqual([{ reached: false, date: undefined }])
  })
  test('the copy that the worker kept, which is data but no sign of life', async () => {
    const http = line(
      () =>
        new Response('{"success":true}', {
          headers: { 'content-type': 'application/json', 'x-from': 'cache', date },
        }),
    )
    expect(await send(http, call)).toMatchObject({ ok: true, fromPhone: true })
    expect(http.seen).toEqual([{ reached: false, date: undefined }])
  })
})

test('A server answer that is not JSON fails, but the server counts as reachable', async () => {
  const http = line(
    () => new Response('oops', { headers: { 'x-api': '1', 'content-type': 'application/json' } }),
  )
  expect(await send(http, call)).toEqual({ ok: false, status: 0, error: { code: 'bad_reply' } })
  expect(http.seen).toMatchObject([{ reached: true }])
})

describe('No request outlives its limits [S05]', () => {
  test('without headers it ends after ten seconds, even when it ignores being aborted', async () => {
    const http = line(() => new Promise<Response>(() => undefined))
    const answer = send(http, call)
    http.pass(timeLimits.headers)
    expect(await answer).toEqual({ ok: false, status: 0, error: { code: 'timeout' } })
    expect(http.calls[0]?.init.signal?.aborted).toBe(true)
    expect(http.timers.size).toBe(0)
  })
  test('with a body that never ends it ends after thirty', async () => {
    const body = new ReadableStream({ start: () => undefined })
    const headers = { 'content-type': 'application/json', 'x-api': '1' }
    const http = line(() => new Response(body, { headers }))
    const answer = send(http, call)
    // The headers arrived, so their time limit is cancelled.
    await expect.poll(() => [...http.timers.values()].map((t) => t.ms), soon).toEqual([timeLimits.total])
    http.pass(timeLimits.total)
    expect(await answer).toEqual({ ok: false, status: 0, error: { code: 'timeout' } })
  })
})

describe('A refusal is a value with the code of the server [R-ERR-03]', () => {
  test.each([
    [401, 'token_expired'],
    [409, 'key_in_progress'],
    [409, 'version_conflict'],
    [410, 'gone'],
    [500, 'internal'],
  ] as const)('%i %s', async (status, code) => {
    const answer = await send(
      line(() => json({ success: false, code, msg: 'Words' }, status)),
      call,
    )
    expect(answer).toEqual({ ok: false, status, error: { code, msg: 'Words' } })
  })
  test('422 carries a sentence for each field', async () => {
    const body = {
      success: false,
      code: 'validation_failed',
      msg: 'm',
      fields: { email: 'Please enter an email' },
    }
    const answer = await send(
      line(() => json(body, 422)),
      call,
    )
    expect(answer).toMatchObject({ error: { fields: { email: 'Please enter an email' } } })
  })
  test('429 says how long to wait [S41]', async () => {
    const body = { success: false, code: 'rate_limited', msg: 'm' }
    const answer = await send(
      line(() => json(body, 429, { 'retry-after': '7' })),
      call,
    )
    expect(answer).toMatchObject({ status: 429, error: { code: 'rate_limited', retryAfter: 7 } })
  })
  test('200 with success:false is a refusal as well', async () => {
    const answer = await send(
      line(() => json({ success: false, msg: 'Not today' })),
      call,
    )
    expect(answer).toMatchObject({ ok: false, status: 200, error: { msg: 'Not today' } })
  })
  test.each([
    [400, 'bad_json'],
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [418, 'validation_failed'],
    [426, 'upgrade_required'],
    [503, 'unavailable'],
    [599, 'internal'],
  ] as const)('%i without a code means %s', async (status, code) => {
    expect(
      await send(
        line(() => json({ success: false }, status)),
        call,
      ),
    ).toMatchObject({ error: { code } })
  })
})

test('A date to wait for is read against the clock of the server', () => {
  const headers = new Headers({ 'retry-after': 'Fri, 20 Nov 2026 18:01:30 GMT', date })
  expect(retryAfterOf(headers)).toBe(90)
  expect(retryAfterOf(new Headers({ 'retry-after': 'soon' }))).toBeUndefined()
  expect(retryAfterOf(new Headers())).toBeUndefined()
})

describe('A call of the contract', () => {
  const brand = { _id: 'b', maketitle: 'Audi', count_models: 0, models: [] }
  test('is parsed before anyone sees it', async () => {
    const good = await request(
      line(() => json({ success: true, msg: '', data: [brand] })),
      referenceRoutes.getAllMakes,
    )
    expect(good).toMatchObject({ ok: true, body: { data: [brand] } })
    const bad = await request(
      line(() => json({ success: true, msg: '', data: [{}] })),
      referenceRoutes.getAllMakes,
    )
    expect(bad).toMatchObject({ ok: false, status: 0, error: { code: 'bad_reply' } })
  })
  test('fills in and encodes its address', async () => {
    const http = line(() => json({ success: true }))
    await request(http, carRoutes.getSingleCar, { params: { slug: 'a/b c' } })
    expect(http.calls[0]?.url).toBe('/api/v1/cars/get-single-car/a%2Fb%20c')
  })
  test('that needs no login never carries one', async () => {
    const http = line(() => json({ success: true }))
    await request(http, userRoutes.userLogin, { body: { email: 'a@b.c', password: 'x' }, token: 't' })
    expect(http.calls[0]?.init.headers).not.toHaveProperty('authorization')
  })
  test('turns an unknown code into one that this app knows', async () => {
    const http = line(() => json({ success: false, code: 'from_the_future', msg: 'Words' }, 403))
    const answer = await request(http, referenceRoutes.getAllMakes)
    expect(answer).toMatchObject({ ok: false, error: { code: 'forbidden', message: 'Words' } })
  })
})

describe('A call whose contract is not on this phone', () => {
  const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  test('fails as without signal, and asks the server nothing [S05 R-PWA-33]', async () => {
    const http = line(() => json({ success: true }))
    expect(await request(http, missing)).toMatchObject({ ok: false, status: 0, error: { code: 'network' } })
    expect([http.calls, http.seen.map(({ reached }) => reached)]).toEqual([[], [false]])
    expect(http.timers.size).toBe(0)
  })
  test('and does not come fails within its limit [S05 R-PWA-33]', async () => {
    const http = line(() => json({ success: true }))
    const answer = request(http, () => new Promise<typeof userRoutes.userLogin>(() => undefined))
    await expect.poll(() => http.timers.size, soon).toBe(1)
    http.pass(timeLimits.headers)
    expect(await answer).toMatchObject({ ok: false, status: 0, error: { code: 'network' } })
    expect(http.calls).toEqual([])
  })
})

test('The sign of life and the end of a login need no schema [R-API-45 R-NAV-45]', async () => {
  for (const plain of [plainCalls.getSiteSettings, plainCalls.logout]) {
    const http = line(() => json({ success: true, msg: '', data: 1 }))
    expect(await request(http, plain)).toMatchObject({ ok: true, body: { data: 1 } })
    expect(http.calls[0]?.url).toBe(pathOf(plain))
  }
  expect(referenceRoutes.getSiteSettings).toMatchObject({ ...plainCalls.getSiteSettings, reply: {} })
  expect(userRoutes.logout).toMatchObject({ ...plainCalls.logout, reply: {} })
})
