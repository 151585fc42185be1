import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { adminPeopleRoutes } from '#contract/admin/people.ts'
import { adRoutes } from '#contract/ads.ts'
import { alertLimits, alertRoutes } from '#contract/forms/alerts.ts'
import { accountRoutes } from '#contract/users/account.ts'
import { sendAlerts } from '../../server/cars/alerts/alerts.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { forgetOld } from '../../server/start-jobs.ts'
import { forgetReference } from '../../server/reference/reference-store.ts'
import { hashPassword } from '../../server/kernel/secrets.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { newCar, testId, world } from '../support/cars.ts'
import { imported, tableOf } from '../support/import.ts'
import { addUser, adminSession, furnish } from '../support/motorkin.ts'

let server: TestServer
const tokens = new Map<string, string>()
const minute = 60_000
const day = 1440 * minute

beforeAll(async () => {
  server = await testServer({
    env: { PUBLIC_URL: 'https://motorkin.example', UNSUBSCRIBE_EMAIL: 'leave@motorkin.test' },
    seed: async ({ db }) => void (await furnish(db)),
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server
  await db.run({ text: `delete from users where id in ('buyer', 'seller', 'dealer', 'desk')` })
  await db.run({
    text: `delete from cars; delete from proposed_names; delete from models where id = 'a-model'`,
  })
  await db.run({ text: 'delete from mail_outbox; delete from idempotency; delete from throttles' })
  forgetReference(db)
  server.clock.set('2026-03-01T09:00:00.000Z')
  for (const id of ['buyer', 'seller']) {
    const user = await addUser(db, {
      id,
      email: `${id}@example.org`,
      email_verified_at: '2026-01-01T00:00:00Z',
    })
    tokens.set(id, await server.token(user, 900 * 86_400))
  }
})

const as = (who: string) => ({ token: tokens.get(who) ?? '' })
const set = (model: string, want: 'yes' | 'no' = 'yes', o: { who?: string; key?: string } = {}) =>
  server.call(alertRoutes.setAlert, {
    body: { model, want },
    ...as(o.who ?? 'buyer'),
    ...(o.key !== undefined && { headers: { 'idempotency-key': `"${o.key}"` } }),
  })
const list = async (who = 'buyer') => (await server.call(alertRoutes.myAlerts, as(who))).reply.data
const waiting = async (who?: string) =>
  (await list(who)).map(({ model, told_at }) => [model, told_at !== null])
const emailRow = z.object({
  recipient: z.string(),
  subject: z.string(),
  body_text: z.string(),
  headers: z.record(z.string(), z.string()),
})
/** Returns the e-mails since the last call, sent by two processes that run the job at the same time. */
async function mails(after = 1) {
  server.clock.advance(after * minute)
  await Promise.all([sendAlerts(server.deps), sendAlerts(server.deps)])
  const text = 'delete from mail_outbox returning recipient, subject, body_text, headers'
  return server.db.rows(emailRow, { text })
}
const subjects = async (after?: number) => (await mails(after)).map(({ subject }) => subject)
const sell = (n: number, over: Parameters<typeof newCar>[1] = {}) => insertCars(server.db, [newCar(n, over)])
/** Adds a model to the lists, as the operator does. */
async function addModel(make: string, model: string) {
  await server.db.run({
    text: `insert into models (id, make_id, title, position) select 'a-model', id, $2, 99 from makes where title = $1`,
    values: [make, model],
  })
  forgetReference(server.db)
}
async function dropModel() {
  await server.db.run({ text: `delete from models where id = 'a-model'` })
  forgetReference(server.db)
}

describe('A person waits for a model', () => {
  test('of the lists or the search, under the name that the lists use', async () => {
    expect((await set('bmw x5')).reply.msg).toBe('We will write you an e-mail when this is for sale: BMW X5.')
    await set('Toyota  venza')
    expect(new Set((await waiting()).map(([model]) => model))).toEqual(new Set(['BMW X5', 'Toyota Venza']))
    const answer = await set('Buy cheap tyres')
    expect([answer.status, answer.error.fields]).toEqual([422, { model: 'There is no such model.' }])
  })

  test('once, however often it is sent, and the same key does nothing twice', async () => {
    const first = await set('BMW X5', 'yes', { key: 'a-key-of-the-phone' })
    await set('BMW X5', 'no')
    expect(await waiting()).toEqual([])
    // The response was lost, and the phone repeats the request.
    expect((await set('BMW X5', 'yes', { key: 'a-key-of-the-phone' })).reply).toEqual(first.reply)
    expect(await waiting()).toEqual([])
    await set('BMW X5')
    await set('BMW X5')
    expect(await waiting()).toEqual([['BMW X5', false]])
  })

  test('of 20 at most, also when many arrive at once', async () => {
    const models = world.brands.flatMap(({ maketitle, models: all }) =>
      all.map(({ modeltitle }) => `${maketitle} ${modeltitle}`),
    )
    const more = [
      '4Runner',
      'Venza',
      'Matrix',
      'Avalon',
      'Vitz',
      'Auris',
      'Aygo',
      'Rush',
      'Wish',
      'Noah',
      'Agya',
    ]
    const all = [...models, ...more.map((name) => `Toyota ${name}`)]
    const answers = await Promise.all(all.map((model) => set(model)))
    expect(all.length).toBeGreaterThan(alertLimits.perPerson)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(alertLimits.perPerson)
    expect(answers.find(({ status }) => status === 422)?.error.fields).toEqual({
      model: 'You wait for 20 models already. Remove one in your profile first.',
    })
    expect(await list()).toHaveLength(alertLimits.perPerson)
  })

  test('until they say no, even after the lists rename or drop the model', async () => {
    await addModel('BMW', 'Z-9')
    await set('BMW Z-9')
    await server.db.run({ text: `update models set title = 'Z 9' where id = 'a-model'` })
    forgetReference(server.db)
    await set('BMW X5')
    await set('BMW Z 9')
    expect(new Set((await waiting()).map(([model]) => model))).toEqual(new Set(['BMW X5', 'BMW Z-9']))
    await dropModel()
    expect((await set('BMW Z 9', 'no')).status).toBe(200)
    expect(await waiting()).toEqual([['BMW X5', false]])
    expect((await set('BMW Z-9', 'no')).status).toBe(200)
    expect((await set('BMW Z-9')).status).toBe(422)
  })

  test('and nobody else sees it, and it goes with the account', async () => {
    await set('BMW X5')
    expect(await list('seller')).toEqual([])
    const password = 'correct horse battery'
    await server.db.run({
      text: `update users set password_hash = $1 where id = 'buyer'`,
      values: [await hashPassword(password)],
    })
    await server.call(accountRoutes.deleteAccount, { body: { password }, ...as('buyer') })
    const rows = await server.db.rows(z.object({ n: z.int() }), {
      text: 'select count(*)::int as n from model_alerts',
    })
    expect(rows).toEqual([{ n: 0 }])
  })
})

describe('A car of an awaited model comes in', () => {
  test('and the person gets one e-mail with links to the car and to unsubscribe', async () => {
    await set('BMW X5')
    expect(await subjects()).toEqual([])
    await sell(1, { creator: 'seller', title: '2020 BMW X5\nBcc: all' })
    await sell(2, { creator: 'seller' })
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect([mail?.recipient, mail?.subject]).toEqual(['buyer@example.org', 'BMW X5: for sale now'])
    expect(mail?.body_text).toContain('BMW X5: "2020 BMW X5" in Pretoria, and 1 more.')
    expect(mail?.body_text).toContain('https://motorkin.example/listings?q=BMW%20X5')
    expect(mail?.body_text).toContain('https://motorkin.example/profile?tab=favourites')
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(await waiting()).toEqual([['BMW X5', true]])
    await sell(3, { creator: 'seller' })
    expect(await subjects(2 * 1440)).toEqual([])
  })

  test('whichever way: an ad that is put up again is told as well', async () => {
    await set('BMW X5')
    await sell(1, { creator: 'seller', status: 'inactive' })
    expect(await subjects()).toEqual([])
    const body = { car_id: testId('car', 1), status: 'active' as const }
    expect((await server.call(adRoutes.updateCarDetails, { body, ...as('seller') })).status).toBe(200)
    expect(await subjects()).toEqual(['BMW X5: for sale now'])
  })

  test('of a model that the lists learnt since, however they write it', async () => {
    await set('Toyota Venza')
    expect(await subjects()).toEqual([])
    await server.db.run({ text: `insert into makes (id, title, position) values ('toyota', 'Toyota', 99)` })
    await addModel('Toyota', 'VENZA')
    await sell(1, { creator: 'seller', make: 'Toyota', model: 'VENZA', title: 'A Venza' })
    expect(await subjects()).toEqual(['Toyota Venza: for sale now'])
    await server.db.run({
      text: `delete from models where id = 'a-model'; delete from makes where id = 'toyota'`,
    })
  })

  test('of a model that is listed later with other hyphens and blanks', async () => {
    await addModel('Mazda', 'CX-7')
    await set('Mazda CX-7')
    await dropModel()
    await addModel('Mazda', 'CX 7')
    await sell(1, { creator: 'seller', make: 'Mazda', model: 'CX 7' })
    await sell(2, { creator: 'seller', make: 'Mazda', model: 'CX 7' })
    const [mail] = await mails()
    expect(mail?.subject).toBe('Mazda CX-7: for sale now')
    expect(mail?.body_text).toContain(', and 1 more.')
  })

  test('of a model that an admin says is the one they wait for', async () => {
    await set('Toyota Venza')
    await sell(1, { creator: 'seller' })
    expect(await subjects()).toEqual([])
    await server.db.run({
      text: `insert into proposed_names (id, name_key, make, model, state, model_id, created_at, decided_at)
        select 'a-name', 'toyota venza', 'Toyota', 'Venza', 'merged', o.id, now(), now() from models o
          join makes m on m.id = o.make_id where m.title = 'BMW' and o.title = 'X5'`,
    })
    expect(await subjects()).toEqual(['Toyota Venza: for sale now'])
  })

  test('of ads that an import brings', async () => {
    const dealer = await addUser(server.db, { id: 'dealer', businessname: 'Cars & Co', city: 'Pretoria' })
    await server.db.run({ text: `update users set province = 'Gauteng' where id = 'dealer'` })
    await set('BMW X5')
    expect((await imported(server, dealer, tableOf(2))).counts.added).toBe(2)
    const [mail] = await mails()
    expect([mail?.recipient, mail?.subject]).toEqual(['buyer@example.org', 'BMW X5: for sale now'])
  })

  test('of ads that come back when a suspension ends', async () => {
    const desk = await addUser(server.db, { id: 'desk', role: 'admin' })
    const token = await adminSession(server, desk)
    await sell(1, { creator: 'seller' })
    const body = { user_id: 'seller', reason: 'Stolen pictures' }
    expect((await server.call(adminPeopleRoutes.suspendPerson, { body, token })).status).toBe(200)
    await set('BMW X5')
    expect(await subjects()).not.toContain('BMW X5: for sale now')
    await server.call(adminPeopleRoutes.liftSuspension, { body: { user_id: 'seller' }, token })
    expect(await subjects()).toContain('BMW X5: for sale now')
  })

  test('of a model that begins with its make, which is named once', async () => {
    await addModel('Mazda', 'Mazda 323')
    for (const words of ['Mazda 323', 'mazda Mazda 323'])
      expect((await set(words)).reply.data.model).toBe('Mazda 323')
    expect(await waiting()).toEqual([['Mazda 323', false]])
    await sell(1, { creator: 'seller', make: 'Mazda', model: 'Mazda 323', title: 'Old' })
    const [mail] = await mails()
    expect(mail?.subject).toBe('Mazda 323: for sale now')
    expect(mail?.body_text).not.toContain('Mazda Mazda')
    await set('Mazda Mazda 323', 'no')
    expect(await waiting()).toEqual([])
  })

  test('but no e-mail goes to an address before its owner has proved it', async () => {
    await server.db.run({ text: `update users set email_verified_at = null where id = 'buyer'` })
    expect((await set('BMW X5')).reply.msg).toContain('First confirm your e-mail address.')
    await sell(1, { creator: 'seller' })
    expect(await subjects()).toEqual([])
    expect(await waiting()).toEqual([['BMW X5', false]])
    await server.db.run({ text: `update users set email_verified_at = now() where id = 'buyer'` })
    expect(await subjects()).toEqual(['BMW X5: for sale now'])
  })

  test('but nobody is told of their own car, nor anybody who is suspended', async () => {
    await set('BMW X5', 'yes', { who: 'seller' })
    await set('BMW X5')
    await server.db.run({ text: `update users set suspended_at = now() where id = 'buyer'` })
    await sell(1, { creator: 'seller' })
    expect(await subjects()).toEqual([])
  })

  test('and a person gets one e-mail a day about all new cars', async () => {
    for (const model of ['BMW X5', 'BMW 3 Series', 'Mazda CX-5']) await set(model)
    await sell(1, { creator: 'seller' })
    expect(await subjects()).toEqual(['BMW X5: for sale now'])
    await sell(2, { creator: 'seller', model: '3 Series' })
    await sell(3, { creator: 'seller', make: 'Mazda', model: 'CX-5' })
    expect(await subjects(23 * 60)).toEqual([])
    expect(await subjects(60)).toEqual(['2 models you wait for are for sale on Motorkin'])
  })

  test('A crash before the commit leaves neither an e-mail nor a mark', async () => {
    await set('BMW X5')
    await sell(1, { creator: 'seller' })
    const { deps } = server
    const dying = {
      ...deps,
      newId: () => {
        throw new Error('the process dies')
      },
    }
    await expect(sendAlerts(dying)).rejects.toThrow('the process dies')
    expect(await waiting()).toEqual([['BMW X5', false]])
    expect(await subjects()).toEqual(['BMW X5: for sale now'])
  })

  test('Asked again after it was told, it is told again', async () => {
    await set('BMW X5')
    await sell(1, { creator: 'seller' })
    expect(await subjects()).toHaveLength(1)
    await set('BMW X5')
    expect(await waiting()).toEqual([['BMW X5', false]])
    expect(await subjects()).toEqual([])
    expect(await subjects(1440)).toEqual(['BMW X5: for sale now'])
  })
})

describe('Alerts end', () => {
  const click = (url: string, payload = 'List-Unsubscribe=One-Click') =>
    server.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    })

  test('all of them with one click in the mail program, and of nobody else', async () => {
    await set('BMW X5')
    await set('Toyota Venza')
    await set('Toyota Venza', 'yes', { who: 'seller' })
    await sell(1, { creator: 'seller' })
    const [mail] = await mails()
    const url = /<https:\/\/motorkin\.example(\/[^>]+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1]
    const page = await server.app.inject({ url: url ?? '' })
    expect([page.statusCode, page.headers.location]).toEqual([303, '/profile?tab=favourites'])
    expect((await click(url ?? '', '')).statusCode).toBe(422)
    expect(await list()).toHaveLength(2)
    expect((await click((url ?? '').replace('buyer', 'seller'))).statusCode).toBe(410)
    expect((await click(url ?? '')).statusCode).toBe(200)
    expect((await click(url ?? '')).statusCode).toBe(200)
    expect(await list()).toEqual([])
    expect(await waiting('seller')).toEqual([['Toyota Venza', false]])
  })

  test('and are forgotten 90 days after their e-mail, or after two years without one', async () => {
    await set('BMW X5')
    await set('Toyota Venza')
    await sell(1, { creator: 'seller' })
    await mails()
    server.clock.advance(89 * day)
    await forgetOld(server.deps)
    expect(await list()).toHaveLength(2)
    server.clock.advance(2 * day)
    await forgetOld(server.deps)
    expect(await waiting()).toEqual([['Toyota Venza', false]])
    server.clock.advance(640 * day)
    await forgetOld(server.deps)
    expect(await list()).toEqual([])
  })
})
