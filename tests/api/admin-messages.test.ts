import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { auditLogRoutes } from '#contract/admin/audit-log.ts'
import { adminMessageRoutes } from '#contract/admin/admin-messages.ts'
import { contactRoutes } from '#contract/forms/contact.ts'
import { testDriveRoutes } from '#contract/forms/test-drives.ts'
import { heldVerbs } from '../../server/cli/admin/content-verbs.ts'
import { verbNamed } from '../../server/cli/admin/verb.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { furnish } from '../support/motorkin.ts'
import { loggedActions, oneWon, operators } from '../support/operators.ts'
import { contactForm, testDriveForm } from '../support/writes.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof operators>>
beforeAll(async () => {
  server = await testServer({ seed: async ({ db }) => void (await furnish(db)) })
  who = await operators(server)
})
afterAll(() => server.close())
beforeEach(() =>
  server.db.run({
    text: 'delete from contact_messages; delete from insurance_inquiries; delete from test_drives; delete from mail_outbox',
  }),
)

type Who = keyof typeof who
const program = { ms: 20_000, trap: 'https://spam.example' }
const write = async (over: object = {}) => {
  server.clock.advance(1000)
  const body = { ...contactForm, ...over }
  return (await server.call(contactRoutes.saveContactUsEmail, { body })).reply.data._id
}
const insure = async (over: object = {}) => {
  server.clock.advance(1000)
  const body = { phone: '0821234567', ...over }
  return (await server.call(contactRoutes.insuranceInquiry, { body })).reply.data._id
}
const book = async (over: object = {}) => {
  server.clock.advance(1000)
  const body = { ...testDriveForm, ...over }
  await server.call(testDriveRoutes.bookTestDrive, { body })
  const row = z.object({ id: z.string() })
  const found = await server.db.row(row, {
    text: 'select id from test_drives order by created_at desc limit 1',
  })
  return found?.id ?? ''
}
const list = async (body: object = {}) =>
  (await server.call(adminMessageRoutes.adminListMessages, { body, token: who.ann })).reply
const ids = async (body: object = {}) => (await list(body)).data.map(({ _id }) => _id)
const whole = (id: string, by: Who = 'ann') =>
  server.call(adminMessageRoutes.adminGetMessage, { params: { id }, token: who[by] })
const mark = (id: string, done: boolean, by: Who = 'ann', headers = {}) =>
  server.call(adminMessageRoutes.markMessage, { body: { id, done }, token: who[by], headers })
const release = (id: string, by: Who = 'ann', headers = {}) =>
  server.call(adminMessageRoutes.releaseMessage, { body: { id }, token: who[by], headers })
const drop = (id: string, by: Who = 'ann', headers = {}) =>
  server.call(adminMessageRoutes.dropMessage, { body: { id }, token: who[by], headers })
const waiting = async (id: string) => {
  const row = z.object({ held: z.boolean() })
  const text = `select next_at = 'infinity' as held from mail_outbox where split_part(dedup_key, '.', 1) = $1`
  return (await server.db.rows(row, { text, values: [id] })).map(({ held }) => held)
}

test('Messages of both forms are listed newest first, with what is held [R-ROLE-20]', async () => {
  const long = await write({ message: 'long '.repeat(200) })
  const call = await insure()
  const spam = await write({ filled: program, subject: 'Buy pills' })
  const drive = await book({ filled: program })
  // A test drive that is not held belongs to its seller.
  await book()
  const { data, totalCount } = await list()
  expect(data.map((m) => [m._id, m.kind, m.state])).toEqual([
    [drive, 'test-drive', 'held'],
    [spam, 'contact', 'held'],
    [call, 'insurance', 'open'],
    [long, 'contact', 'open'],
  ])
  expect(totalCount).toBe(4)
  expect(data[3]?.message).toHaveLength(200)
  expect((await whole(long)).reply.data.message).toBe('long '.repeat(200).trim())
  expect((await whole('none')).error.code).toBe('not_found')
})

test('Messages are found by words, kind and state, page by page', async () => {
  const brakes = await write({ subject: 'Brakes', message: 'They squeal.' })
  const call = await insure({ phone: '0119998888' })
  const spam = await write({ filled: program, subject: 'Pills' })
  await mark(brakes, true)
  expect(await ids({ search: 'SQUEAL brakes' })).toEqual([brakes])
  expect(await ids({ search: '9998888' })).toEqual([call])
  expect(await ids({ kind: 'insurance' })).toEqual([call])
  expect(await ids({ state: 'done' })).toEqual([brakes])
  expect(await ids({ state: 'held' })).toEqual([spam])
  expect(await ids({ state: 'open' })).toEqual([call])
  expect(await ids({ kind: 'nonsense', state: 'nonsense' })).toHaveLength(3)
  expect([await ids({ limit: 2 }), await ids({ limit: 2, page: 2 })]).toEqual([[spam, call], [brakes]])
})

test('An admin can close a message and reopen it, and each step is logged [R-ROLE-20]', async () => {
  const id = await write()
  const { data } = (await mark(id, true)).reply
  expect(data).toMatchObject({ state: 'done', handled_at: server.clock.now().toISOString() })
  expect((await mark(id, true, 'ben')).error.code).toBe('decided_meanwhile')
  expect((await mark(id, false, 'ben')).reply.data).toMatchObject({ state: 'open', handled_at: null })
  expect((await mark(id, false)).error.code).toBe('decided_meanwhile')
  expect((await loggedActions(server, id)).map((d) => [d.operator_id, d.action, d.before, d.after])).toEqual([
    ['ann', 'close-message', { done: false }, { done: true }],
    ['ben', 'reopen-message', { done: true }, { done: false }],
  ])
  const body = { search: id }
  const { data: rows } = (await server.call(auditLogRoutes.listAuditLog, { body, token: who.ann })).reply
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set([data.subject]))
  const call = await insure()
  expect((await mark(call, true)).reply.data.state).toBe('done')
})

test('What is held becomes neither done nor open before it is released', async () => {
  const id = await write({ filled: program })
  expect((await mark(id, true)).error.code).toBe('decided_meanwhile')
  expect(await loggedActions(server, id)).toEqual([])
})

test('A released message is open and its e-mails leave [R-ROLE-20]', async () => {
  const id = await write({ filled: program })
  expect(await waiting(id)).toEqual([true, true])
  expect((await release(id)).reply.letters).toBe(2)
  expect(await waiting(id)).toEqual([false, false])
  expect((await whole(id)).reply.data.state).toBe('open')
  expect(await loggedActions(server, id)).toMatchObject([
    { action: 'release-message', thing: 'form', before: { held: true }, after: { held: false } },
  ])
})

test('Dropped spam is deleted with its e-mails, and the log says its kind', async () => {
  const kept = await write()
  for (const id of [await write({ filled: program }), await book({ filled: program })]) {
    const { kind, created_at } = (await whole(id)).reply.data
    expect((await drop(id)).status).toBe(200)
    expect(await waiting(id)).toEqual([])
    expect((await whole(id)).error.code).toBe('not_found')
    const [action] = await loggedActions(server, id)
    expect(action).toMatchObject({ action: 'drop-message', before: { held: true, kind, created_at } })
    expect((await drop(id)).error.code).toBe('not_found')
  }
  expect((await drop(kept)).error.code).toBe('decided_meanwhile')
  expect(await ids()).toEqual([kept])
})

test('The same action sent twice, or by two admins at once, counts once', async () => {
  const id = await write({ filled: program })
  const key = { 'idempotency-key': 'release-1' }
  const twice = [await release(id, 'ann', key), await release(id, 'ann', key)]
  expect(twice.map((a) => [a.status, a.headers['idempotency-replayed']])).toEqual([
    [200, undefined],
    [200, 'true'],
  ])
  const marks = await Promise.all([mark(id, true, 'ann'), mark(id, true, 'ben')])
  expect(marks.map(({ status }) => status)).toSatisfy(oneWon)
  expect(await loggedActions(server, id)).toHaveLength(2)
  const spam = await write({ filled: program })
  const both = await Promise.all([release(spam, 'ann'), drop(spam, 'ben')])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await loggedActions(server, spam)).toHaveLength(1)
})

test('Nobody but an admin reads or decides about messages [R-ROLE-20]', async () => {
  const id = await write({ filled: program })
  for (const answer of [
    await whole(id, 'nobody'),
    await mark(id, true, 'nobody'),
    await release(id, 'nobody'),
    await drop(id, 'nobody'),
  ])
    expect(answer.error.code).toBe('forbidden')
  expect(await loggedActions(server, id)).toEqual([])
})

test('From a shell held messages are released and dropped, and the log says so', async () => {
  const run = (name: string, ...args: string[]) => {
    const verb = verbNamed(heldVerbs, name)
    if (!verb) throw new Error(name)
    return verb.run(server.deps, args)
  }
  const [good, spam] = [await write({ filled: program }), await write({ filled: program })]
  expect(await run('held')).toHaveLength(2)
  await run('release', good)
  await run('drop', spam)
  await expect(run('drop', good)).rejects.toMatchObject({ code: 'decided_meanwhile' })
  await expect(run('release', 'none')).rejects.toMatchObject({ code: 'not_found' })
  const actions = [...(await loggedActions(server, good)), ...(await loggedActions(server, spam))]
  expect(actions.map((d) => [d.operator_id, d.action])).toEqual([
    [null, 'release-message'],
    [null, 'drop-message'],
  ])
})
