import { describe, expect, test } from 'vitest'
import { hasDigits, regionOf, markets } from '#contract/values/region.ts'
import { demoWorld } from '../../../demo/seed.ts'

const { people } = demoWorld(1, new Date('2026-11-20T15:30:00Z'), 600)

describe('people', () => {
  test('Forty dealers and 160 private sellers live in both countries', () => {
    const others = people.slice(4)
    expect(others.filter((p) => p.kind === 'dealer')).toHaveLength(40)
    expect(others.filter((p) => p.kind === 'private')).toHaveLength(160)
    for (const country of ['ZA', 'NG'])
      expect(others.filter((p) => p.country === country).length).toBeGreaterThan(60)
    const named = others.filter((p) => p.kind === 'dealer').map((p) => p.businessname)
    expect(new Set(named).size).toBe(40)
    for (const name of named) expect(name).not.toMatch(/[{}]|^$/)
  })

  test('The four demo sign-ins are there: buyer, seller with Gold, dealer with Platinum, admin', () => {
    expect(people.slice(0, 4).map((p) => [p.email, p.role, p.kind, p.plans[0]])).toEqual([
      ['buyer@motorkin.test', 'user', 'private', undefined],
      ['seller@motorkin.test', 'user', 'private', 'gold'],
      ['dealer@motorkin.test', 'user', 'dealer', 'platinum'],
      ['admin@motorkin.test', 'admin', 'private', undefined],
    ])
  })

  test('Everyone has an address of their own at a domain that reaches nobody', () => {
    expect(new Set(people.map((p) => p.email)).size).toBe(people.length)
    expect(new Set(people.map((p) => p.id)).size).toBe(people.length)
    for (const { email } of people) expect(email).toMatch(/^[a-z0-9.-]+@(?:people\.)?motorkin\.test$/)
  })

  test.each(markets)('In the market %s everybody has a number that its forms accept [R-VAL-64]', (market) => {
    const there = demoWorld(1, new Date('2026-11-20T15:30:00Z'), 600, market).people
    expect(there.filter((p) => !hasDigits(p.gsm, regionOf[market]))).toEqual([])
    const bare = (all: typeof people) => all.map((p) => ({ ...p, gsm: '' }))
    expect(bare(there)).toEqual(bare(people))
    expect(there.filter((p) => p.mobile_verified_at === null).length).toBeGreaterThan(0)
  })

  test('Names keep the marks of their languages', () => {
    const names = people.map((p) => p.fullname).join(' ')
    for (const letter of ['ọ', 'ẹ', 'ṣ']) expect(names.toLowerCase()).toContain(letter.normalize('NFC'))
  })
})
