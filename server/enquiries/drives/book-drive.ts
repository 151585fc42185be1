import type { z } from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { chooseTime, type testDriveBody } from '#contract/forms/test-drives.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { checkDigits, withCode } from '../../users/places.ts'
import { admit, type FormSender } from '../admission.ts'
import { driveInstant } from '../enquiries-rules.ts'
import { carForSale } from '../enquiries-store.ts'
import { notifyBooking } from './drives-post.ts'
import { addTestDrive, type Booked, driveById } from './drives-store.ts'

export const pastTime = () =>
  new AppError('validation_failed', { msg: chooseTime, fields: { datetime: chooseTime } })

/** The request and its e-mails, all or none; undefined when its reference was used meanwhile. */
export async function bookDrive(
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
  const { held } = await admit(sql, deps, { ...who, filled })
  const sent = { id: deps.newId(), client_ref, created_at: deps.now(), user: who.user }
  const mobile_number = withCode(market, 'testDrive', form.mobile_number)
  const booked = await addTestDrive(sql, { ...form, ...sent, mobile_number, at, car, held })
  const drive = booked && (await driveById(sql, sent.id))
  if (drive) await notifyBooking(sql, deps, drive)
  return booked
}
