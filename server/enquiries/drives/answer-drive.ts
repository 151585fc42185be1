import { AppError } from '#contract/errors.ts'
import {
  type PersonAnswer,
  personAnswers,
  type SellerAnswer,
  type TestDriveState,
} from '#contract/forms/test-drives.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { driveInstant } from '../enquiries-rules.ts'
import { pastTime } from './book-drive.ts'
import { notifyAnswer } from './drives-post.ts'
import { type Decision, personDecision, sellerDecision } from './drives-rules.ts'
import { answeredBy, changeDrive, type DriveRecord, driveOf, noteAnswer, stateOf } from './drives-store.ts'

export interface DriveAnswer {
  answer: SellerAnswer | PersonAnswer
  datetime?: string | undefined
  note?: string | undefined
  client_ref?: string | undefined
}
export const noSuchDrive = () => new AppError('not_found', { msg: 'This test drive could not be found.' })

const isPersons = (answer: string): answer is PersonAnswer => personAnswers.some((one) => one === answer)
/** Who may give this answer to it; nobody to what the seller does not know of. */
export const answererOf = (drive: DriveRecord, answer: string): string | null =>
  isPersons(answer) ? drive.user_id : drive.held ? null : drive.seller_id

function decisionOf(drive: DriveRecord, { answer, datetime }: DriveAnswer, { config, now }: Deps): Decision {
  const at = datetime === undefined ? undefined : new Date(driveInstant(datetime, config.market))
  const given = { at, now: now() }
  return isPersons(answer) ? personDecision(drive, answer, given) : sellerDecision(drive, answer, given)
}

/**
 * What an answer makes of a request, decided on its row under lock: of two who answer at once the second answers what the
 * first has made of it. The other side is told in the same transaction.
 */
export async function answerDrive(
  sql: Sql,
  deps: Deps,
  drive: DriveRecord,
  body: DriveAnswer,
): Promise<TestDriveState> {
  if ((await answeredBy(sql, body.client_ref)) === drive.id) return stateOf(drive)
  const decision = decisionOf(drive, body, deps)
  if ('refused' in decision) throw new AppError('answered_meanwhile', { msg: decision.refused })
  if ('past' in decision) throw pastTime()
  await noteAnswer(sql, drive.id, body.client_ref)
  const bySeller = !isPersons(body.answer)
  const note = bySeller ? (body.note ?? '') : drive.note
  // To a person who has cancelled, no words of the seller are news: they are not told that a person declined.
  if ('already' in decision && (drive.cancelled || note === '' || note === drive.note)) return stateOf(drive)
  const to = 'to' in decision ? decision.to : drive
  await changeDrive(sql, { id: drive.id, to, note, now: deps.now() })
  const changed = await driveOf(sql, drive.id)
  if (!changed) throw noSuchDrive()
  await notifyAnswer(sql, deps, { drive: changed, was: drive.status, by: bySeller ? 'seller' : 'person' })
  return stateOf(changed)
}
