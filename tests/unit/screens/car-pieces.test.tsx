// @vitest-environment node
import fc from '../../support/property.ts'
import { describe, expect, test } from 'vitest'
import { parsePhoneNumber, groupDigits } from '#parts/contact/show-number.tsx'
import { findFirstThumbnail } from '../../../src/features/car/gallery/gallery.tsx'
import {
  clampToFrame,
  maxScale,
  unzoomed,
  zoomAt,
  type ZoomTransform,
} from '../../../src/features/car/gallery/use-zoom.ts'
import { calculateMonthlyPayment } from '../../../src/features/car/about/car-heading.tsx'
import { formatUtcDay } from '#contract/values/region.ts'
import { formatListedAgo } from '../../../src/features/car/words.ts'

describe('Numbers and dates', () => {
  test('A publish date is DD-MM-YYYY [R-CAR-14]', () => {
    expect(formatUtcDay('2026-03-09T23:59:00.000Z')).toBe('09-03-2026')
  })

  test('A national number gets the country code; a full number keeps its own [R-CAR-10]', () => {
    expect(parsePhoneNumber('082 123 4567', 'mixed')).toBe('+27821234567')
    expect(parsePhoneNumber('8031234567', 'ng')).toBe('+2348031234567')
    expect(parsePhoneNumber('+264 81 123 4567', 'za')).toBe('+264811234567')
    expect(parsePhoneNumber('0027821234567', 'mixed')).toBe('+27821234567')
    for (const none of ['', ' ', '-', '000', 'ask me'])
      expect(parsePhoneNumber(none, 'mixed')).toBeUndefined()
  })

  test('A number is shown in groups that spell the same number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+(?:27|234|264)\d{7,11}$/), (number) => {
        expect(groupDigits(number).replaceAll(' ', '')).toBe(number)
      }),
    )
  })

  test('The age of an ad is never in the future or without a unit', () => {
    const now = Date.parse('2026-03-12T12:00:00.000Z')
    const at = (days: number) => formatListedAgo(new Date(now - days * 86_400_000).toISOString(), now)
    expect([at(-3), at(0), at(1), at(2), at(31), at(80), at(800)]).toEqual([
      'listed today',
      'listed today',
      'listed 1 day ago',
      'listed 2 days ago',
      'listed 1 month ago',
      'listed 2 months ago',
      'listed 2 years ago',
    ])
  })

  test('The months pay back exactly what was owed, with its interest', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 90_000_000 }),
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 1, max: 72 }),
        fc.integer({ min: 0, max: 30 }),
        (price, deposit, months, rate) => {
          const payment = calculateMonthlyPayment(price, { deposit, months, rate })
          let owed = price * (1 - deposit / 100)
          for (let i = 0; i < months; i += 1) owed = owed * (1 + rate / 1200) - payment
          expect(Math.abs(owed) / price).toBeLessThan(1e-6)
        },
      ),
    )
  })
})

describe('The pictures', () => {
  test('Five thumbnails at most, and the shown picture is always among them [R-CAR-02]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(), (count, n) => {
        const at = n % count
        const from = findFirstThumbnail(at, count)
        const last = Math.min(from + 5, count) - 1
        expect(from).toBeGreaterThanOrEqual(0)
        expect(at >= from && at <= last).toBe(true)
        expect(last - from + 1).toBe(Math.min(5, count))
      }),
    )
  })

  const frame = { width: 390, height: 293 }
  const anyView: fc.Arbitrary<ZoomTransform> = fc
    .record({
      scale: fc.double({ min: 1, max: 4, noNaN: true }),
      x: fc.integer({ min: -900, max: 900 }),
      y: fc.integer({ min: -900, max: 900 }),
    })
    .map((v) => clampToFrame(v, frame))
  test('However one pinches, the picture covers its frame and stays within its limits', () => {
    fc.assert(
      fc.property(
        anyView,
        fc.double({ min: 0.01, max: 20, noNaN: true }),
        fc.integer(),
        fc.integer(),
        (view, scale, x, y) => {
          const next = zoomAt(view, scale, { x: x % 195, y: y % 146 }, frame)
          expect(next.scale).toBeGreaterThanOrEqual(1)
          expect(next.scale).toBeLessThanOrEqual(maxScale)
          expect(Math.abs(next.x)).toBeLessThanOrEqual(((next.scale - 1) / 2) * frame.width + 1e-9)
          expect(Math.abs(next.y)).toBeLessThanOrEqual(((next.scale - 1) / 2) * frame.height + 1e-9)
        },
      ),
    )
  })

  test('What lies under the fingers stays under them while zooming in', () => {
    fc.assert(
      fc.property(fc.integer({ min: -195, max: 195 }), fc.integer({ min: -146, max: 146 }), (x, y) => {
        const next = zoomAt(unzoomed, 2.5, { x, y }, frame)
        const under = { x: (x - next.x) / next.scale, y: (y - next.y) / next.scale }
        expect(under.x).toBeCloseTo(x, 6)
        expect(under.y).toBeCloseTo(y, 6)
      }),
    )
  })
})
