import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import type { Auth } from '#contract/http.ts'
import { write } from '#contract/parts.ts'
import type { User } from '#contract/users/users.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { baseApp } from '../../server/kernel/base-app.ts'
import { forgetOldKeys } from '../../server/kernel/idempotency.ts'
import { type TestDeps, testDeps } from '../support/api.ts'

const add = (path: string, auth: Auth) =>
  write(`POST ${path}`, path, {
    auth,
    body: z.object({ name: z.string(), refuse: z.optional(z.boolean()), more: z.optional(z.unknown()) }),
    reply: { count: z.int(), actor: z.string() },
  })
const asGuest = add('probe/guest', 'none')
const asUser = add('probe/user', 'required')

const ada: User = {
  id: 'u1',
  fullname: 'Ada',
  email: 'ada@motorkin.test',
  avatarurl: '',
  is_subscriber: false,
  role: 'user',
}

let world: TestDeps
let app: FastifyInstance
/** Delays a handler until the test resolves it. */
let gate: Promise<void> = Promise.resolve()

beforeAll(async () => {
  world = await testDeps()
  const base = await baseApp(world.deps, { limits: false, checkReplies: true })
  for (const probe of [asGuest, asUser]) {
    base.mount(probe, async ({ body, sql, actor }) => {
      await sql.run({ text: "insert into settings values ($1, '1')", values: [body.name] })
      await gate
      if (body.refuse) throw new AppError('gone')
      const row = await sql.row(z.object({ count: z.int() }), { text: 'select count(*) from settings' })
      return { success: true as const, msg: 'Added', count: row?.count ?? 0, actor: actor.key }
    })
  }
  app = base.app
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await world.end()
})
beforeEach(async () => {
  gate = Promise.resolve()
  await world.deps.db.run({ text: 'delete from settings; delete from idempotency' })
})

const send = (payload: object, headers: Record<string, string> = {}, path = 'guest') =>
  app.inject({ method: 'POST', url: `/api/v1/probe/${path}`, payload, headers })
const count = async (table: 'settings' | 'idempotency') => {
  const row = await world.deps.db.row(z.object({ n: z.int() }), {
    text: `select count(*) as n from ${table}`,
  })
  return row?.n
}
const keyed = (key: string, device = 'phone-1') => ({ 'idempotency-key': key, 'x-device': device })

test('A write sent again under its key happens once with the same answer [R-PWA-22]', async () => {
  const first = await send({ name: 'a' }, keyed('"k1"'))
  const second = await send({ name: 'a' }, keyed('"k1"'))
  expect(first.statusCode).toBe(200)
  expect(first.headers['idempotency-replayed']).toBeUndefined()
  expect(second.statusCode).toBe(200)
  expect(second.headers['idempotency-replayed']).toBe('true')
  expect(second.json()).toEqual(first.json())
  expect(await count('settings')).toBe(1)
})

test('A key matches with or without quotes and with body fields in any order', async () => {
  await send({ name: 'a', more: { x: 1, y: [1, { p: 1, q: 2 }] } }, keyed('"k1"'))
  const second = await send({ more: { y: [1, { q: 2, p: 1 }], x: 1 }, name: 'a' }, keyed('k1'))
  expect(second.headers['idempotency-replayed']).toBe('true')
})

test('A key that comes back with another request is refused, and nothing happens', async () => {
  await send({ name: 'a' }, keyed('k1'))
  const other = await send({ name: 'b' }, keyed('k1'))
  expect(other.statusCode).toBe(422)
  expect(other.json()).toMatchObject({ success: false, code: 'key_reused' })
  expect(await count('settings')).toBe(1)
})

test('Two at once under one key have one effect, and both learn of it', async () => {
  let open = (): void => {}
  gate = new Promise((resolve) => {
    open = resolve
  })
  const both = [send({ name: 'a' }, keyed('k1')), send({ name: 'a' }, keyed('k1'))]
  await new Promise((next) => setImmediate(next))
  open()
  const answers = await Promise.all(both)
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200])
  expect(answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true')).toHaveLength(1)
  expect(answers[0]?.json()).toEqual(answers[1]?.json())
  expect(await count('settings')).toBe(1)
})

test('A refusal saves nothing, so the same request may succeed later under its key', async () => {
  const refused = await send({ name: 'a', refuse: true }, keyed('k1'))
  expect(refused.statusCode).toBe(410)
  expect(await count('settings')).toBe(0)
  expect(await count('idempotency')).toBe(0)
  expect((await send({ name: 'a' }, keyed('k1'))).statusCode).toBe(200)
})

test('A failure inside the write takes its effect back with it', async () => {
  await send({ name: 'a' })
  const twice = await send({ name: 'a' }, keyed('k1'))
  expect(twice.statusCode).toBe(500)
  expect(await count('idempotency')).toBe(0)
  expect(await count('settings')).toBe(1)
})

test('Plain clients without a key may write', async () => {
  expect((await send({ name: 'a' })).statusCode).toBe(200)
  expect((await send({ name: 'b' })).statusCode).toBe(200)
  expect(await count('settings')).toBe(2)
  expect(await count('idempotency')).toBe(0)
})

test.each(['', '"', 'x'.repeat(81), 'two words', 'a"b', 'naïve'])(
  'A key that cannot be one (%j) is refused, and nothing happens',
  async (key) => {
    const answer = await send({ name: 'a' }, keyed(key))
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'validation_failed' })
    expect(await count('settings')).toBe(0)
  },
)

test('Two phones may use the same key without meeting', async () => {
  await send({ name: 'a' }, keyed('k1', 'phone-1'))
  const other = await send({ name: 'b' }, keyed('k1', 'phone-2'))
  expect(other.json()).toMatchObject({ success: true, actor: 'd:phone-2' })
  expect(await count('settings')).toBe(2)
})

test('A guest’s write sent again after a sign-in is still recognised', async () => {
  await send({ name: 'a' }, keyed('k1'))
  const authorization = `Bearer ${await issueToken(ada, world.deps, 60)}`
  const again = await send({ name: 'a' }, { ...keyed('k1'), authorization })
  expect(again.headers['idempotency-replayed']).toBe('true')
})

test('The keys of a signed-in person are theirs on every phone', async () => {
  const authorization = `Bearer ${await issueToken(ada, world.deps, 60)}`
  const first = await send({ name: 'a' }, { ...keyed('k1', 'phone-1'), authorization }, 'user')
  expect(first.json()).toMatchObject({ actor: 'u:u1' })
  const again = await send({ name: 'a' }, { ...keyed('k1', 'phone-2'), authorization }, 'user')
  expect(again.headers['idempotency-replayed']).toBe('true')
})

test('A guest without a device is known by address', async () => {
  expect((await send({ name: 'a' }, { 'idempotency-key': 'k1' })).json()).toMatchObject({
    actor: 'ip:127.0.0.1',
  })
})

test('Keys are forgotten after ninety days and not before', async () => {
  await send({ name: 'a' }, keyed('k1'))
  const later = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000)
  expect(await forgetOldKeys(world.deps.db, later(89))).toBe(0)
  expect(await forgetOldKeys(world.deps.db, later(91))).toBe(1)
})

const unsettled = `insert into idempotency values ('d:phone-1', 'k1', '', 0, 'null', now())`

/** Leaves a first request unsettled: on PostgreSQL, in the open transaction of another process. */
async function holdKey(): Promise<() => Promise<unknown>> {
  const server = process.env['TEST_DATABASE_URL']
  if (server === undefined) {
    await world.deps.db.run({ text: unsettled })
    return () => world.deps.db.run({ text: 'delete from idempotency' })
  }
  const own = { text: 'select current_database() as name' }
  const row = await world.deps.db.row(z.object({ name: z.string() }), own)
  const url = new URL(server)
  url.pathname = `/${row?.name}`
  const elsewhere = new pg.Client({ connectionString: url.href })
  await elsewhere.connect()
  await elsewhere.query('begin')
  await elsewhere.query(unsettled)
  return () => elsewhere.query('rollback').then(() => elsewhere.end())
}

test('While the first request is under way, a second one must retry later', async () => {
  const settle = await holdKey()
  const answer = await send({ name: 'a' }, keyed('k1'))
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ code: 'key_in_progress' })
  expect(answer.headers['retry-after']).toBe('1')
  await settle()
  expect((await send({ name: 'a' }, keyed('k1'))).statusCode).toBe(200)
  expect(await count('settings')).toBe(1)
})

test('A request nested without end is refused, with a key as without one', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/probe/guest',
    payload: `{"name": "a", "unknown": ${deep}}`,
    headers: { ...keyed('deep'), 'content-type': 'application/json' },
  })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ success: false, code: 'validation_failed' })
  expect(await count('settings')).toBe(0)
})
