import type { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import {
  chooseTime,
  type PersonAnswer,
  personAnswers,
  type SellerAnswer,
  type testDriveBody,
  testDriveRoutes,
  type TestDriveState,
} from '#contract/forms/test-drives.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { checkDigits } from '../../users/numbers.ts'
import { driveInstant } from '../enquiries-rules.ts'
import { carForSale } from '../enquiries-store.ts'
import { linkedDrive } from './drives-links.ts'
import { type Decision, personDecision, sellerDecision } from './drives-rules.ts'
import {
  addTestDrive,
  answeredBy,
  type Booked,
  bookedBy,
  changeDrive,
  type Drive,
  driveOf,
  drivesForSeller,
  heldDrive,
  noteAnswer,
  rowOf,
  stateOf,
  testDrivesOf,
} from './drives-store.ts'

type Asked = z.output<typeof testDriveBody>
interface Answer {
  answer: SellerAnswer | PersonAnswer
  datetime?: string | undefined
  note?: string | undefined
  client_ref?: string | undefined
}
const success = true as const
const notFound = () => new AppError('not_found', { msg: 'This test drive could not be found.' })
const past = () => new AppError('validation_failed', { msg: chooseTime, fields: { datetime: chooseTime } })
const isPersons = (answer: string): answer is PersonAnswer => personAnswers.some((one) => one === answer)

export function mountDrives(mount: Mount, deps: Deps): void {
  const { market } = deps.config

  const book = async (sql: Sql, body: Asked, user: string | undefined): Promise<Booked | undefined> => {
    const { client_ref, car_id, filled: _, ...form } = body
    const at = new Date(driveInstant(form.datetime, market))
    checkDigits('mobile_number', form.mobile_number, market)
    if (at <= deps.now()) throw past()
    const car = car_id === undefined ? undefined : await carForSale(sql, car_id)
    const sent = { id: deps.newId(), client_ref, created_at: deps.now(), user }
    return addTestDrive(sql, { ...form, ...sent, at, car, held: false })
  }
  mount(testDriveRoutes.bookTestDrive, async ({ body, user, sql }) => {
    const known = () => bookedBy(sql, body.client_ref, user?.id)
    // Before anything is judged: what was booked in time stays booked when its copy arrives late.
    const booked = (await known()) ?? (await book(sql, body, user?.id)) ?? (await known())
    if (!booked) throw new AppError('key_in_progress', { retryAfter: 1 })
    const data = { ...booked, created_at: booked.created_at.toISOString() }
    return { success, msg: 'Your test drive request has been submitted successfully', data }
  })

  mount(testDriveRoutes.getTestDriveList, async ({ body, user, sql }) => {
    const { data, total } = await testDrivesOf(sql, user.id, body)
    return { success, msg: 'Success', data, totalCount: total, count_records: total }
  })
  mount(testDriveRoutes.myCarsTestDriveList, async ({ body, user, sql }) => ({
    success,
    msg: 'Success',
    ...(await drivesForSeller(sql, user.id, body)),
  }))

  const decisionOf = (drive: Drive, { answer, datetime }: Answer): Decision => {
    const at = datetime === undefined ? undefined : new Date(driveInstant(datetime, market))
    const given = { at, now: deps.now() }
    return isPersons(answer) ? personDecision(drive, answer, given) : sellerDecision(drive, answer, given)
  }
  /** Decided on the row under its lock: of two who answer at once the second answers what the first has made of it. */
  const change = async (sql: Sql, drive: Drive, body: Answer): Promise<TestDriveState> => {
    if ((await answeredBy(sql, body.client_ref)) === drive.id) return stateOf(drive)
    const decision = decisionOf(drive, body)
    if ('refused' in decision) throw new AppError('answered_meanwhile', { msg: decision.refused })
    if ('past' in decision) throw past()
    await noteAnswer(sql, drive.id, body.client_ref)
    const note = isPersons(body.answer) ? drive.note : (body.note ?? '')
    const more = 'already' in decision && !isPersons(body.answer) && note !== '' && note !== drive.note
    if ('already' in decision && !more) return stateOf(drive)
    const to = 'to' in decision ? decision.to : drive
    await changeDrive(sql, { id: drive.id, to, note, now: deps.now() })
    const changed = await driveOf(sql, drive.id)
    if (!changed) throw notFound()
    return stateOf(changed)
  }

  mount(testDriveRoutes.answerTestDrive, async ({ body, user, sql }) => {
    const drive = await heldDrive(sql, body.test_drive_id)
    if (!drive) throw notFound()
    const mine = isPersons(body.answer) ? drive.user_id : drive.held ? null : drive.seller_id
    if (mine !== user.id) throw notFound()
    return { success, msg: 'Your answer has been sent', data: await change(sql, drive, body) }
  })

  const byLink = async (sql: Sql, token: string): Promise<string> => {
    const id = await linkedDrive(sql, token, deps.now())
    if (id === undefined) throw new AppError('link_expired')
    return id
  }
  mount(testDriveRoutes.testDriveByLink, async ({ params, sql }) => {
    const drive = await driveOf(sql, await byLink(sql, params.token))
    if (!drive) throw new AppError('link_expired')
    return { success, msg: 'Success', data: rowOf(drive, 'person') }
  })
  mount(testDriveRoutes.answerTestDriveByLink, async ({ body: { token, ...body }, sql }) => {
    const drive = await heldDrive(sql, await byLink(sql, token))
    if (!drive) throw new AppError('link_expired')
    return { success, msg: 'Your answer has been sent', data: await change(sql, drive, body) }
  })
}
