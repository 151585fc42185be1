import { afterEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { User } from '#contract/users/users.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import { testConfig } from '../support/api.ts'
import { newCar, testId } from '../support/cars.ts'
import { furnish } from '../support/motorkin.ts'
import { place, type ServerProcesses, type Write } from '../support/processes.ts'
import type { Death } from '../support/server-child.ts'
import { adForm } from '../support/writes.ts'

let there: ServerProcesses | undefined
let users: User[] = []
afterEach(async () => {
  await there?.remove()
  there = undefined
})

async function furnished(): Promise<ServerProcesses> {
  there = await place(async (db) => {
    users = await furnish(db, [newCar(1)])
  })
  return there
}
const signedIn = async () => {
  const [user] = users
  if (!user) throw new Error('nobody is there')
  const token = await issueToken(user, { config: testConfig(), now: () => new Date() }, 600)
  return { authorization: `Bearer ${token}` }
}
const adId = '0190a0b0-0000-7000-8000-000000000001'
const keyed = { 'idempotency-key': '"item-1.1"', 'x-device': 'phone-1' }
const car = testId('car', 1)

const writes: Record<string, () => Promise<Write>> = {
  'an enquiry': async () => ({
    method: 'POST',
    path: 'users/send/car-enquiry-mail',
    body: {
      car_id: car,
      client_ref: 'item-1',
      name: 'Thandi',
      email: 'thandi@example.org',
      countryCode: '+27',
      gsm: '821234567',
      message: 'Is it there?',
    },
    headers: keyed,
  }),
  'a new ad': async () => ({
    method: 'POST',
    path: 'cars/add-car',
    body: { ...adForm, id: adId },
    headers: { ...keyed, ...(await signedIn()) },
  }),
  'an edit': async () => ({
    method: 'POST',
    path: 'cars/update-car-details',
    body: { car_id: car, price: 99_000, base_version: 1 },
    headers: { ...keyed, ...(await signedIn()) },
  }),
}

const effects = z.object({
  enquiries: z.int(),
  letters: z.int(),
  ads: z.int(),
  edits: z.int(),
  keys: z.int(),
})
const counted = (from: ServerProcesses) =>
  from.look((db) =>
    db.row(effects, {
      text: `select (select count(*)::int from enquiries) as enquiries, (select count(*)::int from mail_outbox) as letters,
        (select count(*)::int from cars where id = $1) as ads,
        (select coalesce(sum(version - 1), 0)::int from cars) as edits,
        (select count(*)::int from idempotency) as keys`,
      values: [adId],
    }),
  )
const nothing = { enquiries: 0, letters: 0, ads: 0, edits: 0, keys: 0 }
const done: Record<string, object> = {
  'an enquiry': { ...nothing, enquiries: 1, letters: 1, keys: 1 },
  'a new ad': { ...nothing, ads: 1, keys: 1 },
  'an edit': { ...nothing, edits: 1, keys: 1 },
}

const further = { tags: ['full'] }
for (const [death, kind, run] of [
  ['effect', 'an enquiry', {}],
  ['answer-kept', 'an edit', further],
] satisfies [Death, string, object][])
  test(
    `A server killed before commit (${death}) does not save ${kind}; a retry does [S52 S03 I1 I2]`,
    run,
    async () => {
      const from = await furnished()
      const write = await writes[kind]?.()
      if (!write) throw new Error(kind)
      const dying = await from.start(death)
      await expect(dying.ask(write)).rejects.toThrow('fetch failed')
      await dying.gone
      expect(await counted(from)).toEqual(nothing)

      const next = await from.start()
      const answer = await next.ask(write)
      expect([answer.status, answer.replayed]).toEqual([200, false])
      expect((await next.ask(write)).replayed).toBe(true)
      await next.kill()
      expect(await counted(from)).toEqual(done[kind])
    },
  )

for (const [kind, run] of [
  ['an enquiry', further],
  ['a new ad', {}],
] satisfies [string, object][])
  test(
    `A server killed after the commit of ${kind} gives its answer to a retry [S52 S01 I2]`,
    run,
    async () => {
      const from = await furnished()
      const write = await writes[kind]?.()
      if (!write) throw new Error(kind)
      const dying = await from.start('committed')
      await expect(dying.ask(write)).rejects.toThrow('fetch failed')
      await dying.gone

      const next = await from.start()
      const answer = await next.ask(write)
      expect([answer.status, answer.replayed, answer.body['success']]).toEqual([200, true, true])
      const receipt = await next.ask({
        method: 'POST',
        path: 'sync/receipt/item-1.1/void',
        headers: write.headers ?? {},
      })
      expect(receipt.body['data']).toEqual({ state: 'applied', reply: answer.body })
      await next.kill()
      expect(await counted(from)).toEqual(done[kind])
    },
  )
