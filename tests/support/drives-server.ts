import { z } from 'zod/mini'
import type { ReplyOf } from '#contract/http.ts'
import { testDriveRoutes } from '#contract/forms/test-drives.ts'
import type { User } from '#contract/users/users.ts'
import { type TestAnswer, type TestServer, type TestServerOptions, testServer } from './api.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { newCar, testId } from './cars.ts'
import { addUser, furnish } from './motorkin.ts'
import { testDriveForm } from './writes.ts'

/** Server with a seller, their car, a person who asks for a test drive, and the e-mails to them. */

export const driveCar = testId('car', 1)
const emailRow = z.object({
  dedup_key: z.string(),
  recipient: z.string(),
  reply_to: z.nullable(z.string()),
  subject: z.string(),
  body_text: z.string(),
  body_html: z.string(),
  calendar: z.nullable(z.string()),
  forget: z.boolean(),
  held: z.boolean(),
})
export type DriveMail = z.output<typeof emailRow>
type Headers = Record<string, string>
type Answered<Name extends keyof typeof testDriveRoutes> = Promise<TestAnswer<(typeof testDriveRoutes)[Name]>>
type Listed<Name extends keyof typeof testDriveRoutes> = Promise<ReplyOf<(typeof testDriveRoutes)[Name]>>

export interface DrivesServer extends TestServer {
  tokenOf: (who: string) => Promise<string>
  book: (over?: object, o?: { as?: string; headers?: Headers }) => Answered<'bookTestDrive'>
  /** Books a test drive and returns its id. */
  booked: (over?: object, as?: string) => Promise<string>
  answer: (who: string, id: string, answer: string, over?: object) => Answered<'answerTestDrive'>
  /** Returns the e-mails of the outbox in the order of writing, and deletes them. */
  mail: () => Promise<DriveMail[]>
  /** Returns the secret of the newest link in these e-mails. */
  secretIn: (mails: readonly DriveMail[]) => string
  own: (who: string) => Listed<'getTestDriveList'>
  forSeller: (who: string, page?: object) => Listed<'myCarsTestDriveList'>
  /** Deletes all data of earlier tests. */
  clear: () => Promise<void>
}

export async function drivesServer(o: TestServerOptions = {}): Promise<DrivesServer> {
  const people = new Map<string, User>()
  const server = await testServer({
    ...o,
    seed: async ({ db }) => {
      await furnish(db)
      const seller = { businessname: 'Nkosi Cars', country_code: '+27', gsm: '821110000' }
      people.set('seller', await addUser(db, { id: 'seller', email: 'seller@example.org', ...seller }))
      people.set('buyer', await addUser(db, { id: 'buyer' }))
      people.set('other', await addUser(db, { id: 'other' }))
      await insertCars(db, [newCar(1, { creator: 'seller', title: '2019 BMW X5' })])
    },
  })
  const { db, call } = server
  const tokenOf = async (who: string) => {
    const user = people.get(who)
    if (!user) throw new Error(`Nobody is called ${who}`)
    return server.token(user)
  }
  const book: DrivesServer['book'] = async (over = {}, { as, headers = {} } = {}) =>
    call(testDriveRoutes.bookTestDrive, {
      body: { ...testDriveForm, car_id: driveCar, ...over },
      headers,
      ...(as !== undefined && { token: await tokenOf(as) }),
    })
  return {
    ...server,
    tokenOf,
    book,
    booked: async (over = {}, as = 'buyer') => {
      const { reply } = await book(over, as === '' ? {} : { as })
      return reply.data._id
    },
    answer: async (who, id, answer, over = {}) =>
      call(testDriveRoutes.answerTestDrive, {
        body: { test_drive_id: id, answer, title: 'A car', ...over },
        token: await tokenOf(who),
      }),
    mail: async () => {
      const mails = await db.rows(emailRow, {
        text: `select *, next_at = 'infinity' as held from mail_outbox order by id`,
      })
      await db.run({ text: 'delete from mail_outbox' })
      return mails
    },
    secretIn: (mails) =>
      mails.flatMap(({ body_text }) => [...body_text.matchAll(/\/test-drive\/([\w-]+)/g)]).at(-1)?.[1] ?? '',
    own: async (who) =>
      (await call(testDriveRoutes.getTestDriveList, { body: {}, token: await tokenOf(who) })).reply,
    forSeller: async (who, page = {}) =>
      (await call(testDriveRoutes.myCarsTestDriveList, { body: page, token: await tokenOf(who) })).reply,
    clear: async () => {
      server.clock.set('2026-03-01T09:00:00.000Z')
      const tables = ['test_drives', 'mail_outbox', 'throttles', 'idempotency']
      await db.run({ text: tables.map((table) => `delete from ${table}`).join(';') })
      await db.run({ text: `update cars set status = 'active' where id = '${driveCar}'` })
    },
  }
}
