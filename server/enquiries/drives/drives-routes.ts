import { AppError } from '#contract/errors.ts'
import { testDriveRoutes } from '#contract/forms/test-drives.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { withCode } from '../../users/numbers.ts'
import { answerDrive, answererOf, noSuchDrive } from './answer-drive.ts'
import { bookDrive } from './book-drive.ts'
import { linkedDrive } from './drives-links.ts'
import {
  bookedBy,
  type DriveRecord,
  driveOf,
  drivesForSeller,
  heldDrive,
  rowOf,
  testDrivesOf,
} from './drives-store.ts'

const success = true as const
const sent = 'Your answer has been sent'

export function mountDrives(mount: Mount, deps: Deps): void {
  mount(testDriveRoutes.bookTestDrive, async ({ body, user, actor, visitor, sql }) => {
    const mobile_number = withCode(deps.config.market, 'testDrive', body.mobile_number)
    const known = () => bookedBy(sql, { ...body, mobile_number }, user?.id)
    const book = () => bookDrive(sql, deps, body, { user: user?.id, actor, visitor })
    // Before anything is judged: what was booked in time stays booked when its copy arrives late.
    const booked = (await known()) ?? (await book()) ?? (await known())
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

  mount(testDriveRoutes.answerTestDrive, async ({ body, user, sql }) => {
    const drive = await heldDrive(sql, body.test_drive_id)
    if (!drive || answererOf(drive, body.answer) !== user.id) throw noSuchDrive()
    return { success, msg: sent, data: await answerDrive(sql, deps, drive, body) }
  })

  /** The request behind the secret of an e-mail. */
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
    const drive = await linked(sql, params.token, driveOf)
    return { success, msg: 'Success', data: rowOf(drive, 'person') }
  })
  mount(testDriveRoutes.answerTestDriveByLink, async ({ body: { token, ...body }, sql }) => {
    const drive = await linked(sql, token, heldDrive)
    return { success, msg: sent, data: await answerDrive(sql, deps, drive, body) }
  })
}
