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

/** Secrets in e-mails to people without an account. Only their hashes are stored, so every e-mail has one of its own. */

/** Days a link is good for after the test drive. */
const linkLife = 30
const day = 86_400_000

/** Makes a link to a request and returns its secret, once. */
async function makeDriveLink(sql: Sql, drive: string, until: Date): Promise<string> {
  const secret = makeLinkSecret()
  const expires_at = new Date(until.getTime() + linkLife * day)
  await insertRow(sql, 'test_drive_links', { hash: linkHash(secret), test_drive_id: drive, expires_at })
  return secret
}

/** The request that a link opens. */
export async function linkedDrive(sql: Sql, secret: string, now: Date): Promise<string | undefined> {
  const [id] = await idsOf(sql)`select test_drive_id as id from test_drive_links
    where hash = ${linkHash(secret)} and expires_at > ${now}`
  return id
}

export const oldDriveLinks = `delete from test_drive_links where ${isPast('expires_at')}`

// Who is notified of a test drive. Every e-mail is queued in the transaction of what it reports, under a key of its own.

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

/** Writes to the person who asked, or to the seller; to the operator where there is none (any more). */
async function post(
  sql: Sql,
  deps: EmailDeps,
  drive: DriveRecord,
  { reader, write }: { reader: Reader; write: (story: DriveStory) => EmailWords },
): Promise<void> {
  const isFirst = drive.version === 0
  const toPerson = reader === 'person'
  const kind = isFirst ? 'confirmations' : 'driveLetters'
  if (toPerson && !drive.held && !(await mayWriteTo(sql, deps, kind, drive.email))) return
  await writeEmail(sql, deps, write(await storyOf(sql, deps, drive, reader)), {
    // The e-mail about a row has its key; `deleteAccount` finds all of them by what is before the point.
    dedup_key: isFirst && !toPerson ? drive.id : `${drive.id}.${drive.version}.${reader}`,
    recipient: toPerson ? drive.email : (drive.seller_email ?? (await operatorAddress(sql))),
    held: drive.held,
    // The seller answers the person; a person may answer the operator, as any e-mail.
    ...(!toPerson && drive.email !== '' && { reply_to: drive.email }),
    // It carries a secret.
    forget: toPerson && drive.user_id === null,
  })
}

/** The seller, or the operator where no car was chosen, and the person who asked. */
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

/** The other side of an answer; what nobody was told of, because it is held, nobody is told at all once it has ended. */
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
  // A person who accepts wants it in their calendar too.
  if (!drive.cancelled) await post(sql, deps, drive, { reader: 'person', write: confirmedEmail })
}

const nobody = { fullname: '', email: '', mobile_number: '', state: '', city: '', postcode: '' }

/**
 * For a person whose account goes: what they had asked for is cancelled and forgotten, what was asked of them is
 * declined, and the people who wait for them are notified. `email` is their address where it was proved to be theirs.
 */
export async function endDrivesOf(
  sql: Sql,
  deps: EmailDeps,
  { user, email }: { user: string; email: string | undefined },
): Promise<void> {
  const open = await openDrivesOf(sql, { user, email })
  const isOwn = (d: DriveRecord) =>
    d.user_id === user || (email !== undefined && d.email.toLowerCase() === email)
  // By address, as everybody takes the counts of e-mails to them: two who leave at once do not wait for each other.
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
