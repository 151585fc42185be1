import { expect, test } from 'vitest'
import { instantIn, wallTime } from '#contract/values/zone.ts'

test.each([
  ['Africa/Johannesburg', '2026-03-05T10:00', '2026-03-05T08:00:00.000Z'],
  ['Africa/Lagos', '2026-03-05T10:00', '2026-03-05T09:00:00.000Z'],
  ['Africa/Johannesburg', '2026-01-01T00:30:15', '2025-12-31T22:30:15.000Z'],
  // One hour before and after a clock change.
  ['Europe/Berlin', '2026-03-29T01:30', '2026-03-29T00:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29T03:30', '2026-03-29T01:30:00.000Z'],
  ['America/New_York', '2026-11-01T00:30', '2026-11-01T04:30:00.000Z'],
  ['America/New_York', '2026-11-01T03:30', '2026-11-01T08:30:00.000Z'],
])('In %s the clock shows %s at %s, and back [R-VAL-60]', (zone, wall, instant) => {
  expect(instantIn(zone, wall)).toBe(instant)
  expect(wallTime(zone, Date.parse(instant))).toBe(wall.slice(0, 16))
})

test('A time with a zone means the same everywhere; an invalid one shows nothing [R-VAL-60]', () => {
  for (const zone of ['Africa/Lagos', 'Asia/Tokyo']) {
    expect(instantIn(zone, '2026-03-05T10:00+02:00')).toBe('2026-03-05T08:00:00.000Z')
    expect(instantIn(zone, '2026-03-05T08:00Z')).toBe('2026-03-05T08:00:00.000Z')
  }
  expect(wallTime('Africa/Lagos', NaN)).toBe('')
})
