import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { write } from '#contract/parts.ts'
import type { User } from '#contract/users/users.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { baseApp } from '../../server/kernel/base-app.ts'
import { forgetOldKeys } from '../../server/kernel/idempotency.ts'
import type { PayloadRegistry } from '../../server/kernel/mount.ts'
import { mountReceipts } from '../../server/kernel/http/receipts.ts'
import { type TestDeps, testDeps } from '../support/api.ts'

const probe = (shape: Record<string, z.ZodMiniType>) =>
  write('POST probe/write', 'probe', {
    auth: 'none',
    body: z.object({ name: z.string(), ...shape }),
    reply: { name: z.string() },
  })
const own = write('POST probe/own', 'probe', {
  body: z.object({ name: z.string() }),
  reply: { name: z.string() },
})
const person = (id: string): User => ({
  id,
  fullname: id,
  email: `${id}@motorkin.test`,
  avatarurl: '',
  is_subscriber: false,
  role: 'user',
})

let world: TestDeps
let app: FastifyInstance
/** The same server with stricter rules and newer payload versions. */
let stricter: FastifyInstance
/** Delays a handler until the test resolves it, and reports that it waits. */
let gate: Promise<void> = Promise.resolve()
let entered: () => void = () => {}

async function serverWith(shape: Record<string, z.ZodMiniType>, payloads?: PayloadRegistry) {
  const base = await baseApp(world.deps, {
    limits: false,
    checkReplies: true,
    ...(payloads && { payloads }),
  })
  mountReceipts(base.mount, world.deps)
  for (const r of [probe(shape), own]) {
    base.mount(r, async ({ body, sql }) => {
      await sql.run({ text: "insert into settings values ($1, '1')", values: [body.name] })
      entered()
      await gate
      if (body.name === 'refused') throw new AppError('plan_limit')
      return { success: true as const, msg: 'Written', name: body.name }
    })
  }
  await base.app.ready()
  return base.app
}

beforeAll(async () => {
  world = await testDeps()
  app = await serverWith({})
  const upgrade = { 3: (body: unknown) => ({ ...(body as object), colour: 'grey' }) }
  stricter = await serverWith(
    { colour: z.string({ error: 'Please select a colour' }) },
    { 'ad.create': { newest: 4, oldest: 2, upgrade } },
  )
})
afterAll(async () => {
  await app.close()
  await stricter.close()
  await world.end()
})
beforeEach(async () => {
  gate = Promise.resolve()
  entered = () => {}
  await world.deps.db.run({ text: 'delete from settings; delete from idempotency' })
})

type Headers = Record<string, string>
const phone = { 'x-device': 'phone-1' }
const send = (payload: object, headers: Headers = {}, to = app, path = 'write') =>
  to.inject({
    method: 'POST',
    url: `/api/v1/probe/${path}`,
    payload,
    headers: { 'idempotency-key': '"k.1"', ...phone, ...headers },
  })
const ask = async (key = 'k.1', headers: Headers = phone) =>
  (await app.inject({ method: 'GET', url: `/api/v1/sync/receipt/${key}`, headers })).json<{ data: object }>()
    .data
const takeBack = (key = 'k.1', headers: Headers = phone) =>
  app.inject({ method: 'POST', url: `/api/v1/sync/receipt/${key}/void`, headers })
const voided = async (key?: string, headers?: Headers) =>
  (await takeBack(key, headers)).json<{ data: object }>().data
const written = async () =>
  (
    await world.deps.db.rows(z.object({ name: z.string() }), {
      text: 'select name from settings order by name',
    })
  ).map((row) => row.name)
const bearer = async (id: string) => ({
  authorization: `Bearer ${await issueToken(person(id), world.deps, 1e9)}`,
})

test('A phone that missed an answer can ask for the result of its write [S01 I2]', async () => {
  expect(await ask()).toEqual({ state: 'unknown' })
  const reply = (await send({ name: 'a' })).json<object>()
  expect(await ask()).toEqual({ state: 'applied', reply })
  expect(await ask('%22k.1%22')).toEqual({ state: 'applied', reply })
  expect(await ask('other')).toEqual({ state: 'unknown' })
  expect(await voided('other')).toEqual({ state: 'void' })
})

test('A write withdrawn before it arrives has no effect when copies arrive later [I1 I2]', async () => {
  expect(await voided()).toEqual({ state: 'void' })
  expect(await voided()).toEqual({ state: 'void' })
  expect(await ask()).toEqual({ state: 'void' })
  for (const body of [{ name: 'a' }, { name: 'another text' }, {}]) {
    const late = await send(body)
    expect([late.statusCode, late.json<object>()]).toMatchObject([409, { code: 'key_void' }])
  }
  expect(await written()).toEqual([])
})

test('A write that was applied cannot be withdrawn; its answer is returned instead [I2 I12]', async () => {
  const reply = (await send({ name: 'a' })).json<object>()
  expect(await voided()).toEqual({ state: 'applied', reply })
  expect((await send({ name: 'a' })).headers['idempotency-replayed']).toBe('true')
  expect(await written()).toEqual(['a'])
})

test('A query or withdrawal of a write under way waits until it ends [I2]', async () => {
  let open = (): void => {}
  gate = new Promise((resolve) => {
    open = resolve
  })
  const inside = new Promise<void>((resolve) => {
    entered = resolve
  })
  const writing = send({ name: 'a' })
  await inside
  const asking = ask()
  const takingBack = voided()
  await new Promise((next) => setImmediate(next))
  open()
  const reply = (await writing).json<object>()
  expect(await asking).toEqual({ state: 'applied', reply })
  expect(await takingBack).toEqual({ state: 'applied', reply })
})

test('When a write and its withdrawal are simultaneous, exactly one of them wins [I2 I12]', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `n${String(n).padStart(2, '0')}`)
  const outcomes = await Promise.all(
    names.map(async (name, n) => {
      const headers = { 'idempotency-key': `"${name}"` }
      const both =
        n % 2 === 0
          ? ([send({ name }, headers), takeBack(name)] as const)
          : ([takeBack(name), send({ name }, headers)].reverse() as [
              ReturnType<typeof send>,
              ReturnType<typeof takeBack>,
            ])
      const [write, back] = await Promise.all(both)
      return { name, status: write.statusCode, state: back.json<{ data: { state: string } }>().data.state }
    }),
  )
  for (const { status, state } of outcomes) {
    expect([
      [200, 'applied'],
      [409, 'void'],
    ]).toContainEqual([status, state])
  }
  expect(await written()).toEqual(outcomes.filter((o) => o.status === 200).map((o) => o.name))
})

test('No other person or phone can read or withdraw a write [I7 S38]', async () => {
  const ada = await bearer('ada')
  await send({ name: 'a' }, ada, app, 'own')
  expect(await ask('k.1', { ...phone, ...(await bearer('bob')) })).toEqual({ state: 'unknown' })
  expect(await ask('k.1', phone)).toEqual({ state: 'unknown' })
  expect(await voided('k.1', { ...phone, ...(await bearer('bob')) })).toEqual({ state: 'void' })
  expect(await voided('k.1', phone)).toEqual({ state: 'void' })
  // The receipt belongs to the person, on every phone.
  expect(await ask('k.1', { 'x-device': 'phone-2', ...ada })).toMatchObject({ state: 'applied' })
  expect((await send({ name: 'a' }, ada, app, 'own')).headers['idempotency-replayed']).toBe('true')
})

test('The result of a guest’s write needs no login, even after a sign-in [S39 I7]', async () => {
  const reply = (await send({ name: 'a' })).json<object>()
  expect(await ask('k.1', phone)).toEqual({ state: 'applied', reply })
  expect(await ask('k.1', { 'x-device': 'phone-2' })).toEqual({ state: 'unknown' })
})

test('An invalid key is refused, and an expired login is named as such', async () => {
  const odd = await takeBack('a%20b')
  expect([odd.statusCode, odd.json<object>()]).toMatchObject([422, { code: 'validation_failed' }])
  expect((await takeBack('x'.repeat(81))).statusCode).toBe(422)
  const authorization = `Bearer ${await issueToken(person('ada'), world.deps, -10)}`
  expect((await takeBack('k.1', { authorization })).json()).toMatchObject({ code: 'token_expired' })
})

test('A write applied before a rule change still gets its first answer [S19 S49 I2 I12]', async () => {
  const first = await send({ name: 'a' })
  const again = await send({ name: 'a' }, {}, stricter)
  expect(again.statusCode).toBe(200)
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(again.json()).toEqual(first.json())
  const fresh = await send({ name: 'b' }, { 'idempotency-key': '"k.2"' }, stricter)
  expect([fresh.statusCode, fresh.json<object>()]).toMatchObject([
    422,
    { code: 'validation_failed', fields: { colour: 'Please select a colour' } },
  ])
  expect(
    (await stricter.inject({ method: 'POST', url: '/api/v1/probe/write', payload: {} })).statusCode,
  ).toBe(422)
  // The refusal stores nothing: the corrected write may use a key of its own, and the old key is still unknown.
  expect(await ask('k.2')).toEqual({ state: 'unknown' })
  expect(await written()).toEqual(['a'])
})

test('A write that a browser resends over one connection has one effect [S02 I2]', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const body = '{"name":"a"}'
  const copy = [
    'POST /api/v1/probe/write HTTP/1.1',
    'host: localhost',
    'x-device: phone-1',
    'idempotency-key: "k.1"',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  const heard = await new Promise<string>((done, lost) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => {
      const last = [...copy, 'connection: close']
      for (const lines of [copy, copy, last]) socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
    })
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    socket.on('end', () => done(text)).on('error', lost)
  })
  expect(heard.match(/HTTP\/1\.1 200 /g)).toHaveLength(3)
  expect(heard.match(/idempotency-replayed: true/g)).toHaveLength(2)
  expect(await written()).toEqual(['a'])
})

test('A refusal for the plan names its code and leaves the key free [S40 I5]', async () => {
  const refused = await send({ name: 'refused' })
  expect([refused.statusCode, refused.json<object>()]).toMatchObject([403, { code: 'plan_limit' }])
  expect(await ask()).toEqual({ state: 'unknown' })
  expect(await written()).toEqual([])
})

const as = (payload: string, body: object, key: string) =>
  send(body, { 'x-payload': payload, 'idempotency-key': `"${key}"` }, stricter)

test('An app two payload versions behind is understood; older or newer ones must update [S26 I16]', async () => {
  expect((await as('ad.create@4', { name: 'a', colour: 'red' }, 'a')).statusCode).toBe(200)
  expect((await as('ad.create@3', { name: 'b' }, 'b')).statusCode).toBe(200)
  expect((await as('ad.create@2', { name: 'c' }, 'c')).statusCode).toBe(200)
  for (const far of ['ad.create@1', 'ad.create@0', 'ad.create@5']) {
    const answer = await as(far, { name: 'd', colour: 'red' }, 'd')
    expect([answer.statusCode, answer.json<object>()]).toMatchObject([426, { code: 'upgrade_required' }])
  }
  expect(await written()).toEqual(['a', 'b', 'c'])
})

test('An unknown payload header changes nothing; old-version writes still get their answers [S26 I2]', async () => {
  for (const [n, odd] of ['', 'x', 'ad.create', 'ad.create@x', 'toString@1', 'somebody.else@9'].entries()) {
    expect((await as(odd, { name: `n${n}`, colour: 'red' }, `n${n}`)).statusCode).toBe(200)
  }
  await send({ name: 'old' }, { 'x-payload': 'ad.create@1', 'idempotency-key': '"old"' })
  const again = await as('ad.create@1', { name: 'old' }, 'old')
  expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([200, 'true'])
})

test('Keys are forgotten after ninety days, taken-back ones after two years and not before [S49 I2]', async () => {
  const day = 86_400_000
  await send({ name: 'a' })
  await takeBack('gone.1')
  world.clock.advance(89 * day)
  expect(await forgetOldKeys(world.deps.db, world.clock.now())).toBe(0)
  world.clock.advance(2 * day)
  expect(await forgetOldKeys(world.deps.db, world.clock.now())).toBe(1)
  expect(await ask()).toEqual({ state: 'unknown' })
  expect(await ask('gone.1')).toEqual({ state: 'void' })
  world.clock.advance(638 * day)
  expect(await forgetOldKeys(world.deps.db, world.clock.now())).toBe(0)
  world.clock.advance(2 * day)
  expect(await forgetOldKeys(world.deps.db, world.clock.now())).toBe(1)
})
