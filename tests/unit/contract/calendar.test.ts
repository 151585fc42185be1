import { expect, test } from 'vitest'
import { driveCalendar } from '#contract/forms/calendar.ts'
import { cleanLine } from '#contract/parts.ts'
import fc from '../../support/property.ts'

const drive = {
  _id: 'drive-1',
  status: 'confirmed',
  datetime: '2026-03-05T22:30:00.000Z',
  version: 2,
  updated_at: '2026-03-01T09:00:00.000Z',
} as const
const told = {
  title: '2019 VW\nPolo',
  description: 'Thandi Nkosi\n+27821234567',
  location: '1 Main Road, Pretoria',
  url: 'https://motorkin.example/profile?tab=test-drive',
  site: { name: 'Motorkin', email: 'hello@motorkin.example' },
}

test('A test drive becomes a calendar entry with its times in UTC', () => {
  expect(driveCalendar(drive, told).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Motorkin//Test drives//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:test-drive-drive-1@motorkin',
    'SEQUENCE:2',
    'DTSTAMP:20260301T090000Z',
    'DTSTART:20260305T223000Z',
    'DTEND:20260305T233000Z',
    'ORGANIZER;CN="Motorkin":mailto:hello@motorkin.example',
    'SUMMARY:Test drive: 2019 VW Polo',
    'DESCRIPTION:Thandi Nkosi\\n+27821234567',
    'LOCATION:1 Main Road\\, Pretoria',
    'URL:https://motorkin.example/profile?tab=test-drive',
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

const unfolded = (file: string) => file.replaceAll('\r\n ', '')
const valueOf = (file: string, name: string) =>
  unfolded(file)
    .split('\r\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)
/** Decodes a TEXT value as RFC 5545 3.3.11 specifies. */
const read = (value: string | undefined) =>
  value?.replace(/\\(.)/g, (_, c: string) => (c === 'n' || c === 'N' ? '\n' : c))
const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom(
    'a\r\nEND:VCALENDAR\r\n',
    '\\n;,\\',
    '\u{1F697}'.repeat(60),
    'é'.repeat(80),
    '\u2028x',
    '\0"',
  ),
)
/** Returns the text without the characters that iCalendar forbids. */
const kept = (value: string) =>
  value.replace(/\r\n|[\n\r\u2028\u2029]/g, '\n').replace(/(?!\n)[\p{Cc}\p{Surrogate}]/gu, '')

test('Whatever is written is read again, and no line has more than 75 octets', () => {
  fc.assert(
    fc.property(fc.record({ title: words, description: words, location: words, url: words }), (typed) => {
      const file = driveCalendar(drive, { ...typed, site: { name: typed.title, email: typed.url } })
      for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(file.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
      expect(Buffer.from(file).toString()).toBe(file)
      expect(read(valueOf(file, 'SUMMARY'))).toBe(`Test drive: ${kept(cleanLine(typed.title))}`)
      expect(read(valueOf(file, 'DESCRIPTION')) ?? '').toBe(kept(typed.description))
      const names = unfolded(file)
        .split('\r\n')
        .map((line) => line.split(/[:;]/)[0])
      expect(names.filter((name) => name === 'BEGIN' || name === 'END')).toHaveLength(4)
      expect(names.filter((name) => name === 'ORGANIZER' || name === 'URL')).toHaveLength(2)
    }),
  )
})

test('A rescheduled test drive replaces its earlier calendar entry', () => {
  const first = driveCalendar(drive, told)
  const moved = driveCalendar({ ...drive, datetime: '2026-03-06T10:00:00.000Z', version: 4 }, told)
  expect(valueOf(first, 'SUMMARY')).toBe('Test drive: 2019 VW Polo')
  expect(valueOf(moved, 'UID')).toBe(valueOf(first, 'UID'))
  expect([valueOf(first, 'SEQUENCE'), valueOf(moved, 'SEQUENCE')]).toEqual(['2', '4'])
  expect(valueOf(moved, 'DTSTART')).toBe('20260306T100000Z')
})

test.each([
  ['confirmed', 'PUBLISH', 'CONFIRMED'],
  ['done', 'PUBLISH', 'CONFIRMED'],
  ['declined', 'CANCEL', 'CANCELLED'],
  ['pending', 'CANCEL', 'CANCELLED'],
] as const)('A test drive that is %s is there for calendars with %s', (status, method, said) => {
  const file = driveCalendar({ ...drive, status }, told)
  expect([valueOf(file, 'METHOD'), valueOf(file, 'STATUS')]).toEqual([method, said])
})
