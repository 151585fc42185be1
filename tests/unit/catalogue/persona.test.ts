import fc from '../../support/property.ts'
import { describe, expect, test } from 'vitest'
import {
  collectionOf,
  introductionOf,
  personaKeys,
  personaOf,
  type PersonaKey,
  type StatedFacts,
} from '#catalogue'
import { carTypes, conditions, drives, filterFuels, filterTransmissions } from '#contract/limits.ts'

const plain: StatedFacts = {
  make: 'Toyota',
  model: 'Corolla',
  year: 2022,
  bodytype: 'Sedan',
  fueltype: 'Petrol',
  transmission: 'Automatic',
  drive: 'FWD',
  condition: 'Used',
  mileage_km: 60_000,
  created_at: '2025-03-01T10:00:00.000Z',
}
const anyCar: fc.Arbitrary<StatedFacts> = fc.record({
  make: fc.constantFrom('Toyota', 'Citroën'),
  model: fc.constantFrom('Corolla', 'C3'),
  year: fc.integer({ min: 1950, max: 2026 }),
  bodytype: fc.constantFrom(...carTypes, 'suv', ''),
  fueltype: fc.constantFrom(...filterFuels, ''),
  transmission: fc.constantFrom(...filterTransmissions, 'Semi-Autometic', ''),
  drive: fc.constantFrom(...drives, ''),
  condition: fc.constantFrom(...conditions, ''),
  mileage_km: fc.integer({ min: 0, max: 500_000 }),
  created_at: fc.constantFrom('2024-01-01T00:00:00.000Z', '2026-06-30T12:00:00.000Z'),
})

describe('The persona of a car', () => {
  const expected: [PersonaKey, Partial<StatedFacts>][] = [
    ['weekend', { bodytype: 'Convertible' }],
    ['quiet', { fueltype: 'Electric' }],
    ['fresh', { condition: 'New', mileage_km: 0 }],
    ['haul', { bodytype: 'Pickup', fueltype: 'Diesel' }],
    ['helper', { bodytype: 'Pickup' }],
    ['everyone', { bodytype: 'Minibus' }],
    ['veteran', { year: 2001 }],
    ['legend', { mileage_km: 240_000 }],
    ['homebody', { year: 2019, mileage_km: 30_000 }],
    ['city', { bodytype: 'hatchback', mileage_km: 42_000 }],
    ['trail', { bodytype: 'SUV', drive: '4WD' }],
    ['hybrid', { fueltype: 'Hybrid' }],
    ['looker', { bodytype: 'Coupe' }],
    ['packer', { bodytype: 'Wagon' }],
    ['horizon', { fueltype: 'Diesel' }],
    ['allrounder', { bodytype: 'SUV' }],
    ['commuter', {}],
    ['handson', { transmission: 'Manual' }],
    ['company', { transmission: 'Semi-Autometic' }],
  ]
  test.each(expected)('A %s is known by its stated facts alone', (key, facts) => {
    expect(personaOf({ ...plain, ...facts }).key).toBe(key)
  })
  test('Every persona can be met', () => {
    expect(expected.map(([key]) => key).sort()).toEqual([...personaKeys].sort())
    expect(new Set(personaKeys.map(collectionOf)).size).toBe(personaKeys.length)
  })

  test('Every line rests on facts the seller stated, word for word', () => {
    fc.assert(
      fc.property(anyCar, (car) => {
        const persona = personaOf(car)
        expect(persona.facts.length).toBeGreaterThan(0)
        for (const fact of persona.facts) {
          expect(fact.text).not.toBe('')
          if (fact.name === 'carfeatures') throw new Error('a card states no features')
          const stated = String(car[fact.name])
          expect(fact.text.replace(/,| km$/g, '')).toBe(stated.trim())
        }
      }),
    )
  })

  test('A number in a line is one of its facts', () => {
    fc.assert(
      fc.property(anyCar, (car) => {
        const persona = introductionOf({ ...car, carfeatures: [] })
        const facts = persona.facts.map((f) => f.text).join(' ')
        for (const number of persona.line.match(/[\d,]*\d/g) ?? []) expect(facts).toContain(number)
      }),
    )
  })

  test('The badge on the bonnet never decides who a car is', () => {
    fc.assert(
      fc.property(anyCar, (car) => {
        expect(personaOf({ ...car, make: 'Volvo', model: 'V60' }).key).toBe(personaOf(car).key)
      }),
    )
  })

  test('A used car whose mileage is unknown is never praised for it', () => {
    fc.assert(
      fc.property(anyCar, (car) => {
        const persona = personaOf({ ...car, mileage_km: 0 })
        expect(persona.facts.map((f) => f.name)).not.toContain('mileage_km')
      }),
    )
  })

  test('Both spellings of a body type give the same persona', () => {
    fc.assert(
      fc.property(anyCar, (car) => {
        expect(personaOf({ ...car, bodytype: car.bodytype.toUpperCase() }).key).toBe(personaOf(car).key)
      }),
    )
  })
})

describe('The introduction on a car’s own page', () => {
  test('Papers are mentioned exactly when the seller listed them', () => {
    const without = introductionOf({ ...plain, carfeatures: ['Sunroof', 'Bluetooth'] })
    expect(without).toMatchObject(personaOf(plain))
    expect(without.line).not.toContain('papers')
    const withPapers = introductionOf({
      ...plain,
      carfeatures: ['Sunroof', 'One owner', 'Full service history'],
    })
    expect(withPapers.line).toBe(`${without.line} And do ask for my papers.`)
    expect(withPapers.facts.map((f) => f.text)).toEqual(['Automatic', 'One owner', 'Full service history'])
  })
})
