// Who is notified of a test drive. Every e-mail is queued in the transaction of what it reports, under a key of its own.
import { testDrivePages } from '#contract/forms/test-drives.ts'
import { regionOf } from '#contract/values/region.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { queueEmail } from '../../kernel/mail/outbox.ts'
import { knownNames, operatorAddress, siteIn } from '../../reference/reference-store.ts'
import { mayWriteTo } from '../admission.ts'
import {
  acceptedEmail,
  askedEmail,
  bookedEmail,
  cancelledEmail,
  confirmedEmail,
  declinedEmail,
  doneEmail,
  type DriveEmail,
  type DriveStory,
  operatorEmail,
  proposedEmail,
} from './drives-emails.ts'
import { makeDriveLink } from './drives-links.ts'
import type { DriveStatus } from './drives-rules.ts'
import type { DriveRecord } from './drives-store.ts'

type PostDeps = Pick<Deps, 'config' | 'newId' | 'now'>
type Reader = 'person' | 'seller'

/** Names from the form are said only where they are names of ours. */
async function titleOf(
  sql: Sql,
  { car_title, car_brand: make, car_model: model }: DriveRecord,
): Promise<string> {
  if (car_title !== '') return car_title
  const known = await knownNames(sql, { make, model, province: '', city: '' })
  return known.make && known.model ? `${make} ${model}` : 'a car'
}

async function storyOf(sql: Sql, { config }: PostDeps, drive: DriveRecord, of: Reader): Promise<DriveStory> {
  const guest = of === 'person' && drive.user_id === null
  const until = new Date(Math.max(drive.datetime.getTime(), drive.proposed_datetime?.getTime() ?? 0))
  const page = guest
    ? testDrivePages.byLink.replace(':token', await makeDriveLink(sql, drive.id, until))
    : of === 'person'
      ? testDrivePages.asked
      : testDrivePages.onMyCars
  const { name } = await siteIn(sql, config)
  const { timeZone, prefix } = regionOf[config.market]
  return {
    drive,
    title: await titleOf(sql, drive),
    url: new URL(page, config.publicUrl).href,
    timeZone,
    prefix: prefix.testDrive,
    site: { name, email: await operatorAddress(sql) },
  }
}

/** The address of the seller, or of the operator where there is none (any more). */
const sellersAddress = async (sql: Sql, drive: DriveRecord): Promise<string> =>
  drive.seller_email ?? (await operatorAddress(sql))

async function post(
  sql: Sql,
  deps: PostDeps,
  drive: DriveRecord,
  { to, mail, reader }: { to: string; mail: DriveEmail; reader: Reader },
): Promise<void> {
  const first = drive.version === 0 && reader === 'seller'
  await queueEmail(sql, {
    ...mail,
    id: deps.newId(),
    // The e-mail about a row has its key; `deleteAccount` finds all of them by what is before the point.
    dedup_key: first ? drive.id : `${drive.id}.${drive.version}.${reader}`,
    recipient: to,
    created_at: deps.now(),
    held: drive.held,
    // The seller answers the person; a person may answer the operator, as any e-mail.
    ...(reader === 'seller' && drive.email !== '' && { reply_to: drive.email }),
    // It carries a secret.
    forget: reader === 'person' && drive.user_id === null,
  })
}

async function emailPerson(
  sql: Sql,
  deps: PostDeps,
  drive: DriveRecord,
  write: (story: DriveStory) => DriveEmail,
): Promise<void> {
  const kind = drive.version === 0 ? 'confirmations' : 'driveLetters'
  if (!drive.held && !(await mayWriteTo(sql, deps, kind, drive.email))) return
  const mail = write(await storyOf(sql, deps, drive, 'person'))
  await post(sql, deps, drive, { to: drive.email, mail, reader: 'person' })
}
async function emailSeller(
  sql: Sql,
  deps: PostDeps,
  drive: DriveRecord,
  write: (story: DriveStory) => DriveEmail,
): Promise<void> {
  const mail = write(await storyOf(sql, deps, drive, 'seller'))
  await post(sql, deps, drive, { to: await sellersAddress(sql, drive), mail, reader: 'seller' })
}

/** The seller, or the operator where no car was chosen, and the person who asked. */
export async function notifyBooking(sql: Sql, deps: PostDeps, drive: DriveRecord): Promise<void> {
  await emailSeller(sql, deps, drive, drive.seller_id === null ? operatorEmail : askedEmail)
  await emailPerson(sql, deps, drive, bookedEmail)
}

const toPerson: Readonly<Record<DriveStatus, (s: DriveStory, wasConfirmed: boolean) => DriveEmail>> = {
  confirmed: confirmedEmail,
  pending: proposedEmail,
  declined: declinedEmail,
  done: doneEmail,
}

/** The other side of an answer; what nobody was told of, because it is held, nobody is told at all once it has ended. */
export async function notifyAnswer(
  sql: Sql,
  deps: PostDeps,
  { drive, was, by }: { drive: DriveRecord; was: DriveStatus; by: Reader },
): Promise<void> {
  if (drive.held) {
    await sql.run({
      text: `delete from mail_outbox where split_part(dedup_key, '.', 1) = $1`,
      values: [drive.id],
    })
    return
  }
  const wasConfirmed = was === 'confirmed'
  if (by === 'seller') {
    await emailPerson(sql, deps, drive, (story) => toPerson[drive.status](story, wasConfirmed))
    return
  }
  await emailSeller(sql, deps, drive, (story) =>
    drive.cancelled ? cancelledEmail(story, wasConfirmed) : acceptedEmail(story),
  )
  // A person who accepts wants it in their calendar too.
  if (!drive.cancelled) await emailPerson(sql, deps, drive, confirmedEmail)
}
