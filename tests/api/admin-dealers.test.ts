import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminDealerRoutes } from '#contract/admin/admin-dealers.ts'
import { dealerRoutes } from '#contract/users/dealers.ts'
import { profileRoutes } from '#contract/users/profile.ts'
import { readMigrations } from '../../server/kernel/db/migrate.ts'
import { adminPersonById } from '../../server/admin/people-store.ts'
import { dealerVerbs } from '../../server/cli/admin/people-verbs.ts'
import { Misused, verbNamed } from '../../server/cli/admin/verb.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { addUser, furnish, subscribe } from '../support/motorkin.ts'
import { loggedActions, emailsTo, oneWon, operators } from '../support/operators.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof operators>>
beforeAll(async () => {
  server = await testServer({ seed: async ({ db }) => void (await furnish(db)) })
  who = await operators(server)
})
afterAll(() => server.close())

let count = 0
/** Creates a dealer with a running plan and a business name. */
async function join(o: { name?: string; plan?: boolean } = {}): Promise<{ id: string; name: string }> {
  count += 1
  const id = `dealer-${count}`
  const name = o.name ?? `Motors ${count}`
  await addUser(server.db, { id, kind: 'dealer', businessname: name, city: 'Durban' })
  if (o.plan !== false) await subscribe(server.db, id, 'platinum', { until: '2027-01-01T00:00:00Z' })
  return { id, name }
}
/** Adds a proof of payment with a dealership id. */
async function prove(user: string, dealership: string): Promise<void> {
  const order = randomUUID()
  const { db, clock } = server
  await db.run({
    text: `insert into orders (id, user_id, plan_id, plan_name, months, price, amount, method, state, reference, payment_id, created_at)
      values ($1, $2, 'platinum', 'Platinum', 1, 5000, 5000, 'deposit', 'refused', $1, $1, $3)`,
    values: [order, user, clock.now()],
  })
  await db.run({
    text: `insert into proofs (id, order_id, hash, file_name, file_type, content, dealership_id, created_at)
      values ($1, $1, 'h', 'a.pdf', 'application/pdf', '\\x00', $2, $3)`,
    values: [order, dealership, clock.now()],
  })
}
const list = async (body: object = {}) =>
  (await server.call(adminDealerRoutes.adminListDealers, { body, token: who.ann })).reply
type Who = keyof typeof who
const verify = (d: { id: string; name: string }, by: Who = 'ann', headers = {}) => {
  const body = { user_id: d.id, name: d.name }
  return server.call(adminDealerRoutes.verifyDealer, { body, token: who[by], headers })
}
const unverify = (id: string, reason = 'The licence is not yours.', by: Who = 'ann', headers = {}) => {
  const body = { user_id: id, reason }
  return server.call(adminDealerRoutes.unverifyDealer, { body, token: who[by], headers })
}
const shown = async (id: string) =>
  (await server.call(dealerRoutes.getDealerProfile, { params: { id } })).reply.data.verified

test('An approved dealer with a running plan is shown as verified at once [R-ROLE-15 R-DEAL-19]', async () => {
  const dealer = await join()
  expect(await shown(dealer.id)).toBe(false)
  const { data } = (await verify(dealer)).reply
  expect(data).toMatchObject({ verified: true, approved_at: server.clock.now().toISOString() })
  expect(await shown(dealer.id)).toBe(true)
  const [card] = (await server.call(dealerRoutes.getDealerList, { body: { search: dealer.name } })).reply.data
  expect(card?.verified).toBe(true)
})

test('A plan without a start runs for no part of the admin area [R-SUBS-12]', async () => {
  const dealer = await join()
  await server.db.run({
    text: 'update subscriptions set started_at = null where user_id = $1',
    values: [dealer.id],
  })
  const { data } = (await verify(dealer)).reply
  const person = await adminPersonById(server.db, dealer.id, server.clock.now())
  expect([data.verified, data.plan, person?.plan]).toEqual([false, null, null])
})

test('An approval is in the audit log and in one e-mail to the dealer [R-ROLE-20]', async () => {
  const dealer = await join({ name: 'Sea & Sons <b>' })
  await verify(dealer)
  expect(await loggedActions(server, dealer.id)).toEqual([
    {
      operator_id: 'ann',
      action: 'verify-dealer',
      thing: 'person',
      thing_id: dealer.id,
      before: { approved_at: null },
      after: { approved_at: server.clock.now().toISOString(), name: dealer.name },
      note: '',
    },
  ])
  const mails = await emailsTo(server, `${dealer.id}@motorkin.test`)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body_text).toContain(`/dealer/${dealer.id}`)
})

test('The approval goes with its reason, which the dealer reads [R-ROLE-15]', async () => {
  const dealer = await join()
  await verify(dealer)
  const { data } = (await unverify(dealer.id)).reply
  expect([data.verified, data.approved_at, await shown(dealer.id)]).toEqual([false, null, false])
  const [, action] = await loggedActions(server, dealer.id)
  expect(action).toMatchObject({
    action: 'unverify-dealer',
    before: { name: dealer.name },
    after: { approved_at: null },
    note: 'The licence is not yours.',
  })
  const mails = await emailsTo(server, `${dealer.id}@motorkin.test`)
  expect(mails.map((l) => l.body_text.includes('The licence is not yours.'))).toEqual([false, true])
  expect((await unverify(dealer.id)).error.code).toBe('decided_meanwhile')
})

test('Without a reason nobody loses the approval', async () => {
  const dealer = await join()
  await verify(dealer)
  const { code, fields } = (await unverify(dealer.id, '  ')).error
  expect([code, Object.keys(fields ?? {})]).toEqual(['validation_failed', ['reason']])
  expect(await shown(dealer.id)).toBe(true)
})

test('The same decision sent twice, or by two admins at once, counts once', async () => {
  const dealer = await join()
  const key = { 'idempotency-key': 'verify-1' }
  const [first, second] = [await verify(dealer, 'ann', key), await verify(dealer, 'ann', key)]
  expect([first.status, second.status, second.headers['idempotency-replayed']]).toEqual([200, 200, 'true'])
  const other = await join()
  const both = await Promise.all([verify(other, 'ann'), verify(other, 'ben')])
  expect(both.map(({ status }) => status)).toSatisfy(oneWon)
  for (const { id } of [dealer, other]) {
    expect(await loggedActions(server, id)).toHaveLength(1)
    expect(await emailsTo(server, `${id}@motorkin.test`)).toHaveLength(1)
  }
  const ends = await Promise.all([unverify(other.id, 'A', 'ann'), unverify(other.id, 'B', 'ben')])
  expect(ends.map(({ status }) => status)).toSatisfy(oneWon)
  expect(await loggedActions(server, other.id)).toHaveLength(2)
})

test('A dealer who changed the name since the operator looked is not approved [R-ROLE-15]', async () => {
  const dealer = await join()
  await server.db.run({
    text: `update users set businessname = 'Another' where id = $1`,
    values: [dealer.id],
  })
  expect((await verify(dealer)).error).toMatchObject({
    code: 'decided_meanwhile',
    msg: 'This dealer is called Another by now.',
  })
  expect(await loggedActions(server, dealer.id)).toEqual([])
})

test('Nobody but an admin decides about dealers [R-ROLE-20]', async () => {
  const dealer = await join()
  expect((await verify(dealer, 'nobody')).error.code).toBe('forbidden')
  expect((await unverify(dealer.id, 'R', 'nobody')).error.code).toBe('forbidden')
  expect((await verify({ id: 'none', name: 'None' })).error.code).toBe('not_found')
  expect(await loggedActions(server, dealer.id)).toEqual([])
})

test('The list has those who wait first, with plan, proofs and dealership ids [R-DEAL-19]', async () => {
  const waiting = await join({ name: 'Zebra Cars' })
  await prove(waiting.id, 'ZA-1')
  server.clock.advance(1000)
  await prove(waiting.id, 'ZA-2')
  const done = await join({ name: 'Approved Cars', plan: false })
  await verify(done)
  const all = await list({ limit: 100 })
  expect(all.data[0]).toMatchObject({
    businessname: 'Zebra Cars',
    plan: { name: 'Platinum', expires_at: '2027-01-01T00:00:00.000Z' },
    dealership_ids: ['ZA-2', 'ZA-1'],
    proofs: 2,
    approved_at: null,
  })
  expect(all.totalCount).toBe(all.data.length)
  expect(all.data.find(({ _id }) => _id === done.id)).toMatchObject({ plan: null, verified: false })
  const names = async (body: object) => (await list(body)).data.map((d) => d.businessname)
  expect(await names({ show: 'waiting' })).toEqual(['Zebra Cars'])
  expect(await names({ show: 'verified', limit: 100 })).not.toContain('Zebra Cars')
  expect(await names({ search: 'zebra DURBAN' })).toEqual(['Zebra Cars'])
  expect(await names({ search: 'za-2' })).toEqual(['Zebra Cars'])
  expect(await names({ search: '100%_' })).toEqual([])
  const pages = [await list({ limit: 2, page: 1 }), await list({ limit: 2, page: 2 })]
  const ids = pages.flatMap(({ data }) => data.map(({ _id }) => _id))
  expect(new Set(ids).size).toBe(4)
})

test('Another name takes the approval away, and the dealer waits again [R-ROLE-15 R-DEAL-19]', async () => {
  const dealer = await join()
  await prove(dealer.id, 'ZA-9')
  await verify(dealer)
  const waits = async () => (await list({ show: 'waiting' })).data.map(({ _id }) => _id)
  expect(await waits()).not.toContain(dealer.id)
  const token = await server.token({
    id: dealer.id,
    fullname: 'A',
    email: 'a@example.org',
    avatarurl: '',
    role: 'user',
    is_subscriber: true,
  })
  const body = { businessname: 'Renamed' }
  expect((await server.call(profileRoutes.updateUserDetails, { body, token })).status).toBe(200)
  expect(await waits()).toContain(dealer.id)
})

test('From a shell the same is done, and the log says that it was [R-ROLE-20]', async () => {
  const dealer = await join()
  const run = (name: string, ...args: string[]) => {
    const verb = verbNamed(dealerVerbs, name)
    if (!verb) throw new Error(name)
    return verb.run(server.deps, args)
  }
  const email = `${dealer.id}@motorkin.test`
  expect(await run('verify-dealer', email)).toEqual([`Verified ${dealer.name}.`])
  await expect(run('unverify-dealer', email)).rejects.toThrow(Misused)
  await expect(run('unverify-dealer', email, 'x'.repeat(501))).rejects.toThrow(Misused)
  await expect(run('verify-dealer', 'none@example.org')).rejects.toThrow(Misused)
  expect(await run('unverify-dealer', email, 'Not', 'theirs')).toHaveLength(1)
  const actions = await loggedActions(server, dealer.id)
  expect(actions.map((d) => [d.operator_id, d.action, d.note])).toEqual([
    [null, 'verify-dealer', ''],
    [null, 'unverify-dealer', 'Not theirs'],
  ])
})

test('A dealer who lost the approval waits again only with new proof [R-ROLE-15 R-DEAL-19]', async () => {
  const dealer = await join({ name: 'Aardvark Autos' })
  const state = async () => {
    const { data } = await list({ search: 'aardvark' })
    const waits = (await list({ show: 'waiting', limit: 100 })).data.some(({ _id }) => _id === dealer.id)
    expect(data[0]?.waiting).toBe(waits)
    return [waits, data[0]?.unverified_at]
  }
  await prove(dealer.id, 'ZA-7')
  expect(await state()).toEqual([true, null])
  await verify(dealer)
  server.clock.advance(60_000)
  const since = server.clock.now().toISOString()
  await unverify(dealer.id)
  expect(await state()).toEqual([false, since])
  server.clock.advance(60_000)
  await prove(dealer.id, 'ZA-8')
  expect(await state()).toEqual([true, since])
  await verify(dealer)
  expect(await state()).toEqual([false, null])
})

test('An approval taken away before it was noted is found in the audit log', async () => {
  const [lost, back] = [await join(), await join()]
  for (const dealer of [lost, back]) {
    await prove(dealer.id, 'ZA-3')
    await verify(dealer)
    await unverify(dealer.id)
    server.clock.advance(1000)
  }
  await verify(back)
  await server.db.run({ text: 'update users set unverified_at = null' })
  const note = (await readMigrations()).find(({ name }) => name.includes('unverified'))?.sql ?? ''
  await server.db.run({ text: note.slice(note.indexOf('update')) })
  const { data } = await list({ limit: 100 })
  const since = ({ id }: { id: string }) => data.find(({ _id }) => _id === id)?.unverified_at
  expect([typeof since(lost), since(back)]).toEqual(['string', null])
  expect((await list({ show: 'waiting', limit: 100 })).data.map(({ _id }) => _id)).not.toContain(lost.id)
})
