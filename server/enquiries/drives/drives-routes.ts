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
import { fieldError, found, type Mount, ok, okWith } from '../../kernel/call.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { checkDigits, withCode } from '../../users/places.ts'
import { linkedDrive, notifyAnswer, notifyBooking } from './drives-post.ts'
import {
  addTestDrive,
  answeredBy,
  type Booked,
  bookedBy,
  changeDrive,
  driveById,
  type DriveRecord,
  drivesForSeller,
  driveStateOf,
  heldDrive,
  noteAnswer,
  rowOf,
  testDrivesOf,
} from './drives-store.ts'
import { driveInstant, madeOnce } from '../enquiries-rules.ts'
import { type Decision, personDecision, sellerDecision } from './drives-rules.ts'
import type { z } from 'zod/mini'
import { admit, type FormSender } from '../admission.ts'
import { carForSale } from '../enquiries-store.ts'
import { holdForm } from '../forms-store.ts'

const pastTime = () => fieldError('datetime', chooseTime)

/** Stores the request and its e-mails in one transaction; returns `undefined` when the reference was used meanwhile. */
async function bookDrive(
  sql: Sql,
  deps: Deps,
  { client_ref, car_id, filled, ...form }: z.output<typeof testDriveBody>,
  who: Pick<FormSender, 'actor' | 'visitor'> & { user: string | undefined },
): Promise<Booked | undefined> {
  const { market } = deps.config
  const at = new Date(driveInstant(form.datetime, market))
  checkDigits('mobile_number', form.mobile_number, market)
  if (at <= deps.now()) throw pastTime()
  const car = car_id === undefined ? undefined : await carForSale(sql, car_id, who.user)
  const sent = { id: deps.newId(), client_ref, created_at: deps.now(), user: who.user }
  const mobile_number = withCode(market, 'testDrive', form.mobile_number)
  const booked = await addTestDrive(sql, { ...form, ...sent, mobile_number, at, car })
  if (!booked) return undefined
  // A duplicate has waited for the first copy, so it does not count for the rate limit.
  const { held } = await admit(sql, deps, { ...who, filled })
  if (held) await holdForm(sql, 'test_drives', sent.id)
  const drive = await driveById(sql, sent.id)
  if (drive) await notifyBooking(sql, deps, drive)
  return booked
}

interface DriveAnswer {
  answer: SellerAnswer | PersonAnswer
  datetime?: string | undefined
  note?: string | undefined
  client_ref?: string | undefined
}
const noSuchDrive = () => new AppError('not_found', { msg: 'This test drive could not be found.' })

const isPersons = (answer: string): answer is PersonAnswer => personAnswers.some((one) => one === answer)
/** Returns the id of the person who may give this answer; null for a seller when the request is held. */
const answererOf = (drive: DriveRecord, answer: string): string | null =>
  isPersons(answer) ? drive.user_id : drive.held ? null : drive.seller_id

function decisionOf(drive: DriveRecord, { answer, datetime }: DriveAnswer, { config, now }: Deps): Decision {
  const at = datetime === undefined ? undefined : new Date(driveInstant(datetime, config.market))
  const given = { at, now: now() }
  return isPersons(answer) ? personDecision(drive, answer, given) : sellerDecision(drive, answer, given)
}

/**
 * Applies an answer to a request whose row is locked: of two concurrent answers the second sees the result of the first. The
 * other side is notified in the same transaction.
 */
async function answerDrive(
  sql: Sql,
  deps: Deps,
  drive: DriveRecord,
  body: DriveAnswer,
): Promise<TestDriveState> {
  if ((await answeredBy(sql, body.client_ref)) === drive.id) return driveStateOf(drive)
  const decision = decisionOf(drive, body, deps)
  if ('refused' in decision) throw new AppError('answered_meanwhile', { msg: decision.refused })
  if ('past' in decision) throw pastTime()
  await noteAnswer(sql, drive.id, body.client_ref)
  const bySeller = !isPersons(body.answer)
  const note = bySeller ? (body.note ?? '') : drive.note
  // A person who has cancelled is not told that the seller declined, not even with a new note.
  if ('already' in decision && (drive.cancelled || note === '' || note === drive.note))
    return driveStateOf(drive)
  const to = 'to' in decision ? decision.to : drive
  await changeDrive(sql, { id: drive.id, to, note, now: deps.now() })
  const changed = found(await driveById(sql, drive.id))
  await notifyAnswer(sql, deps, { drive: changed, was: drive.status, by: bySeller ? 'seller' : 'person' })
  return driveStateOf(changed)
}

const sent = 'Your answer has been sent'

export function mountDrives(mount: Mount, deps: Deps): void {
  mount(testDriveRoutes.bookTestDrive, async ({ body, user, actor, visitor, sql }) => {
    const mobile_number = withCode(deps.config.market, 'testDrive', body.mobile_number)
    const known = () => bookedBy(sql, { ...body, mobile_number }, user?.id)
    const book = () => bookDrive(sql, deps, body, { user: user?.id, actor, visitor })
    const data = await madeOnce(known, book)
    return { ...ok, msg: 'Your test drive request has been submitted successfully', data }
  })

  mount(testDriveRoutes.getTestDriveList, async ({ body, user, sql }) => {
    const drives = await testDrivesOf(sql, user.id, body)
    return { ...ok, ...drives, count_records: drives.totalCount }
  })
  mount(testDriveRoutes.myCarsTestDriveList, ({ body, user, sql }) =>
    okWith(drivesForSeller(sql, user.id, body)),
  )

  mount(testDriveRoutes.answerTestDrive, async ({ body, user, sql }) => {
    const drive = await heldDrive(sql, body.test_drive_id)
    if (!drive || answererOf(drive, body.answer) !== user.id) throw noSuchDrive()
    return { ...ok, msg: sent, data: await answerDrive(sql, deps, drive, body) }
  })

  /** Returns the request of the secret in an e-mail. */
  const linked = async (
    sql: Sql,
    token: string,
    read: (sql: Sql, id: string) => Promise<DriveRecord | undefined>,
  ): Promise<DriveRecord> => {
    const id = await linkedDrive(sql, token, deps.now())
    const drive = id === undefined ? undefined : await read(sql, id)
    if (!drive) throw new AppError('link_expired')
    return drive
  }
  mount(testDriveRoutes.testDriveByLink, async ({ params, sql }) => {
    const drive = await linked(sql, params.token, driveById)
    return { ...ok, data: rowOf(drive, 'person') }
  })
  mount(testDriveRoutes.answerTestDriveByLink, async ({ body: { token, ...body }, sql }) => {
    const drive = await linked(sql, token, heldDrive)
    return { ...ok, msg: sent, data: await answerDrive(sql, deps, drive, body) }
  })
}
