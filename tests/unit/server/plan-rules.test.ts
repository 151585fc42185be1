import fc from '../../support/property.ts'
import { describe, expect, test } from 'vitest'
import { changeOf, monthsLater, movedUp, type RunningPlan } from '../../../server/orders/plan-rules.ts'

const now = new Date('2026-01-31T10:00:00.000Z')
const on = (text: string) => new Date(`${text}T10:00:00.000Z`)
const prices = new Map([
  ['basic', 0],
  ['gold', 2500],
  ['promotion', 3500],
  ['platinum', 5000],
  ['featured-dealership', 500],
])
const alone = (plan: string) => plan === 'featured-dealership'
const bought = (plan: string, months: number) => ({
  plan,
  months,
  price: prices.get(plan) ?? 0,
  timeZone: 'UTC',
})
const running = (plan: string, ends: Date, starts = on('2025-12-01')): RunningPlan => ({
  id: `${plan} until ${ends.toISOString().slice(0, 10)}`,
  plan,
  price: prices.get(plan) ?? 0,
  starts,
  ends,
})

describe('A plan that was paid for', () => {
  test.each([
    ['the first one begins at once', 'gold', 1, [], on('2026-01-31'), on('2026-02-28'), []],
    [
      'the same again begins when the first ends',
      'gold',
      2,
      [running('gold', on('2026-02-10'))],
      on('2026-02-10'),
      on('2026-04-10'),
      [],
    ],
    [
      'one that is over changes nothing',
      'gold',
      1,
      [running('gold', on('2026-01-30'))],
      on('2026-01-31'),
      on('2026-02-28'),
      [],
    ],
    // Ten days of Gold equal five days of Platinum.
    [
      'a dearer one begins at once and takes in what is left',
      'platinum',
      1,
      [running('gold', on('2026-02-10'))],
      on('2026-01-31'),
      on('2026-03-05'),
      ['gold until 2026-02-10'],
    ],
    [
      'Basic is worth nothing',
      'gold',
      1,
      [running('basic', on('2027-01-31'))],
      on('2026-01-31'),
      on('2026-02-28'),
      ['basic until 2027-01-31'],
    ],
    [
      'a cheaper one waits for the dearer one',
      'gold',
      1,
      [running('platinum', on('2026-03-31'))],
      on('2026-03-31'),
      on('2026-04-30'),
      [],
    ],
    // Thirty queued days of Gold equal fifteen days of Platinum.
    [
      'a renewal takes in the cheaper one that waits for it',
      'platinum',
      1,
      [running('platinum', on('2026-03-31')), running('gold', on('2026-04-30'), on('2026-03-31'))],
      on('2026-03-31'),
      on('2026-05-15'),
      ['gold until 2026-04-30'],
    ],
    ['Basic begins at once', 'basic', 2, [], on('2026-01-31'), on('2026-03-31'), []],
    [
      'a featured dealership stands beside the others',
      'featured-dealership',
      12,
      [running('platinum', on('2026-03-31'))],
      on('2026-01-31'),
      on('2027-01-31'),
      [],
    ],
    [
      'and others take nothing of it',
      'platinum',
      24,
      [running('featured-dealership', on('2026-03-31'))],
      on('2026-01-31'),
      on('2028-01-31'),
      [],
    ],
    [
      'and itself it follows',
      'featured-dealership',
      1,
      [running('featured-dealership', on('2026-03-31'))],
      on('2026-03-31'),
      on('2026-04-30'),
      [],
    ],
  ] as const)('%s', (_, plan, months, plans, starts, ends, ended) => {
    expect(changeOf(now, bought(plan, months), plans, alone)).toMatchObject({ starts, ends, ended })
  })

  test('Plans waiting behind a withdrawn plan begin earlier, in the same order', () => {
    const waiting = [
      running('gold', on('2026-05-31'), on('2026-03-31')),
      running('featured-dealership', on('2026-06-02'), on('2026-05-02')),
      running('promotion', on('2026-03-31'), on('2026-03-03')),
    ]
    expect(movedUp(now, waiting, alone).map((p) => [p.plan, p.starts, p.ends])).toEqual([
      ['promotion', now, on('2026-02-28')],
      ['gold', on('2026-02-28'), on('2026-04-30')],
      ['featured-dealership', now, on('2026-03-03')],
    ])
    expect(movedUp(now, [running('gold', on('2026-02-28')), ...waiting.slice(2)], alone)).toMatchObject([
      { plan: 'promotion', starts: on('2026-02-28') },
    ])
    expect(movedUp(now, [running('gold', on('2026-02-28'))], alone)).toEqual([])
  })

  test('A month ends on the same day, or on the last one there is', () => {
    const later = (from: Date, months: number) => monthsLater(from, { months, timeZone: 'UTC' })
    expect(later(on('2026-01-31'), 1)).toEqual(on('2026-02-28'))
    expect(later(on('2028-01-31'), 1)).toEqual(on('2028-02-29'))
    expect(later(on('2026-11-30'), 3)).toEqual(on('2027-02-28'))
    expect(later(on('2026-03-15'), 24)).toEqual(on('2028-03-15'))
  })

  test('A month is one on the clock of the market [R-SUBS-08]', () => {
    // In Johannesburg it is 00:30 on 1 March; in Lagos it is still February.
    const from = new Date('2026-02-28T22:30:00.000Z')
    const later = (timeZone: string) => monthsLater(from, { months: 1, timeZone }).toISOString()
    expect(later('Africa/Johannesburg')).toBe('2026-03-31T22:30:00.000Z')
    expect(later('Africa/Lagos')).toBe('2026-03-28T22:30:00.000Z')
    // The local hour stays the same over a clock change.
    expect(later('Europe/Berlin')).toBe('2026-03-28T22:30:00.000Z')
    const autumn = new Date('2026-10-01T10:00:00.123Z')
    const end = monthsLater(autumn, { months: 1, timeZone: 'Europe/Berlin' })
    expect(end.toISOString()).toBe('2026-11-01T11:00:00.123Z')
  })

  test('Whatever is bought in whatever order, nothing that was paid for is lost', () => {
    const plan = fc.constantFrom('gold', 'promotion', 'platinum', 'featured-dealership')
    const order = fc.record({
      plan,
      months: fc.integer({ min: 1, max: 24 }),
      after: fc.integer({ min: 0, max: 400 }),
    })
    fc.assert(
      fc.property(fc.array(order, { maxLength: 8 }), (orders) => {
        let at = now
        let plans: RunningPlan[] = []
        for (const [i, { plan: name, months, after }] of orders.entries()) {
          at = new Date(at.getTime() + after * 86_400_000)
          const change = changeOf(at, bought(name, months), plans, alone)
          const before = worth(plans, at)
          const start = change.starts
          plans = plans.map((p) =>
            change.ended.includes(p.id) ? { ...p, ends: p.starts > start ? p.starts : start } : p,
          )
          plans.push({ ...running(name, change.ends, change.starts), id: String(i) })
          const paid =
            (prices.get(name) ?? 0) *
            ((monthsLater(change.starts, { months, timeZone: 'UTC' }).getTime() - change.starts.getTime()) /
              86_400_000)
          // Rounding loses less than one day of the new plan.
          const lost = before + paid - worth(plans, at)
          expect(lost).toBeLessThan((prices.get(name) ?? 0) + 1e-3)
          expect(lost).toBeGreaterThan(-1e-3)
          const ads = plans.filter((p) => !alone(p.plan) && p.ends > p.starts)
          const meet = ads.some((a) => ads.some((b) => a.id < b.id && a.ends > b.starts && b.ends > a.starts))
          expect(meet).toBe(false)
        }
      }),
    )
  })
})
const worth = (plans: readonly RunningPlan[], at: Date) =>
  plans.reduce((sum, { price, starts, ends }) => {
    const days = (ends.getTime() - Math.max(starts.getTime(), at.getTime())) / 86_400_000
    return sum + Math.max(0, days) * price
  }, 0)
