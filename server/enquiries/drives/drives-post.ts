import { testDrivePages } from '#contract/forms/test-drives.ts'
import { regionOf } from '#contract/values/region.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { dropEmails, type EmailDeps, type EmailWords, writeEmail } from '../../kernel/mail/outbox.ts'
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
  type DriveStory,
  operatorEmail,
  proposedEmail,
} from './drives-emails.ts'
import type { DriveStatus } from './drives-rules.ts'
import { changeDrive, driveById, type DriveRecord, openDrivesOf } from './drives-store.ts'
import { emailKey } from '../../users/users-store.ts'
import { idsOf, insertRow, isPast } from '../../kernel/db/lists.ts'
import { linkHash, makeLinkSecret } from '../../kernel/secrets.ts'

/** Secrets in e-mails to people without an account. Only their hashes are stored, so each e-mail gets a new secret. */

/** Days for which a link is valid after the test drive. */
const linkLife = 30
const day = 86_400_000

/** Creates a link to a request and returns its secret, which is not stored. */
async function makeDriveLink(sql: Sql, drive: string, until: Date): Promise<string> {
  const secret = makeLinkSecret()
  const expires_at = new Date(until.getTime() + linkLife * day)
  await insertRow(sql, 'test_drive_links', { hash: linkHash(secret), test_drive_id: drive, expires_at })
  return secret
}

/** Returns the id of the request that a link opens. */
export async function linkedDrive(sql: Sql, secret: string, now: Date): Promise<string | undefined> {
  const [id] = await idsOf(sql)`select test_drive_id as id from test_drive_links
    where hash = ${linkHash(secret)} and expires_at > ${now}`
  return id
}

export const oldDriveLinks = `delete from test_drive_links where ${isPast('expires_at')}`

// Notifications about test drives. Each e-mail is queued in the transaction of the change that it reports, under its own key.

type Reader = 'person' | 'seller'

/** Returns the title of the car. Names from the form are used only when they are known makes and models. */
async function titleOf(
  sql: Sql,
  { car_title, car_brand: make, car_model: model }: DriveRecord,
): Promise<string> {
  if (car_title !== '') return car_title
  const known = await knownNames(sql, { make, model, province: '', city: '' })
  return known.make && known.model ? `${make} ${model}` : 'a car'
}

async function storyOf(sql: Sql, { config }: EmailDeps, drive: DriveRecord, of: Reader): Promise<DriveStory> {
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

/** Queues an e-mail to the person who asked, or to the seller; to the operator when there is no seller. */
async function post(
  sql: Sql,
  deps: EmailDeps,
  drive: DriveRecord,
  { reader, write }: { reader: Reader; write: (story: DriveStory) => EmailWords },
): Promise<void> {
  const isFirst = drive.version === 0
  const toPerson = reader === 'person'
  const kind = isFirst ? 'confirmations' : 'driveEmails'
  if (toPerson && !drive.held && !(await mayWriteTo(sql, deps, kind, drive.email))) return
  await writeEmail(sql, deps, write(await storyOf(sql, deps, drive, reader)), {
    // The first e-mail about a row has the row's id as key; `deleteAccount` finds the others by the part before the point.
    dedup_key: isFirst && !toPerson ? drive.id : `${drive.id}.${drive.version}.${reader}`,
    recipient: toPerson ? drive.email : (drive.seller_email ?? (await operatorAddress(sql))),
    held: drive.held,
    // The seller replies to the person; a reply of the person goes to the operator, as for any e-mail.
    ...(!toPerson && drive.email !== '' && { reply_to: drive.email }),
    // The e-mail contains a secret.
    forget: toPerson && drive.user_id === null,
  })
}

/** Notifies the seller, or the operator when no car was chosen, and the person who asked. */
export async function notifyBooking(sql: Sql, deps: EmailDeps, drive: DriveRecord): Promise<void> {
  const toSeller = drive.seller_id === null ? operatorEmail : askedEmail
  await post(sql, deps, drive, { reader: 'seller', write: toSeller })
  await post(sql, deps, drive, { reader: 'person', write: bookedEmail })
}

const answers: Readonly<Record<DriveStatus, (s: DriveStory, wasConfirmed: boolean) => EmailWords>> = {
  confirmed: confirmedEmail,
  pending: proposedEmail,
  declined: declinedEmail,
  done: doneEmail,
}

/** Notifies the other side of an answer. For a held request nobody was notified, so its e-mails are deleted instead. */
export async function notifyAnswer(
  sql: Sql,
  deps: EmailDeps,
  { drive, was, by }: { drive: DriveRecord; was: DriveStatus; by: Reader },
): Promise<void> {
  if (drive.held) {
    await dropEmails(sql, [drive.id])
    return
  }
  const wasConfirmed = was === 'confirmed'
  if (by === 'seller') {
    const write = (story: DriveStory) => answers[drive.status](story, wasConfirmed)
    return post(sql, deps, drive, { reader: 'person', write })
  }
  const write = (story: DriveStory) =>
    drive.cancelled ? cancelledEmail(story, wasConfirmed) : acceptedEmail(story)
  await post(sql, deps, drive, { reader: 'seller', write })
  // A person who accepts also gets the calendar file.
  if (!drive.cancelled) await post(sql, deps, drive, { reader: 'person', write: confirmedEmail })
}

const nobody = { fullname: '', email: '', mobile_number: '', state: '', city: '', postcode: '' }

/**
 * Ends the test drives of a deleted account: cancels and deletes the person's own requests, declines requests for their cars,
 * and notifies the other side. `email` is their address if it was verified.
 */
export async function endDrivesOf(
  sql: Sql,
  deps: EmailDeps,
  { user, email }: { user: string; email: string | undefined },
): Promise<void> {
  const open = await openDrivesOf(sql, { user, email })
  const isOwn = (d: DriveRecord) =>
    d.user_id === user || (email !== undefined && d.email.toLowerCase() === email)
  // E-mails to an address lock its counter. A fixed order of addresses prevents deadlocks between two deletions.
  const asked = open.filter((d) => !isOwn(d)).sort((a, b) => (emailKey(a.email) < emailKey(b.email) ? -1 : 1))
  for (const drive of asked) {
    const to = { ...drive, status: 'declined', proposed_datetime: null } as const
    await changeDrive(sql, { id: drive.id, to, note: '', now: deps.now() })
    const changed = await driveById(sql, drive.id)
    if (changed) await notifyAnswer(sql, deps, { drive: changed, was: drive.status, by: 'seller' })
  }
  await sql.exec`update test_drives set note = '' where seller_id = ${user}`
  const gone = await idsOf(sql)`delete from test_drives where user_id = ${user} or lower(email) = ${email}
    returning id`
  await dropEmails(sql, gone)
  for (const drive of open.filter(isOwn)) {
    const { version, status: was } = drive
    const ended = { ...drive, ...nobody, status: 'declined', cancelled: true, version: version + 1 } as const
    await notifyAnswer(sql, deps, { drive: { ...ended, updated_at: deps.now() }, was, by: 'person' })
  }
}
