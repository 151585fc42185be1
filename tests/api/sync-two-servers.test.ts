import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { User } from '#contract/users/users.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { testConfig } from '../support/api.ts'
import { newCar, sellers, testId } from '../support/cars.ts'
import { onPostgres, untilWaiting } from '../support/locks.ts'
import { furnish, subscribe } from '../support/motorkin.ts'
import { type Ask, type Heard, type Pair, twoServers, type Write } from '../support/processes.ts'
import { adForm, contactForm, testDriveForm } from '../support/writes.ts'

/** Two processes over PostgreSQL with `npm run test:pg`, else two servers over one embedded database. */
let both: Pair
let login: Record<string, string>
const car = testId('car', 1)

beforeAll(async () => {
  let users: User[] = []
  both = await twoServers(async (db) => {
    users = await furnish(db, [newCar(1), newCar(2)])
    await subscribe(db, sellers[0], 'platinum', { until: '2099-01-01T00:00:00Z' })
  })
  const [user] = users
  if (!user) throw new Error('nobody is there')
  const token = await issueToken(user, { config: testConfig(), now: () => new Date() }, 3600)
  login = { authorization: `Bearer ${token}` }
})
// One phone sends more messages here than the limit allows.
beforeEach(() => both.look((db) => db.run({ text: 'delete from throttles' })))
afterAll(() => both.end())

const keyed = (key: string, more: Record<string, string> = {}) => ({
  'idempotency-key': `"${key}"`,
  'x-device': 'phone-1',
  ...more,
})
const rounds = Array.from({ length: 20 }, (_, n) => n)
const atOnce = (write: Write) => Promise.all([both.a(write), both.b(write)])
/** The valid results: the write is applied and reported as applied, or made void and refused. */
const fair = [
  [200, 'applied'],
  [409, 'void'],
]
const stateOf = (heard: Heard) => (heard.body['data'] as { state: string }).state
const count = async (text: string, values: unknown[] = []) =>
  (await both.look((db) => db.row(z.object({ n: z.int() }), { text, values })))?.n
const contact = (ref: string, key = ref): Write => ({
  method: 'POST',
  path: 'contact_us/save-contact-us-email',
  body: { ...contactForm, client_ref: ref },
  headers: keyed(key),
})
const like = (want: 'yes' | 'no', seq: number, device = 'phone-1'): Write => ({
  method: 'POST',
  path: 'cars/like-dislike-car',
  body: { car_id: car, want, seq },
  headers: { 'idempotency-key': `"like-${device}-${seq}"`, 'x-device': device, ...login },
})
const edit = (key: string, patch: object): Write => ({
  method: 'POST',
  path: 'cars/update-car-details',
  body: { car_id: car, ...patch },
  headers: keyed(key, login),
})

test('The same write at two servers at once has one effect and one answer [I2 S29]', async () => {
  for (const n of rounds) {
    const answers = await atOnce(contact(`both-${n}`))
    expect(answers.map((a) => a.status)).toEqual([200, 200])
    expect(answers.filter((a) => a.replayed)).toHaveLength(1)
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  }
  expect(await count("select count(*)::int as n from contact_messages where client_ref like 'both-%'")).toBe(
    20,
  )
})

test('An edit without a version happens once when two servers get it at once [I2]', async () => {
  for (const n of rounds) {
    const answers = await atOnce(edit(`twice-${n}`, { price: 5000 + n }))
    expect(answers.map((a) => a.status)).toEqual([200, 200])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  }
  expect(await count('select version as n from cars where id = $1', [car])).toBe(1 + rounds.length)
})

test('One reference under two keys gives one message and one e-mail [S49 I2]', async () => {
  for (const n of rounds) {
    const write = contact(`ref-${n}`)
    const answers = await Promise.all([
      both.a({ ...write, headers: keyed(`ref-${n}.1`) }),
      both.b({ ...write, headers: keyed(`ref-${n}.2`) }),
    ])
    expect(answers.map((a) => a.status)).toEqual([200, 200])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  }
  expect(await count("select count(*)::int as n from contact_messages where client_ref like 'ref-%'")).toBe(
    20,
  )
})

test('A write on one server or its withdrawal on the other wins, never both [I2 I12]', async () => {
  const won: string[] = []
  for (const n of rounds) {
    const write = () => both.a(contact(`void-${n}`))
    const back = () =>
      both.b({ method: 'POST', path: `sync/receipt/void-${n}/void`, headers: { 'x-device': 'phone-1' } })
    const early = n % 2 === 0 ? undefined : back()
    const [wrote, taken] = await Promise.all([write(), early ?? back()])
    const state = stateOf(taken)
    expect(fair).toContainEqual([wrote.status, state])
    won.push(state)
  }
  expect(await count("select count(*)::int as n from contact_messages where client_ref like 'void-%'")).toBe(
    won.filter((state) => state === 'applied').length,
  )
})

test('Withdrawing a write under way on another server waits and returns its answer [I2]', async () => {
  const heard: Promise<Heard>[] = []
  await both.look((db) =>
    db.tx(async (sql) => {
      await sql.run({ text: 'select id from cars where id = $1 for update', values: [car] })
      heard.push(both.a(edit('held.1', { engine: '4.4L' })))
      await untilWaiting(sql, 1)
      const back = { path: 'sync/receipt/held.1/void', headers: { 'x-device': 'phone-1', ...login } }
      heard.push(both.b({ method: 'POST', ...back }))
      heard.push(both.b({ method: 'GET', ...back, path: 'sync/receipt/held.1' }))
      await untilWaiting(sql, 3)
    }),
  )
  const [wrote, ...asked] = await Promise.all(heard)
  const states = asked.map(stateOf)
  // On the embedded database either request may come first.
  expect(onPostgres ? [fair[0]] : fair).toContainEqual([wrote?.status, states[0]])
  expect(onPostgres ? states : ['applied', 'applied']).toEqual(['applied', 'applied'])
  expect(await count("select count(*)::int as n from cars where engine = '4.4L'")).toBe(
    wrote?.status === 200 ? 1 : 0,
  )
})

test('A phone’s older tap that arrives late at another server undoes nothing newer [S31 S11 I4 I17]', async () => {
  const liked = async (ask: Ask, write: Write) =>
    ((await ask(write)).body['data'] as { is_favorite: string }).is_favorite
  expect(await liked(both.a, like('yes', 2))).toBe('yes')
  expect(await liked(both.b, like('no', 1))).toBe('yes')
  // The newest tap is a yes, and remains in whichever order two servers receive the taps.
  const taps = rounds.map((n) => like(n % 3 === 1 ? 'yes' : 'no', 10 + n))
  const shuffled = [...taps].sort((x, y) => JSON.stringify(x).length - JSON.stringify(y).length).reverse()
  const answers = await Promise.all(shuffled.map((write, n) => (n % 2 === 0 ? both.a : both.b)(write)))
  expect(answers.map((a) => a.status)).toEqual(answers.map(() => 200))
  expect(await count('select count(*)::int as n from favourites where car_id = $1 and wanted', [car])).toBe(1)
})

test('When two servers edit the same version, one succeeds and one gets a conflict [S21 S22 I9]', async () => {
  const version = async () => (await count('select version as n from cars where id = $1', [car])) ?? 0
  for (const n of rounds) {
    const base_version = await version()
    const answers = await Promise.all([
      both.a(edit(`edit-a-${n}`, { base_version, price: 1000 + n })),
      both.b(edit(`edit-b-${n}`, { base_version, price: 2000 + n })),
    ])
    const [done] = answers.filter((a) => a.status === 200)
    const [refused] = answers.filter((a) => a.status === 409)
    const data = done?.body['data'] as { version: number; fields: object }
    expect(data.version).toBe(base_version + 1)
    expect(refused?.body).toMatchObject({
      code: 'version_conflict',
      current: { version: data.version, fields: data.fields },
    })
  }
})

test('One ad published through two servers under two keys is one ad [I2 S49]', async () => {
  for (const n of rounds.slice(0, 8)) {
    const id = `ad-of-phone-${n}`
    const publish = (key: string): Write => ({
      method: 'POST',
      path: 'cars/add-car',
      body: { ...adForm, title: `${adForm.title} ${n}`, id },
      headers: keyed(key, login),
    })
    const answers = await Promise.all([both.a(publish(`${id}.1`)), both.b(publish(`${id}.2`))])
    expect(answers.map((a) => a.status)).toEqual([200, 200])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  }
  expect(await count("select count(*)::int as n from cars where id like 'ad-of-phone-%'")).toBe(8)
})

test('Two servers carry every e-mail once [I2]', async () => {
  await Promise.all(rounds.map((n) => (n % 2 === 0 ? both.a : both.b)(contact(`letter-${n}`))))
  const unsent = 'select count(*)::int as n from mail_outbox where sent_at is null'
  await expect.poll(() => count(unsent), { timeout: 20_000 }).toBe(0)
  const carried = both.mails().map((name) => name.replace(/\.(a|b|eml)$/, ''))
  expect(carried.length).toBe(await count('select count(*)::int as n from mail_outbox'))
  expect(
    await count("select count(*)::int as n from contact_messages where client_ref like 'letter-%'"),
  ).toBe(20)
  expect(new Set(carried).size).toBe(carried.length)
})

test('A copy of a test drive under another key uses up no turn', async () => {
  const datetime = new Date(Date.now() + 7 * 86_400_000).toISOString()
  for (const n of rounds) {
    const body = { ...testDriveForm, datetime, client_ref: `drive-${n}` }
    const write: Write = { method: 'POST', path: 'cars/test-drive/book-test-drive', body, headers: {} }
    const answers = await Promise.all([
      both.a({ ...write, headers: keyed(`drive-${n}.1`) }),
      both.b({ ...write, headers: keyed(`drive-${n}.2`) }),
    ])
    expect(answers.map((a) => a.status)).toEqual([200, 200])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  }
  expect(await count("select count(*)::int as n from test_drives where client_ref like 'drive-%'")).toBe(20)
})
