import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { auditLogRoutes } from '#contract/admin/audit-log.ts'
import { countsRoutes } from '#contract/admin/counts.ts'
import { adminPeopleRoutes } from '#contract/admin/people.ts'
import { personReportRoutes, reportedMessages } from '#contract/admin/person-reports.ts'
import { conversationRoutes, type ReportPersonReason } from '#contract/chat/conversation.ts'
import { ownChats } from '../../server/chat/own-chats.ts'
import { savePersonReport } from '../../server/chat/people-store.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { fieldsOf } from '../support/firestore-rest.ts'
import { firestoreSettings } from '../support/firestore-server.ts'
import { addUser, adminSession, furnish } from '../support/motorkin.ts'

const idempotencyRow = z.object({ body: z.nullable(z.string()) })
let server: TestServer
let admin: string
const tokens = new Map<string, string>()
const people = ['ann', 'ben', 'cas'] as const

beforeAll(async () => {
  server = await testServer({
    seed: async ({ db }) => {
      await furnish(db)
      await addUser(db, { id: 'desk', role: 'admin' })
    },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server
  server.clock.advance(60_000)
  await db.run({ text: `delete from users where id in ('ann', 'ben', 'cas'); delete from throttles` })
  for (const id of people)
    tokens.set(id, await server.token(await addUser(db, { id, fullname: `${id} Okafor` })))
  for (const other of ['ann', 'cas']) await say('ben', other, `Pay first, ${other}`)
  admin = await adminSession(server, { id: 'desk', email: 'desk@motorkin.test' })
})

let written = 0
const say = (sender: string, receiver: string, message: string) => {
  written += 1
  return ownChats.append(server.db, { id: `w-${written}`, sender, receiver, message, at: server.clock.now() })
}
const report = async (who: string, person: string, reason: ReportPersonReason = 'scam', words = '') => {
  const call = { body: { person, reason, words }, token: tokens.get(who) ?? '' }
  return (await server.call(conversationRoutes.reportPerson, call)).reply.data._id
}
const list = async (body: object = {}) =>
  (await server.call(personReportRoutes.adminListPersonReports, { body, token: admin })).reply
const read = (report_id: string) =>
  server.call(personReportRoutes.readReportedChat, { body: { report_id }, token: admin })
const dismiss = (user_id: string, note = '', reports?: number) =>
  server.call(personReportRoutes.dismissPersonReports, { body: { user_id, note, reports }, token: admin })
const log = async (body: object = {}) =>
  (await server.call(auditLogRoutes.listAuditLog, { body, token: admin })).reply
const waiting = async () => {
  server.clock.advance(11_000)
  return (await server.call(countsRoutes.getCounts, { token: admin })).reply.data.person_reports_open
}

describe('Reports about people', () => {
  test('are listed with reporter, reason and count, the most reported person first [R-ROLE-20]', async () => {
    await report('ben', 'ann', 'spam')
    const first = await report('ann', 'ben', 'scam', 'Wants a deposit')
    await report('cas', 'ben', 'abuse')
    const { data, totalCount } = await list()
    expect([totalCount, data.map(({ _id, reports, reporters }) => [_id, reports, reporters])]).toEqual([
      2,
      [
        ['ben', 2, 2],
        ['ann', 1, 1],
      ],
    ])
    expect(data[0]?.open[0]).toEqual({
      _id: first,
      reason: 'scam',
      words: 'Wants a deposit',
      created_at: server.clock.now().toISOString(),
      from: { _id: 'ann', fullname: 'ann Okafor', email: 'ann@motorkin.test' },
      from_reports: 1,
    })
    expect(await waiting()).toBe(2)
    expect((await list({ search: 'BEN oka' })).data.map(({ _id }) => _id)).toEqual(['ben'])
    expect((await list({ search: 'nobody' })).totalCount).toBe(0)
    expect((await list({ page: 2, limit: 1 })).data.map(({ _id }) => _id)).toEqual(['ann'])
  })

  test('hold nothing of what was written in the chat', async () => {
    await report('ann', 'ben')
    expect(JSON.stringify(await list())).not.toContain('Pay first')
  })

  test('that came after an admin looked are not dismissed unread [R-ROLE-20]', async () => {
    await report('ann', 'ben', 'spam')
    const seen = (await list()).data[0]?.reports
    await report('cas', 'ben', 'abuse', 'Knows where I live')
    expect((await dismiss('ben', 'An advert', seen)).error.code).toBe('decided_meanwhile')
    expect((await list()).data[0]?.open).toHaveLength(2)
    expect((await dismiss('ben', 'A quarrel', 2)).status).toBe(200)
  })

  test('are dismissed together with a logged note, and leave the list [R-ROLE-20]', async () => {
    await report('ann', 'ben')
    await report('cas', 'ben')
    expect((await dismiss('ben', 'A misunderstanding')).reply.msg).toBe('The reports are dismissed.')
    expect([(await list()).totalCount, await waiting()]).toEqual([0, 0])
    expect((await log()).data[0]).toMatchObject({
      action: 'dismiss-reports',
      thing_id: 'ben',
      before: { open_reports: 2 },
      note: 'A misunderstanding',
    })
    expect((await dismiss('ben')).error.code).toBe('decided_meanwhile')
    await report('ann', 'ben')
    expect((await list()).data[0]).toMatchObject({ reports: 1, reporters: 2 })
  })

  test('are closed when the person is suspended, in the one row of that action [R-ROLE-20]', async () => {
    await report('ann', 'ben')
    const before = (await log()).totalCount
    const body = { user_id: 'ben', reason: 'Fraud' }
    await server.call(adminPeopleRoutes.suspendPerson, { body, token: admin })
    const { data, totalCount } = await log()
    expect([totalCount - before, data[0]?.after]).toEqual([
      1,
      { suspended: true, ads_hidden: 0, reports_closed: 1 },
    ])
    expect((await list()).totalCount).toBe(0)
  })
})

describe('The chat that a report is about', () => {
  test('shows an admin its newest messages in order, and each reading is logged [R-ROLE-20]', async () => {
    for (let n = 0; n < reportedMessages; n += 1) await say('ann', 'ben', `Answer ${n}`)
    const id = await report('ann', 'ben')
    const before = (await log()).totalCount
    const { data } = (await read(id)).reply
    expect([data.length, data[0]?.message, data.at(-1)?.message]).toEqual([50, 'Answer 0', 'Answer 49'])
    expect(data[0]).toMatchObject({ n: 2, sender: 'ann', sent_at: server.clock.now().toISOString() })
    await read(id)
    const { data: rows, totalCount } = await log()
    expect(totalCount - before).toBe(2)
    expect(rows[0]).toMatchObject({
      operator: 'desk@motorkin.test',
      action: 'read-chat',
      thing_id: 'ben',
      after: { report: 'scam', with: 'ann@motorkin.test', messages: 50 },
    })
    expect((await log({ search: 'ann@motorkin.test read-chat' })).totalCount).toBeGreaterThanOrEqual(2)
    await server.db.run({ text: `delete from users where id = 'ann'` })
    // The reported chat is deleted: the row of the log still names it.
    expect((await log()).data[0]?.after).toEqual({ report: id, with: 'ann', messages: 50 })
    expect(JSON.stringify(rows)).not.toContain('Answer')
  })

  test('is not readable without an open report, and then nothing is logged', async () => {
    const id = await report('ann', 'ben')
    expect(JSON.stringify((await read(id)).reply)).not.toContain('cas')
    await dismiss('ben')
    const before = (await log()).totalCount
    expect((await read(id)).error.code).toBe('decided_meanwhile')
    expect((await read('nothing')).error.code).toBe('not_found')
    expect((await log()).totalCount).toBe(before)
  })

  test('leaves none of its words in what is stored of answers', async () => {
    const id = await report('ann', 'ben')
    const call = { body: { report_id: id }, token: admin, headers: { 'idempotency-key': '"read-1"' } }
    expect((await server.call(personReportRoutes.readReportedChat, call)).status).toBe(200)
    const rows = await server.db.rows(idempotencyRow, { text: 'select body::text as body from idempotency' })
    expect(JSON.stringify(rows)).not.toContain('Pay first')
  })
})

describe('The reported chat of a server whose chats are in Firestore', () => {
  let elsewhere: TestServer
  let operator: string
  /** Responses of Firestore by document path; all other documents are missing. */
  const documents = new Map<string, object>()
  let broken = false
  const firestore = createServer((request, response) => {
    const [path, fields] =
      [...documents].find(([name]) => decodeURIComponent(request.url ?? '').endsWith(`/documents/${name}`)) ??
      []
    response.writeHead(broken ? 500 : fields || request.method === 'POST' ? 200 : 404)
    const updateTime = '2026-03-01T00:00:00Z'
    response.end(fields ? JSON.stringify({ name: path, fields: fieldsOf(fields), updateTime }) : '[]')
  })
  beforeAll(async () => {
    await new Promise<void>((ready) => firestore.listen(0, '127.0.0.1', ready))
    const { port } = firestore.address() as AddressInfo
    elsewhere = await testServer({
      env: firestoreSettings(`127.0.0.1:${port}`, 'a-project'),
      seed: async ({ db }) => {
        await furnish(db)
        for (const id of ['ann', 'ben']) await addUser(db, { id })
        await addUser(db, { id: 'operator', role: 'admin' })
      },
    })
    operator = await adminSession(elsewhere, { id: 'operator', email: 'operator@motorkin.test' })
    const report = {
      reporter: 'ann',
      person: 'ben',
      reason: 'scam',
      words: '',
      now: elsewhere.clock.now(),
    } as const
    await savePersonReport(elsewhere.db, { id: 'theirs', ...report })
  })
  afterAll(async () => {
    await elsewhere.close()
    await new Promise((closed) => firestore.close(closed))
  })
  const readTheirs = () =>
    elsewhere.call(personReportRoutes.readReportedChat, { body: { report_id: 'theirs' }, token: operator })
  const logged = async () =>
    (await elsewhere.call(auditLogRoutes.listAuditLog, { body: {}, token: operator })).reply.data.filter(
      ({ action }) => action === 'read-chat',
    )
  const at = Date.parse('2026-02-01T10:00:00Z')
  const lines = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      id: `m${from + i}`,
      sender: 'ann',
      message: `Message ${from + i}`,
      timestamp: at,
    }))

  test('says what to do while Firestore does not answer, and logs nothing', async () => {
    broken = true
    expect((await readTheirs()).error).toMatchObject({
      code: 'unavailable',
      msg: 'The chats cannot be reached right now. Please try again later.',
    })
    broken = false
    expect(await logged()).toEqual([])
  })

  test('shows its newest messages, those moved to a page included, and is logged [R-ROLE-20]', async () => {
    const last = { sender: 'ben', message: 'Pay first', timestamp: '9999999999999999' }
    documents.set('chats/ann_ben', {
      users: ['ann', 'ben'],
      moved: 100,
      messages: [...lines(101, 29), { ...last, image: 'javascript:alert(1)' }],
      updatedAt: new Date('2026-02-02T10:00:00Z'),
    })
    documents.set('chats/ann_ben/pages/50', { messages: lines(51, 50) })
    const { data } = (await readTheirs()).reply
    expect(data).toHaveLength(reportedMessages)
    expect(data[0]).toEqual({
      n: 81,
      sender: 'ann',
      message: 'Message 81',
      sent_at: new Date(at).toISOString(),
    })
    expect(data.at(-1)).toEqual({
      n: 130,
      sender: 'ben',
      message: 'Pay first',
      sent_at: '2026-02-02T10:00:00.000Z',
    })
    expect((await logged())[0]).toMatchObject({ thing_id: 'ben', after: { messages: 50 } })
  })
})
