import fc from '../../support/property.ts'
import { expect, test } from 'vitest'
import { fold, matches, readQuery, transmissionKey, yearOptions } from '#catalogue'
import { readListQuery } from '#contract/list-query.ts'
import { priceRange } from '#contract/limits.ts'
import { newCar, searchable, world } from '../../support/cars.ts'

const read = (query: object) => readQuery(readListQuery(query), world).filter
const finds = (query: object, car: Partial<ReturnType<typeof newCar>>) =>
  matches(searchable(newCar(1, car)), read(query))

test('Filters accept makes and models by title or id, ignoring accents and case [R-LIST-02]', () => {
  const citroen = [{ parent: 'Citroën', children: [] }]
  for (const make of ['Citroën', 'citroen', 'CITROËN', 'make-0000'])
    expect(read({ make: [make] }).makes).toEqual(citroen)
  expect(read({ make: 'Citroën, BMW' }).makes.map((m) => m.parent)).toEqual(['Citroën', 'BMW'])
  expect(read({ model: ['model-0030'] }).makes).toEqual([{ parent: 'BMW', children: ['3 Series'] }])
})

test('A make with chosen models narrows to those, another make beside it stays whole [R-LIST-02 R-API-09]', () => {
  const query = { make: ['BMW', 'Citroën'], model: ['X5'] }
  expect(finds(query, { make: 'BMW', model: 'X5' })).toBe(true)
  expect(finds(query, { make: 'BMW', model: '3 Series' })).toBe(false)
  expect(finds(query, { make: 'Citroën', model: 'C3' })).toBe(true)
  expect(finds(query, { make: 'Mazda', model: '3' })).toBe(false)
})

test('A shared model name follows the chosen make, or means both without one [R-LIST-02]', () => {
  expect(read({ model: ['Cruze'] }).makes.map((m) => m.parent)).toEqual(['Chevrolet', 'Holden'])
  expect(read({ make: ['Holden'], model: ['Cruze'] }).makes).toEqual([
    { parent: 'Holden', children: ['Cruze'] },
  ])
})

test('A city filter brings its province, and same-named towns in two provinces stay apart [R-LIST-14]', () => {
  expect(read({ city: ['Durban'] }).places).toEqual([{ parent: 'KwaZulu-Natal', children: ['Durban'] }])
  const query = { province: ['Gauteng'], city: ['Newtown'] }
  expect(finds(query, { province: 'Gauteng', city: 'Newtown' })).toBe(true)
  expect(finds(query, { province: 'KwaZulu-Natal', city: 'Newtown' })).toBe(false)
})

test('Unknown and unreadable values fall back to no filter instead of an error [R-VAL-11]', () => {
  const nothing = read({})
  expect(
    read({ make: ['No Such Make'], model: 'nor this', year: ['banana', '20'], province: ' , ' }),
  ).toEqual(nothing)
})

test('Bounds that were swapped are read the right way round [R-VAL-11]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4_999_999 }), fc.integer({ min: 1, max: 4_999_999 }), (a, b) => {
      const straight = read({ min_price: Math.min(a, b), max_price: Math.max(a, b) })
      expect(read({ min_price: a, max_price: b })).toEqual(straight)
      expect(read({ min_price: b, max_price: a })).toEqual(straight)
    }),
  )
  expect(finds({ min_kms: 90_000, max_kms: 10_000 }, { mileage: '50 000 Km' })).toBe(true)
})

test('The end of the price slider and a price of 0 mean "and more" [R-LIST-04 R-LIST-31 R-VAL-04]', () => {
  const dear = { price: 90_000_000 }
  expect(finds({}, dear)).toBe(true)
  expect(finds({ max_price: 0 }, dear)).toBe(true)
  expect(finds({ max_price: priceRange.max }, dear)).toBe(true)
  expect(finds({ min_price: 6_000_000, max_price: priceRange.max }, dear)).toBe(true)
  expect(finds({ max_price: priceRange.max - 50 }, dear)).toBe(false)
})

test('Both spellings of the half-automatic gearbox are one when filtering [R-VAL-10 R-POST-29]', () => {
  expect(transmissionKey('Semi-Autometic')).toBe(transmissionKey('Semi-Automatic'))
  for (const asked of ['Semi-Automatic', 'Semi-Autometic']) {
    for (const stored of ['Semi-Automatic', 'Semi-Autometic']) {
      expect(finds({ transmission: [asked] }, { transmission: stored })).toBe(true)
    }
    expect(finds({ transmission: [asked] }, { transmission: 'Automatic' })).toBe(false)
  }
})

test('Petrol and Gasoline stay two fuels, and Ethanol can be asked for [R-VAL-09]', () => {
  expect(finds({ fueltype: ['Petrol'] }, { fueltype: 'Gasoline' })).toBe(false)
  expect(finds({ fueltype: ['ethanol'] }, { fueltype: 'Ethanol' })).toBe(true)
})

test('The home screen offers the last 15 years and "older than 2010"', () => {
  expect(yearOptions('home', 2026)).toEqual([
    ...[2026, 2025, 2024, 2023, 2022, 2021, 2020, 2019, 2018, 2017, 2016, 2015, 2014, 2013, 2012].map(
      (year) => ({ label: String(year), value: String(year) }),
    ),
    // The entry covers everything below the lowest listed year: no other entry covers 2010 and 2011.
    { label: 'older than 2010', value: 'pre-2012' },
  ])
  // The label stays the same when the list itself goes below 2010.
  expect(yearOptions('home', 2022).slice(-2)).toEqual([
    { label: '2008', value: '2008' },
    { label: 'older than 2010', value: 'pre-2010' },
  ])
  const older = { year: ['pre-2012'] }
  for (const year of [1950, 2009, 2010, 2011]) expect([year, finds(older, { year })]).toEqual([year, true])
  for (const year of [2012, 2026]) expect([year, finds(older, { year })]).toEqual([year, false])
})

test('The listings offer the current year down to 2006 and "Older than 2006" [R-VAL-07 R-VAL-08]', () => {
  const options = yearOptions('listings', 2026)
  expect(options).toHaveLength(22)
  expect([options[0], options.at(-2), options.at(-1)]).toEqual([
    { label: '2026', value: '2026' },
    { label: '2006', value: '2006' },
    { label: 'Older than 2006', value: 'pre-2006' },
  ])
})

test('Every year falls under a listed year or the older entry on both screens', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2015, max: 2080 }), fc.integer({ min: 1950, max: 2080 }), (now, year) => {
      fc.pre(year <= now)
      for (const screen of ['home', 'listings'] as const) {
        const all = yearOptions(screen, now).map(({ value }) => value)
        expect(finds({ year: all }, { year })).toBe(true)
        expect(all.includes(String(year)) || finds({ year: all.slice(-1) }, { year })).toBe(true)
      }
    }),
  )
})

test('The older entry takes every year below it and adds to the chosen years [R-VAL-07]', () => {
  const query = { year: ['2015', 'pre-2006'] }
  expect(finds(query, { year: 1988 })).toBe(true)
  expect(finds(query, { year: 2005 })).toBe(true)
  expect(finds(query, { year: 2006 })).toBe(false)
  expect(finds(query, { year: 2015 })).toBe(true)
})

test('An unknown word excludes no car, but a quoted word excludes all others [R-API-09]', () => {
  const car = { title: '2019 Citroën C3 Édition', make: 'Citroën', model: 'C3', year: 2019 }
  for (const typed of [
    'citroen edition',
    ' C3  2019 ',
    'citroen zzz',
    '%',
    'citroen "edition"',
    '"EDITION" c3',
  ])
    expect([typed, finds({ search: typed }, car)]).toEqual([typed, true])
  for (const typed of ['citroen berlingo', 'citroen "zzz"', '"édi" "zzz"', 'citroen edition "zzz"'])
    expect([typed, finds({ search: typed }, car)]).toEqual([typed, false])
  expect(fold('Škoda CITROËN')).toBe('skoda citroen')
})

test('Colour, drive, condition, engine and equipment are asked of the car itself [R-API-09]', () => {
  const car = {
    title: '2019 Mazda 3',
    exteriorcolor: 'Pearl White',
    drive: 'AWD',
    condition: 'Used',
    engine: '1998cc',
    carfeatures: ['Sunroof', 'Third Row Seats'],
  }
  for (const search of [
    'white',
    'pearl white',
    'white or blue',
    'not blue',
    '4x4',
    'used',
    '2.0',
    '2 litre',
    'sunroof',
    '7 seater',
    'white 4x4 sunroof 2.0 used',
    'no sunroof',
  ])
    expect([search, finds({ search }, car)]).toEqual([search, true])
  for (const search of [
    'blue',
    'not white',
    'fwd',
    'not 4x4',
    'brand new',
    '1.6',
    'leather',
    'white leather',
  ])
    expect([search, finds({ search }, car)]).toEqual([search, false])
})

test('What is denied is left out, and the rest of its list stays in', () => {
  expect(finds({ search: 'bmw but not x5' }, { make: 'BMW', model: '3 Series' })).toBe(true)
  expect(finds({ search: 'bmw but not x5' }, { make: 'BMW', model: 'X5' })).toBe(false)
  expect(finds({ search: 'suv not bmw' }, { make: 'Mazda', model: 'CX-5' })).toBe(true)
  expect(finds({ search: 'suv not bmw' }, { make: 'BMW', model: 'X5' })).toBe(false)
  expect(finds({ search: 'not automatic' }, { transmission: 'Semi-Autometic' })).toBe(true)
  expect(finds({ search: 'not automatic' }, { transmission: 'Automatic' })).toBe(false)
  expect(finds({ search: 'no diesel or electric' }, { fueltype: 'Ethanol' })).toBe(true)
  expect(finds({ search: 'no diesel or electric' }, { fueltype: 'Electric' })).toBe(false)
  expect(finds({ search: 'not in gauteng' }, { province: 'Lagos', city: 'Ikeja' })).toBe(true)
  expect(finds({ search: 'not in gauteng' }, { province: 'Gauteng', city: 'Pretoria' })).toBe(false)
})

test('A wish about the order counts as long as no order is chosen', () => {
  const sortOf = (query: object) => readQuery(readListQuery(query), world).sort
  expect(sortOf({ search: 'cheap bmw' })).toBe('price_low_high')
  expect(sortOf({ search: 'low mileage' })).toBe('mileage_low_high')
  expect(sortOf({ search: 'cheap bmw', sortBy: 'year_high_low' })).toBe('year_high_low')
  expect(sortOf({ search: 'bmw' })).toBe('most_recent')
})

test('What free text says adds to the filters', () => {
  const filter = read({ search: 'mazda 3 before 2010 diesel under 200k newtown special', bodytype: ['SUV'] })
  expect(filter).toEqual({
    ...read({
      make: ['Mazda'],
      model: ['3'],
      fueltype: ['Diesel'],
      bodytype: ['SUV'],
      year: ['pre-2010'],
      max_price: 200_000,
      city: ['Newtown'],
    }),
    wishes: [{ text: 'special', loose: false }],
  })
  expect(read({ search: '2016-2018' }).years).toEqual([2018, 2017, 2016])
  expect(read({ search: 'from 2016 before 2018' }).years).toEqual([2017, 2016])
  expect(finds({ search: 'from 2016' }, { year: 2026 })).toBe(true)
  expect(finds({ search: 'from 2016' }, { year: 2015 })).toBe(false)
  expect(finds({ search: 'under 5m' }, { price: priceRange.max + 1 })).toBe(false)
  expect(finds({ search: 'over 1m under 2m 3000 km' }, { price: 1_500_000, mileage: '2 000 Km' })).toBe(true)
})

test('A filter overrides free text about the same thing', () => {
  const chosen = {
    make: ['Citroën'],
    city: ['Durban'],
    bodytype: ['SUV'],
    fueltype: ['Petrol'],
    transmission: ['Manual'],
    year: ['2020'],
    max_price: 100,
    max_kms: 100,
  }
  const said = 'chevrolet spark lagos sedan diesel automatic 2015 under 5m 80 000 km'
  expect(read({ ...chosen, search: said })).toEqual(read(chosen))
})

test('Free text narrows a chosen make to its model and province to its city [R-LIST-02 R-LIST-14]', () => {
  expect(read({ make: ['Holden'], search: 'cruze' }).makes).toEqual([
    { parent: 'Holden', children: ['Cruze'] },
  ])
  expect(read({ make: ['BMW'], search: 'cruze' }).makes).toEqual([{ parent: 'BMW', children: [] }])
  expect(read({ make: ['BMW'], model: ['X5'], search: '3 series' }).makes).toEqual([
    { parent: 'BMW', children: ['X5'] },
  ])
  const places = [{ parent: 'KwaZulu-Natal', children: ['Newtown'] }]
  expect(read({ province: ['KwaZulu-Natal'], search: 'newtown' }).places).toEqual(places)
  expect(read({ search: 'newtown kwazulu-natal' }).places).toEqual(places)
})

test('Understood words are not searched in the text, and one matching make suffices', () => {
  expect(read({ search: 'bmw or mazda automatic' }).wishes).toEqual([])
  expect(finds({ search: 'bmw or mazda' }, { make: 'BMW' })).toBe(true)
  expect(finds({ search: 'bmw or mazda' }, { make: 'Mazda', model: '3' })).toBe(true)
  expect(finds({ search: 'bmw or mazda' }, { make: 'Citroën', model: 'C3' })).toBe(false)
})

test('A misspelled name finds its cars [R-API-09]', () => {
  const car = { title: '2020 Citroën Berlingo Multispace', make: 'Citroën', model: 'Berlingo' }
  for (const typed of ['citron', 'berlngo', 'citroen "multispce"', 'CITTROEN "MULTI-SPACE"'.replace('-', '')])
    expect(finds({ search: typed }, car)).toBe(true)
  expect(finds({ search: 'citroen "multilane"' }, car)).toBe(false)
})

test('A radius adds the cities near a chosen one, and 0 km adds none [R-LIST-14]', () => {
  const pretoria = world.cities.find((c) => c.city_name === 'Pretoria')
  const johannesburg = world.cities.find((c) => c.city_name === 'Johannesburg')
  if (!pretoria || !johannesburg) throw new Error('no cities')
  const near = (within_km: number | undefined, over: object = { city: ['Pretoria'] }) =>
    read({ ...over, ...(within_km !== undefined && { within_km }) }).places
  const alone = [{ parent: 'Gauteng', children: ['Pretoria'] }]
  expect(near(undefined)).toEqual(alone)
  expect(near(0)).toEqual(alone)
  expect(near(60)).toEqual(alone)
  expect(near(110)).toEqual([{ parent: 'Gauteng', children: ['Pretoria', 'Johannesburg', 'Newtown'] }])
  expect(near(160)).toEqual([
    { parent: 'Gauteng', children: ['Pretoria', 'Johannesburg', 'Newtown'] },
    { parent: 'KwaZulu-Natal', children: ['Durban', 'Newtown'] },
  ])
  expect(near(160, { search: 'pretoria' })).toEqual(near(160))
  expect(near(undefined, { search: 'within 160 km of pretoria' })).toEqual(near(160))
  // Without a place there is no distance to measure, and a whole province stays whole.
  expect(near(160, {})).toEqual([])
  expect(near(160, { province: ['Gauteng'] })).toEqual([{ parent: 'Gauteng', children: [] }])
  expect(near(1000, { province: ['Gauteng', 'KwaZulu-Natal'], city: ['Durban'] })[0]).toEqual({
    parent: 'Gauteng',
    children: [],
  })
})

test('How far around a city is whole kilometres up to 1000 [R-LIST-17 R-VAL-11]', () => {
  const km = (within_km: unknown) => readListQuery({ within_km }).within_km
  for (const within of [0, 1, 1000]) expect(km(within)).toBe(within)
  expect([km('50'), km(1001), km('1e3'), km(-1), km(1.5)]).toEqual([
    50,
    1000,
    undefined,
    undefined,
    undefined,
  ])
})
