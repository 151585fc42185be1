import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { adminPeopleRoutes } from '#contract/admin/people.ts'
import { carRoutes } from '#contract/cars.ts'
import { uploadsPath } from '#contract/sync/uploads.ts'
import { routes } from '#contract/index.ts'
import { dealerRoutes } from '#contract/users/dealers.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { peopleVerbs } from '../../server/cli/admin/people-verbs.ts'
import { Misused, verbNamed } from '../../server/cli/admin/verb.ts'
import { accountsServer, type AccountsServer } from '../support/accounts.ts'
import { newCar, testId } from '../support/cars.ts'
import { addUser, adminSession, subscribe } from '../support/motorkin.ts'

let server: AccountsServer
let seller: string
let admin: string
const email = 'seller@example.org'
const sold = testId('car', 1)
const onSale = testId('car', 2)
const hidden = testId('car', 3)

beforeAll(async () => {
  server = await accountsServer()
  await addUser(server.db, { id: 'desk', role: 'admin' })
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server
  await db.run({
    text: `delete from users where id <> 'desk'; delete from mail_outbox; delete from throttles`,
  })
  seller = await server.member(email)
  await insertCars(db, [
    newCar(1, { creator: seller, status: 'sold' }),
    newCar(2, { creator: seller }),
    newCar(3, { creator: seller, status: 'inactive' }),
  ])
  admin = await adminSession(server, { id: 'desk', email: 'desk@motorkin.test' })
})

const listed = async () =>
  (await server.call(carRoutes.getCarList, { body: {} })).reply.data.map(({ _id }) => _id)
const page = async (slug: string) => (await server.call(carRoutes.getSingleCar, { params: { slug } })).status
const suspend = (reason = 'Stolen pictures', user_id = seller, token = admin) =>
  server.call(adminPeopleRoutes.suspendPerson, { body: { user_id, reason }, token })
const lift = () => server.call(adminPeopleRoutes.liftSuspension, { body: { user_id: seller }, token: admin })
const person = async (id = seller) =>
  (await server.call(adminPeopleRoutes.getPerson, { params: { id }, token: admin })).reply.data
const find = async (search: string, more: object = {}) =>
  (await server.call(adminPeopleRoutes.listPeople, { body: { search, ...more }, token: admin })).reply
const logged = () =>
  server.db.rows(z.object({ operator_name: z.string(), action: z.string(), note: z.string() }), {
    text: 'select operator_name, action, note from audit_log where thing_id = $1 order by at, id',
    values: [seller],
  })
const feedSays = async (id: string) =>
  (
    await server.db.row(z.object({ active: z.boolean() }), {
      text: 'select active from feed where car_id = $1',
      values: [id],
    })
  )?.active

describe('Somebody who is suspended', () => {
  test('is signed out everywhere at once, renewals and uploads included [R-ROLE-20]', async () => {
    const [one, two] = [server.browser(), server.browser()]
    await one.signIn(email)
    await two.signIn(email)
    expect((await server.call(routes.getUserProfileData, { token: one.token })).status).toBe(200)
    expect((await suspend()).status).toBe(200)
    for (const { token } of [one, two]) {
      expect((await server.call(routes.getUserProfileData, { token })).error.code).toBe('unauthenticated')
      const headers = { authorization: `Bearer ${token}` }
      expect((await server.app.inject({ method: 'POST', url: uploadsPath, headers })).statusCode).toBe(401)
    }
    expect((await one.refresh()).code).toBe('unauthenticated')
  })

  test('does nothing with a token that no session gave [R-ROLE-20]', async () => {
    const claims = { id: seller, email, fullname: 'S', avatarurl: '', is_subscriber: false }
    const token = await server.token({ ...claims, role: 'user' })
    const read = () => server.call(routes.getUserProfileData, { token })
    expect((await read()).status).toBe(200)
    await suspend()
    expect((await read()).error.code).toBe('unauthenticated')
  })

  test('has no ad among the favourites of others until it is lifted [R-ROLE-20]', async () => {
    const fan = await server.token(await addUser(server.db, { id: 'fan' }))
    for (const car_id of [sold, onSale])
      await server.call(routes.likeDislikeCar, { body: { car_id, want: 'yes' }, token: fan })
    const kept = async () =>
      (await server.call(routes.getFavoriteList, { body: {}, token: fan })).reply.data.length
    await suspend()
    expect(await kept()).toBe(0)
    await lift()
    expect(await kept()).toBe(2)
  })

  test('is told why at the next sign-in, and only with the right password [R-ROLE-20]', async () => {
    await suspend('Stolen pictures')
    const refused = await server.browser().signIn(email)
    expect([refused.error.code, refused.error.msg]).toEqual([
      'suspended',
      'This account is suspended: Stolen pictures',
    ])
    expect((await server.browser().signIn(email, 'wrong password')).error.code).toBe('wrong_credentials')
    const [mail] = (await server.mails(email)).filter(({ subject }) => /suspended/.test(subject))
    expect(mail?.body_text).toContain('Stolen pictures')
  })

  test('has no public ad, car page or dealer page until the suspension is lifted [R-ROLE-20]', async () => {
    expect(await listed()).toEqual([onSale])
    await suspend()
    expect(await listed()).toEqual([])
    expect([await page(onSale), await page(sold)]).toEqual([404, 404])
    expect(await feedSays(onSale)).toBe(false)
    const dealer = { params: { id: seller } }
    expect((await server.call(dealerRoutes.getDealerProfile, dealer)).status).toBe(404)
    expect((await person()).ads).toEqual({ active: 0, sold: 1, inactive: 1, suspended: 1 })
    expect((await lift()).status).toBe(200)
    expect(await listed()).toEqual([onSale])
    expect(await feedSays(onSale)).toBe(true)
    expect((await person()).ads).toEqual({ active: 1, sold: 1, inactive: 1, suspended: 0 })
    expect((await server.browser().signIn(email)).status).toBe(200)
    expect((await server.call(dealerRoutes.getDealerProfile, dealer)).status).toBe(200)
  })

  test('gets no ad on sale by a running import before the suspension is lifted', async () => {
    await suspend()
    await insertCars(server.db, [newCar(4, { creator: seller })])
    await server.db.run({ text: `update cars set status = 'active' where id = $1`, values: [hidden] })
    expect(await listed()).toEqual([])
    await subscribe(server.db, seller, 'platinum', { until: '2030-01-01T00:00:00Z' })
    await lift()
    expect((await listed()).sort()).toEqual([onSale, hidden, testId('car', 4)].sort())
  })

  test('has no more ads on sale afterwards than the plan includes [R-SUBS-02]', async () => {
    await suspend()
    await insertCars(server.db, [newCar(4, { creator: seller }), newCar(5, { creator: seller })])
    await lift()
    expect(await listed()).toHaveLength(2)
    expect((await person()).ads).toMatchObject({ active: 2, inactive: 2, suspended: 0 })
  })

  test('keeps an ad that is hidden for another reason hidden when it is lifted', async () => {
    await suspend()
    await server.db.run({
      text: `update cars set hidden_at = now(), hidden_for = 'Fraud', hidden_by = 'operator', status_before = status
        where id = $1`,
      values: [onSale],
    })
    expect((await lift()).status).toBe(200)
    expect(await listed()).toEqual([])
    await server.db.run({
      text: `update cars set hidden_at = null, hidden_for = '', hidden_by = '', status = status_before,
        status_before = null where id = $1`,
      values: [onSale],
    })
    expect(await listed()).toEqual([onSale])
  })
})

describe('Who may be suspended', () => {
  test('Nobody suspends themselves, and the last admin stays one [R-ROLE-20]', async () => {
    expect((await suspend('Bored', 'desk')).error.code).toBe('forbidden')
    const verb = verbNamed(peopleVerbs, 'suspend')
    await expect(verb?.run(server.deps, ['desk@motorkin.test', 'Bored'])).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  test('Two admins who suspend each other at once leave one of them [R-ROLE-20]', async () => {
    await addUser(server.db, { id: 'desk-2', role: 'admin' })
    const second = await adminSession(server, { id: 'desk-2' })
    const [one, two] = await Promise.all([suspend('A', 'desk-2'), suspend('B', 'desk', second)])
    expect([one.status, two.status].filter((status) => status === 200)).toHaveLength(1)
    await server.db.run({ text: `update users set suspended_at = null, suspended_reason = ''` })
  })

  test('A reason is needed, and a second one comes too late', async () => {
    expect((await suspend('  ')).error.fields).toHaveProperty('reason')
    await suspend()
    expect((await suspend('Again')).error.code).toBe('decided_meanwhile')
    await lift()
    expect((await lift()).error.code).toBe('decided_meanwhile')
    expect((await suspend('Nobody', 'nobody')).error.code).toBe('not_found')
  })
})

test('Signing out everywhere ends every session and leaves the account open', async () => {
  const browser = server.browser()
  await browser.signIn(email)
  expect((await person()).sessions).toHaveLength(1)
  await server.call(adminPeopleRoutes.signOutPerson, { body: { user_id: seller }, token: admin })
  expect((await browser.refresh()).code).toBe('unauthenticated')
  expect((await person()).sessions).toEqual([])
  expect((await server.browser().signIn(email)).status).toBe(200)
  expect((await server.mails(email)).at(-1)?.subject).toBe('You were signed out everywhere')
})

test('People are found by parts of address, name, business or number, marks aside', async () => {
  const { db } = server
  await addUser(db, { id: 'bola', fullname: 'Bọ́lánlé Ògúnléye', businessname: 'Lagos Motors' })
  await addUser(db, { id: 'number', country_code: '+234', gsm: '8012345678' })
  const ids = async (search: string, more?: object) =>
    (await find(search, more)).data.map(({ _id }) => _id).sort()
  expect(await ids('SELLER@example')).toEqual([seller])
  expect(await ids('ogunleye bolanle')).toEqual(['bola'])
  expect(await ids('lagos mot')).toEqual(['bola'])
  expect(await ids('080 1234-56')).toEqual(['number'])
  expect(await ids('+234801')).toEqual(['number'])
  expect(await ids('+234 (0) 801 23')).toEqual(['number'])
  expect(await ids('0000')).toEqual([])
  expect(await ids('', { admins: true })).toEqual(['desk'])
  await suspend()
  expect(await ids('', { suspended: true })).toEqual([seller])
  expect((await find('', { limit: 1 })).totalCount).toBe(4)
})

test('The log holds every action on a person, with its author and reason [R-ROLE-20]', async () => {
  await suspend('Stolen pictures')
  await lift()
  await server.call(adminPeopleRoutes.signOutPerson, { body: { user_id: seller }, token: admin })
  expect(await logged()).toEqual([
    { operator_name: 'desk@motorkin.test', action: 'suspend', note: 'Stolen pictures' },
    { operator_name: 'desk@motorkin.test', action: 'lift', note: '' },
    { operator_name: 'desk@motorkin.test', action: 'sign-out', note: '' },
  ])
})

test('The same is done from a shell, and what makes no sense is said [R-ROLE-20]', async () => {
  const run = (name: string, ...args: string[]) => {
    const verb = verbNamed(peopleVerbs, name)
    if (!verb) throw new Error(name)
    return verb.run(server.deps, args)
  }
  await run('suspend', email, 'Stolen', 'pictures')
  expect(await run('people', 'seller')).toEqual([expect.stringContaining('suspended 2026'), '1 in all.'])
  await run('lift', email)
  await run('make-admin', email)
  expect((await person()).role).toBe('admin')
  await run('remove-admin', email)
  expect(await run('reset-second-factor', email)).toEqual([`${email} had no second factor.`])
  await run('sign-out', email)
  expect((await logged()).map(({ operator_name, action }) => `${operator_name} ${action}`)).toEqual([
    'shell suspend',
    'shell lift',
    'shell make-admin',
    'shell remove-admin',
    'shell sign-out',
  ])
  for (const wrong of [
    ['suspend', email],
    ['lift', email],
    ['make-admin', 'nobody@example.org'],
    ['remove-admin', email],
  ] as const)
    await expect(run(...(wrong as [string, string]))).rejects.toThrow(Misused)
})
