import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { adminRoutes } from '#contract/index.ts'
import { blogRoutes } from '#contract/blogs.ts'
import type { Route } from '#contract/http.ts'
import type { User } from '#contract/users/users.ts'
import { saveReport } from '../../server/admin/reports/ad-reports.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { callTable, callWorld, theAd } from '../support/call-table.ts'
import { adminSession, furnish } from '../support/motorkin.ts'

/** Every action of the admin area adds a row to a log that nothing changes. */

let server: TestServer
beforeAll(async () => {
  server = await testServer({ seed: async ({ db }) => void (await furnish(db)) })
})
afterAll(() => server.close())

const actions: Readonly<Record<string, Route>> = Object.fromEntries(
  Object.entries({ ...adminRoutes, saveBlog: blogRoutes.saveBlog }).filter(
    ([, route]: [string, Route]) => route.write === true,
  ),
)
/** Actions without a state before, or without a state after. */
const oneSided: Readonly<Record<string, 'before' | 'after'>> = {
  saveBlog: 'after',
  sendArticlePicture: 'after',
  addVideo: 'after',
  removeVideo: 'before',
  dropMessage: 'before',
}

const row = z.object({
  operator_id: z.nullable(z.string()),
  operator_name: z.string(),
  action: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
})
const log = () =>
  server.db.rows(row, {
    text: 'select operator_id, operator_name, action, before, after from audit_log order by at, id',
  })

/** Prepares the state that an action needs. */
async function prepare(name: string, token: string): Promise<void> {
  const { db, clock } = server
  if (name === 'restoreAd')
    await server.call(adminRoutes.hideAd, { body: { id: theAd, reason: 'Stolen' }, token })
  if (name === 'removeVideo') {
    const body = { address: 'fakevideo99', title: 'A video' }
    await server.call(adminRoutes.addVideo, { body, token })
  }
  if (name === 'savePlan') await db.run({ text: `update plans set price = 4000 where id = 'platinum'` })
  if (name === 'signOutPerson') await adminSession(server, { id: 'owner' })
  if (name !== 'keepAd') return
  const report = { id: 'a-report', car: theAd, reporter: 'r', user: undefined, words: '', ref: undefined }
  await saveReport(db, { ...report, reason: 'wrong', held: false, now: clock.now() })
}

async function admin(): Promise<{ user: User; token: string }> {
  const user = (await callWorld(server, '')).get('admin')
  if (!user) throw new Error('nobody')
  return { user, token: await adminSession(server, user) }
}

test('Every write of the admin area is among those that are tried here', () => {
  expect(Object.keys(actions).length).toBeGreaterThan(15)
})

test.each(Object.keys(actions))(
  'The log holds the action %s once, with its author and what changed [R-ROLE-20]',
  async (name) => {
    const { user, token } = await admin()
    await prepare(name, token)
    const route = actions[name]
    if (!route) throw new Error(name)
    const { body = {}, headers = {} } = callTable[name as keyof typeof callTable]
    const said = await log()
    const call = { body, token, headers: { ...headers, 'idempotency-key': `once-${name}` } }
    expect((await server.call(route, call)).status).toBe(200)
    await server.call(route, call)
    const added = (await log()).slice(said.length)
    expect(added).toMatchObject([{ operator_id: user.id, operator_name: user.email }])
    const { before, after } = added[0] ?? {}
    expect([name, before !== null, after !== null]).toEqual([
      name,
      oneSided[name] !== 'after',
      oneSided[name] !== 'before',
    ])
    expect(after).not.toEqual(before)
  },
)

test('An action that is refused leaves no row', async () => {
  const { token } = await admin()
  const said = await log()
  for (const name of ['restoreAd', 'keepAd', 'removeVideo'] as const)
    await server.call(adminRoutes[name], { body: callTable[name].body ?? {}, token })
  expect(await log()).toEqual(said)
})

test('A row of the log is never changed and outlives its author’s account [R-ROLE-20]', async () => {
  const { user, token } = await admin()
  await server.call(adminRoutes.hideAd, { body: { id: theAd, reason: 'Stolen' }, token })
  const said = await log()
  for (const text of [
    `update audit_log set note = ''`,
    'delete from audit_log',
    'truncate audit_log',
    `insert into audit_log (id, at, operator_name, action, thing, thing_id) select id, at, 'x', 'x', 'ad', 'x'
      from audit_log on conflict (id) do update set note = ''`,
  ])
    await expect(server.db.run({ text })).rejects.toThrow('the audit log is only written on')
  await server.db.run({ text: 'delete from users where id = $1', values: [user.id] })
  expect(await log()).toEqual(said)
})
