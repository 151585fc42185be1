import { describe, expect, test } from 'vitest'
import { fold } from '#catalogue'
import { carFeatures, exteriorColours, interiorColours } from '#contract/values/options.ts'
import { allMakes, type ModelEntry } from '../../../server/reference/makes/read-makes.ts'
import { allProvinces, plans } from '../../../server/reference/reference-rows.ts'

describe('makes and models', () => {
  test('There are 62 makes, each with 4 to 14 models of its own', () => {
    expect(allMakes).toHaveLength(62)
    expect(new Set(allMakes.map((m) => fold(m.title))).size).toBe(62)
    const wrong = allMakes.filter(
      ({ title, models }) =>
        models.length < 4 ||
        models.length > 14 ||
        new Set(models.map((m) => fold(m.title))).size < models.length ||
        models.some((m) => m.make !== title),
    )
    expect(wrong).toEqual([])
  })

  test('Every model has a span of years, price, engine, gearbox and trim', () => {
    const complete = (m: ModelEntry) =>
      m.from >= 1995 &&
      (m.to ?? 2026) >= m.from &&
      m.price > 5 &&
      m.engines.every((e) => /^\d+(\.\d+)?( kWh)?$/.test(e)) &&
      m.engines.some((e) => e.endsWith('kWh')) === m.fuels.includes('Electric') &&
      [m.engines, m.fuels, m.gearboxes, m.trims].every((list) => list.length > 0)
    expect(allMakes.flatMap((m) => m.models).filter((m) => !complete(m))).toEqual([])
  })

  test('No title holds a comma, because addresses separate them by commas [R-LIST-02]', () => {
    for (const make of allMakes)
      for (const { title } of [make, ...make.models]) expect(title).not.toContain(',')
  })
})

describe('places', () => {
  // Degrees: south, north, west, east.
  const boxes = { ZA: [-34.9, -22.1, 16.4, 32.9], NG: [4.2, 13.9, 2.6, 14.7] } as const

  test('There are nine provinces of South Africa and 37 states of Nigeria [R-ENT-15]', () => {
    const count = (country: string) => allProvinces.filter((p) => p.country === country).length
    expect([count('ZA'), count('NG')]).toEqual([9, 37])
    expect(new Set(allProvinces.map((p) => p.name)).size).toBe(46)
  })

  test('Every city lies in its country and no two are at one place [R-ENT-16]', () => {
    const abroad = allProvinces.flatMap(({ country, cities }) => {
      const [south, north, west, east] = boxes[country]
      return cities.filter(({ lat, lng }) => !(lat > south && lat < north && lng > west && lng < east))
    })
    expect(abroad).toEqual([])
    expect(allProvinces.every((p) => p.cities.length > 0)).toBe(true)
    const all = allProvinces.flatMap((p) => p.cities)
    expect(all.length).toBeGreaterThanOrEqual(120)
    expect(new Set(all.map((c) => `${c.lat} ${c.lng}`)).size).toBeGreaterThanOrEqual(all.length - 1)
    for (const { name } of all) expect(name).not.toContain(',')
  })
})

describe('options of an ad', () => {
  test('There are 24 exterior and 21 interior colours and 35 features [R-POST-31 R-POST-32 R-POST-33]', () => {
    expect(new Set(exteriorColours).size).toBe(24)
    expect(new Set(interiorColours).size).toBe(21)
    expect(new Set(carFeatures).size).toBe(35)
    for (const named of ['A/C: Front', 'Backup Camera', 'Bluetooth', 'Sunroof', 'Warranty'])
      expect(carFeatures).toContain(named)
  })

  test('The plans are those of the price list', () => {
    expect(plans.map((p) => [p.name, p.price, p.car_limit])).toEqual([
      ['Basic', 0, 2],
      ['Gold', 2500, 50],
      ['Promotion', 3500, 100],
      ['Platinum', 5000, 1000],
      ['Featured Dealership', 500, 0],
    ])
  })
})
