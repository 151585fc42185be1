import { subscribe as listen, unsubscribe as listenNoMore } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, InjectOptions } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { proofFilePath } from '#contract/admin/admin-orders.ts'
import { chatEventsPath } from '#contract/chat/conversation.ts'
import { basePath, type Route } from '#contract/http.ts'
import { routes } from '#contract/index.ts'
import { importReportPath } from '#contract/selling/import.ts'
import { feedRoute } from '#contract/sync/feed.ts'
import { chunkType, tusVersion, uploadPath, type UploadReply, uploadsPath } from '#contract/sync/uploads.ts'
import type { User } from '#contract/users/users.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { queueEmail } from '../../server/kernel/mail/outbox.ts'
import { startMailer } from '../../server/kernel/mail/mailer.ts'
import { openTransport } from '../../server/kernel/mail/transport.ts'
import { hashPassword } from '../../server/kernel/secrets.ts'
import { beginSession } from '../../server/users/sessions/sessions-store.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { password } from '../support/accounts.ts'
import { callTable, callWorld, enquiry, importJob, theAd } from '../support/call-table.ts'
import {
  adminOnly,
  all,
  type Answers,
  anybody,
  ownImport,
  type Role,
  roles,
  type Row,
  signedIn,
  subscribed,
} from '../support/callers.ts'
import { adminSession, furnish } from '../support/motorkin.ts'
import { paymentCalls } from '../support/payment-calls.ts'
import { keepPicture } from '../support/pictures.ts'

/**
 * The permitted callers of every call of the contract, for every kind of caller. A call without a row, or an unexpected response,
 * fails the test.
 */
let server: TestServer
const people = new Map<Role, User>()
let password_hash: string
const webRoot = mkdtempSync(join(tmpdir(), 'motorkin-guards-'))
/** Every method and path of the server. */
const registered = new Set<string>()
const watch = (made: unknown) =>
  (made as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) registered.add(`${one} ${url}`)
  })
const page = { accept: 'text/html' }
let mail = ''
/** Writes an e-mail into the mailbox of the demo. Returns its address. */
async function carryEmail(): Promise<string> {
  const words = { subject: 'S', body_text: 'T', body_html: '<p>T</p>', created_at: server.clock.now() }
  await queueEmail(server.db, server.deps, {
    ...words,
    id: 'a',
    dedup_key: 'a',
    recipient: 'a@example.org',
    calendar: 'BEGIN:VCALENDAR',
  })
  const carry = openTransport(server.deps.config)
  const mailer = startMailer(server.deps, carry, { warn: () => undefined }, 1e9, () => Promise.resolve())
  await mailer.drain()
  const list = await server.app.inject({ url: '/dev/mail', headers: page })
  return /href="(\/dev\/mail\/[^"]+)"/.exec(list.body)?.[1] ?? '/dev/mail/none'
}
beforeAll(async () => {
  password_hash = await hashPassword(password)
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><html><head></head><body></body></html>')
  listen('fastify.initialization', watch)
  server = await testServer({ webRoot, seed: async ({ db }) => void (await furnish(db)) })
  listenNoMore('fastify.initialization', watch)
  mail = await carryEmail()
})
afterAll(async () => {
  await server.close()
  rmSync(webRoot, { recursive: true })
})

/** Creates the state that every call finds: one car, its owner, and the others. */
async function begin(): Promise<void> {
  for (const [role, user] of await callWorld(server, password_hash)) people.set(role, user)
}

async function tokenOf(role: Role): Promise<string | undefined> {
  const user = people.get(role)
  if (!user) return undefined
  return role === 'admin' ? adminSession(server, user) : server.token(user)
}

async function said(route: Route, row: Row, role: Role): Promise<string> {
  const token = await tokenOf(role)
  const answer = await server.call(route, {
    ...(row.body && { body: row.body }),
    ...(row.params && { params: row.params }),
    ...(row.headers && { headers: row.headers }),
    ...(token !== undefined && { token }),
  })
  return answer.status === 200 ? 'ok' : answer.error.code
}

/** A call outside the contract's table: bytes, pages, probes. Created again for every caller. */
interface Plain {
  may: Answers
  ask: () => InjectOptions | Promise<InjectOptions>
}
/** Only the person who created the upload may use it; for others it does not exist. */
const ownUpload = ownImport

let begun = 0
const tus = { 'tus-resumable': tusVersion }
/** Returns the request that creates a new upload. */
function newUpload(): InjectOptions {
  begun += 1
  const named = Buffer.from(begun.toString(16).padStart(64, '0')).toString('base64')
  const headers = { ...tus, 'upload-length': '10', 'upload-metadata': `sha256 ${named}` }
  return { method: 'POST', url: uploadsPath, headers }
}
/** Creates an upload of the owner. Returns its address. */
async function ownersUpload(): Promise<string> {
  const { headers, ...call } = newUpload()
  const authorization = `Bearer ${await tokenOf('owner')}`
  const answer = await server.app.inject({ ...call, headers: { ...headers, authorization } })
  return uploadPath(answer.json<UploadReply>().data.id)
}
async function ownersPicture(): Promise<string> {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#0e5a43' } })
  return keepPicture(server, (await tokenOf('owner')) ?? '', await picture.png().toBuffer())
}
const plain: Record<string, Plain> = {
  [`GET ${basePath}${feedRoute.path}`]: {
    may: anybody,
    ask: () => ({ url: basePath + feedRoute.path }),
  },
  // The list as a GET request, the twin of the call (list-address.test.ts).
  [`GET ${basePath}${routes.getCarList.path}`]: {
    may: anybody,
    ask: () => ({ url: `${basePath}${routes.getCarList.path}?q=%7B%7D` }),
  },
  // The response is an endless stream (chat-stream.test.ts).
  [`GET ${basePath}${chatEventsPath}`]: {
    may: subscribed,
    ask: () => ({ url: basePath + chatEventsPath, payloadAsStream: true }),
  },
  [`POST ${uploadsPath}`]: { may: signedIn, ask: newUpload },
  [`OPTIONS ${uploadsPath}`]: { may: anybody, ask: () => ({ method: 'OPTIONS', url: uploadsPath }) },
  [`HEAD ${uploadsPath}/:id`]: {
    may: ownUpload,
    ask: async () => ({ method: 'HEAD', url: await ownersUpload(), headers: tus }),
  },
  [`PATCH ${uploadsPath}/:id`]: {
    may: ownUpload,
    ask: async () => ({
      method: 'PATCH',
      url: await ownersUpload(),
      headers: { ...tus, 'upload-offset': '0', 'content-type': chunkType },
      payload: Buffer.from('a'),
    }),
  },
  [`GET ${basePath}${importReportPath(':id').replace('%3A', ':')}`]: {
    may: ownImport,
    ask: () => ({ url: basePath + importReportPath(importJob) }),
  },
  [`GET ${basePath}${proofFilePath(':id').replace('%3A', ':')}`]: {
    may: adminOnly,
    ask: () => ({ url: basePath + proofFilePath('a-proof') }),
  },
  'GET /media/:key/:file': {
    may: anybody,
    ask: () => ({ url: '/media/suv-0e5a43-studio-side-five/320.webp' }),
  },
  'GET /media/:key(^img_[0-9a-f]{32}$)/:file': {
    may: anybody,
    ask: async () => ({ url: `/media/${await ownersPicture()}/320.webp` }),
  },
  'POST /newsletter/unsubscribe/:secret': {
    may: all('link_expired'),
    ask: () => ({
      method: 'POST',
      url: '/newsletter/unsubscribe/none',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    }),
  },
  'GET /api/v1/cars/stop-alerts/:secret': {
    may: anybody,
    ask: () => ({ url: '/api/v1/cars/stop-alerts/none' }),
  },
  'POST /api/v1/cars/stop-alerts/:secret': {
    may: all('link_expired'),
    ask: () => ({
      method: 'POST',
      url: '/api/v1/cars/stop-alerts/none',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    }),
  },
  ...paymentCalls,
  // Only a demo has these routes.
  'GET /dev/mail': { may: anybody, ask: () => ({ url: '/dev/mail', headers: page }) },
  'GET /dev/mail/:name': { may: anybody, ask: () => ({ url: mail, headers: page }) },
  'GET /dev/mail/:name/html': {
    may: anybody,
    ask: () => ({ url: `${mail}/html`, headers: page }),
  },
  'GET /dev/mail/:name/calendar': { may: anybody, ask: () => ({ url: `${mail}/calendar` }) },
  // Requests of search engines, link previews and feed readers.
  ...Object.fromEntries(
    [
      '/robots.txt',
      '/sitemap.xml',
      '/sitemap/articles.xml',
      '/sitemap/cars.xml',
      '/sitemap/dealers.xml',
      '/sitemap/pages.xml',
      '/listings.rss',
      '/og/site.jpg',
    ].map((url) => [`GET ${url}`, { may: anybody, ask: () => ({ url }) }]),
  ),
  'GET /og/car/:name': { may: anybody, ask: () => ({ url: `/og/car/${theAd}.jpg` }) },
  'GET /og/blog/:name': { may: anybody, ask: () => ({ url: '/og/blog/a-blog.jpg' }) },
  'GET /*': { may: anybody, ask: () => ({ url: '/listings', headers: page }) },
  // Only this machine, or a caller with the operator's token, gets a response (kernel-service.test.ts).
  'GET /metrics': { may: anybody, ask: () => ({ url: '/metrics' }) },
  'GET /healthz': { may: anybody, ask: () => ({ url: '/healthz' }) },
  'GET /readyz': { may: anybody, ask: () => ({ url: '/readyz' }) },
}

/** Error codes of refusals without a body. */
const silent: Record<number, string> = { 401: 'unauthenticated', 403: 'forbidden', 404: 'not_found' }
async function told({ ask }: Plain, role: Role): Promise<string> {
  const call = await ask()
  const token = await tokenOf(role)
  const headers = { ...call.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  const answer = await server.app.inject({ method: 'GET', ...call, headers })
  const { statusCode } = answer
  if (statusCode < 400) return 'ok'
  const body = call.payloadAsStream === true ? await text(answer.stream()) : answer.body
  return body === ''
    ? (silent[statusCode] ?? String(statusCode))
    : (JSON.parse(body) as { code: string }).code
}

test('The two permission tables list exactly the routes of the server', () => {
  const ofContract = Object.values(routes).map(({ method, path }) => `${method} ${basePath}${path}`)
  // Every GET route also answers HEAD, so the tables leave out HEAD.
  const said = [...registered].filter(
    (route) => !(route.startsWith('HEAD ') && registered.has(route.replace('HEAD', 'GET'))),
  )
  expect(said.sort()).toEqual([...ofContract, ...Object.keys(plain)].sort())
})

test.each(Object.keys(plain))(
  'Exactly the listed roles may call the plain route %s [R-API-02]',
  async (name) => {
    const row = plain[name]
    if (!row) throw new Error(name)
    const answers: Partial<Answers> = {}
    for (const role of roles) {
      await begin()
      answers[role] = await told(row, role)
    }
    expect(answers).toEqual(row.may)
  },
)

test('Every call of the contract is in the table of who may call it', () => {
  expect(Object.keys(callTable).sort()).toEqual(Object.keys(routes).sort())
})

test.each(Object.keys(callTable) as (keyof typeof routes)[])(
  'Exactly the listed roles may call the API route %s [R-ROLE-03 R-ROLE-05 R-ROLE-06 R-ROLE-09 R-ROLE-13 R-ROLE-14 R-ROLE-17 R-API-02]',
  async (name) => {
    const row = callTable[name]
    const answers: Partial<Answers> = {}
    for (const role of roles) {
      await begin()
      answers[role] = await said(routes[name], row, role)
    }
    expect(answers).toEqual(row.may)
  },
)

test('A plan or role in a token gives no rights that the database denies [R-ROLE-18]', async () => {
  await begin()
  const user = people.get('user')
  if (!user) throw new Error('nobody')
  const token = await server.token({ ...user, is_subscriber: true, role: 'admin' })
  const ask = (name: keyof typeof routes) =>
    server.call(routes[name] as Route, {
      body: callTable[name].body ?? {},
      params: callTable[name].params ?? {},
      token,
    })
  expect((await ask('myCarsEnquiryList')).error.code).toBe('subscription_required')
  expect((await ask('deleteCar')).error.code).toBe('forbidden')
})

test('A person signed out elsewhere can do nothing with a token that still lasts', async () => {
  await begin()
  const owner = people.get('owner')
  if (!owner) throw new Error('nobody')
  const session = {
    id: 'a-session',
    user: owner.id,
    remember: true,
    device: 'A phone',
    now: server.clock.now(),
  }
  await beginSession(server.db, session)
  const token = await issueToken(owner, server.deps, 900, session.id)
  // A call without authentication ignores the token.
  const own = Object.entries(callTable).filter(
    ([name]) => routes[name as keyof typeof routes].auth !== 'none',
  )
  const calls: (() => Promise<{ status: number }>)[] = own.map(
    ([name, { body, params, headers }]) =>
      () =>
        server.call(routes[name as keyof typeof routes] as Route, {
          token,
          ...(body && { body }),
          ...(params && { params }),
          ...(headers && { headers }),
        }),
  )
  const bytes = [
    ['POST', uploadsPath],
    ['HEAD', uploadPath(`img_${'0'.repeat(32)}`)],
    ['PATCH', uploadPath(`img_${'0'.repeat(32)}`)],
    ['GET', basePath + importReportPath(importJob)],
    ['GET', basePath + chatEventsPath],
  ] as const
  for (const [method, url] of bytes) {
    calls.push(async () => {
      const headers = { authorization: `Bearer ${token}` }
      return { status: (await server.app.inject({ method, url, headers })).statusCode }
    })
  }
  expect(own.length).toBeGreaterThan(25)
  for (const call of calls.slice(0, 3)) expect((await call()).status).not.toBe(401)
  await server.call(routes.logout, { token })
  for (const call of calls) expect((await call()).status).toBe(401)
  const { db, clock } = server
  const write = { body: { ...enquiry, car_id: theAd }, token, headers: { 'idempotency-key': 'late' } }
  expect((await server.call(routes.sendCarEnquiryMail, write)).status).toBe(200)
  const text = "select count(*)::int as n from idempotency where actor like 'u:%' and created_at = $1"
  expect(await db.row(z.object({ n: z.int() }), { text, values: [clock.now()] })).toEqual({ n: 0 })
})

test('A deleted account’s token neither reads nor writes anything of the account', async () => {
  await begin()
  const user = people.get('owner')
  if (!user) throw new Error('nobody')
  const token = await server.token(user)
  await server.db.run({ text: "delete from users where id = 'owner'" })
  for (const name of [
    'getUserProfileData',
    'updateUserDetails',
    'addCar',
    'changePassword',
    'changeEmail',
  ] as const) {
    const answer = await server.call(routes[name] as Route, { body: callTable[name].body ?? {}, token })
    expect([name, answer.status]).toEqual([name, 401])
  }
})
