import { bytesOf } from '../chat/message-rules.ts'
import { cleanLine } from '../parts.ts'
import type { TestDriveState } from './test-drives.ts'

/** An appointment as an iCalendar file (RFC 5545, methods of RFC 5546). Pure functions: phone and server write the same file. */

/** Formats an instant as `20260305T100000Z`. */
const utc = (instant: number): string =>
  `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** Encodes TEXT of RFC 5545 3.3.11: a line break becomes a backslash and an n; all other control characters are removed. */
const text = (value: string): string =>
  value
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\n\r\u2028\u2029]/g, '\\n')
    .replace(/[\p{Cc}\p{Surrogate}]/gu, '')
/** Encodes a value that is not TEXT: one line without escapes. */
const plain = (value: string): string => value.replace(/[\p{Cc}\p{Surrogate}\s]/gu, '')
/** Encodes a quoted parameter, for which no escape exists. */
const quoted = (value: string): string => `"${cleanLine(value).replaceAll('"', "'")}"`

/** Folds a line after at most 75 octets and splits no character (RFC 5545 3.1). */
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

/** Assumed length of a test drive in minutes; the forms ask for no end. */
const driveMinutes = 60
export const driveFileName = 'test-drive.ics'

/**
 * Returns the calendar file of a test drive, to be served as `text/calendar; charset=utf-8`. A confirmed or finished drive is
 * published; any other state removes the entry from the calendar.
 */
export function driveCalendar(
  drive: TestDriveState,
  o: {
    /** Name of the car. */
    title: string
    /** Person to meet, place and messages, for this reader only. */
    description: string
    location?: string | undefined
    /** URL of the test drive's page. */
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
    // The UID never changes: a calendar finds its existing entry by the UID.
    `UID:${text(`test-drive-${drive._id}@motorkin`)}`,
    // Grows with every change; a calendar ignores a lower number than its own.
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
