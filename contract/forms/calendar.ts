import { bytesOf } from '../chat/message-rules.ts'
import { cleanLine } from '../parts.ts'
import type { TestDriveState } from './test-drives.ts'

/** An appointment as a file that calendars read (RFC 5545, methods of RFC 5546). Pure: phone and server write the same. */

/** `20260305T100000Z` */
const utc = (instant: number): string =>
  `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** TEXT of RFC 5545 3.3.11: a line break is two characters, and nothing else below the space is written. */
const text = (value: string): string =>
  value
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\n\r\u2028\u2029]/g, '\\n')
    .replace(/[\p{Cc}\p{Surrogate}]/gu, '')
/** A value that is not TEXT: one line, as it is. */
const plain = (value: string): string => value.replace(/[\p{Cc}\p{Surrogate}\s]/gu, '')
/** A quoted parameter, which knows no escape. */
const quoted = (value: string): string => `"${cleanLine(value).replaceAll('"', "'")}"`

/** No line has more than 75 octets, and no character is cut in two (RFC 5545 3.1). */
function folded(line: string): string {
  let out = ''
  let length = 0
  for (const character of line) {
    const more = bytesOf(character)
    if (length + more > 75) {
      out += '\r\n '
      length = 1
    }
    out += character
    length += more
  }
  return `${out}\r\n`
}

/** Minutes a test drive takes in a calendar; nobody is asked for its end. */
const driveMinutes = 60
export const driveFileName = 'test-drive.ics'

/**
 * The entry of a test drive: the whole file, to be stored as `text/calendar; charset=utf-8`. One that is confirmed is
 * published; whatever else became of it takes it out of the calendar again.
 */
export function driveCalendar(
  drive: TestDriveState,
  o: {
    /** What the car is called. */
    title: string
    /** Who is met, where and what was said: for this reader alone. */
    description: string
    location?: string | undefined
    /** Page of the test drive. */
    url: string
    site: { name: string; email: string }
  },
): string {
  const start = Date.parse(drive.datetime)
  const isOn = drive.status === 'confirmed' || drive.status === 'done'
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Motorkin//Test drives//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${isOn ? 'PUBLISH' : 'CANCEL'}`,
    'BEGIN:VEVENT',
    // Never changes: a calendar finds the entry that it has by it.
    `UID:${text(`test-drive-${drive._id}@motorkin`)}`,
    // Grows with every change; a calendar ignores what is older than what it has.
    `SEQUENCE:${drive.version}`,
    `DTSTAMP:${utc(Date.parse(drive.updated_at))}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(start + driveMinutes * 60_000)}`,
    `ORGANIZER;CN=${quoted(o.site.name)}:mailto:${plain(o.site.email)}`,
    `SUMMARY:${text(`Test drive: ${cleanLine(o.title)}`)}`,
    ...(o.description === '' ? [] : [`DESCRIPTION:${text(o.description)}`]),
    ...(o.location === undefined || o.location === '' ? [] : [`LOCATION:${text(o.location)}`]),
    `URL:${plain(o.url)}`,
    `STATUS:${isOn ? 'CONFIRMED' : 'CANCELLED'}`,
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map(folded).join('')
}
