import { describe, expect, test } from 'vitest'
import { readQuery, queryOf } from '#catalogue'
import type { Brand } from '#contract/reference.ts'
import { regionOf } from '#contract/values/region.ts'
import { budgetCollections, personaCollections } from '../../../src/features/home/collections.ts'
import {
  noChoice,
  parsePrice,
  filterBrandRows,
  searchHref,
  toListingState,
  listTags,
  toggleBrand,
  toggleModel,
  type SearchBoxChoice,
} from '../../../src/features/home/search/choice.ts'
import { formatCount } from '../../../src/features/home/search/listing-form.tsx'
import { brands, reference } from '../../support/listings-screen.tsx'

const brand = (name: string): Brand => {
  const found = brands.find((b) => b.maketitle === name)
  if (!found) throw new Error(name)
  return found
}
const [toyota, bmw] = [brand('Toyota'), brand('BMW')]
const href = (choice: SearchBoxChoice) => searchHref(toListingState(choice))
const tagNames = (choice: SearchBoxChoice) => listTags(choice).map((tag) => tag.label)

describe('The address of a search', () => {
  test('Names no field that was left alone, but its limit and its order [R-HOME-17]', () => {
    expect(href(noChoice)).toBe('/listings?maxprice=5000000&sortby=most_recent')
    expect(href({ ...noChoice, maxPrice: 900_000 })).toBe('/listings?maxprice=900000&sortby=most_recent')
  })

  test('All models of a brand are the brand; some narrow it [R-HOME-11]', () => {
    let choice = toggleBrand(noChoice, toyota)
    for (const model of ['Hilux', 'Corolla']) choice = toggleModel(choice, toyota, model)
    expect(tagNames(choice)).toEqual(['Toyota Hilux', 'Toyota Corolla'])
    expect(href(choice)).toContain('brands=Toyota&models=Hilux,Corolla&')
    choice = toggleModel(choice, toyota, 'Fortuner')
    expect(tagNames(choice)).toEqual(['Toyota'])
    expect(href(choice)).toContain('brands=Toyota&maxprice')
  })

  test('A model brings its brand and takes it away, unless that was ticked', () => {
    const alone = toggleModel(noChoice, bmw, 'X5')
    expect(toListingState(alone)).toMatchObject({ make: ['BMW'], model: ['X5'] })
    expect(toggleModel(alone, bmw, 'X5')).toEqual(noChoice)
    const ticked = toggleModel(toggleBrand(noChoice, bmw), bmw, 'X5')
    expect(tagNames(toggleModel(ticked, bmw, 'X5'))).toEqual(['BMW'])
    expect(listTags(ticked)[0]?.without).toEqual(noChoice)
  })

  test('A model that two chosen brands have is told apart by its id', () => {
    const twin: Brand = {
      ...bmw,
      _id: 'twin',
      maketitle: 'Twin',
      models: [{ _id: 'twin-x5', modeltitle: 'X5' }],
    }
    const choice = toggleModel(toggleModel(toggleBrand(noChoice, twin), bmw, 'X5'), toyota, 'Hilux')
    const filter = readQuery(queryOf(toListingState(choice), false), {
      ...reference,
      brands: [...brands, twin],
    }).filter
    expect(filter.makes).toEqual([
      { parent: 'Toyota', children: ['Hilux'] },
      { parent: 'BMW', children: ['X5'] },
      { parent: 'Twin', children: [] },
    ])
  })

  test('Many models of one brand are one tag', () => {
    const models = ['1', '2', '3', '4', '5', '6'].map((modeltitle) => ({ _id: modeltitle, modeltitle }))
    const big: Brand = { ...bmw, models }
    const choice = models.slice(0, 5).reduce((c, m) => toggleModel(c, big, m.modeltitle), noChoice)
    expect(tagNames(choice)).toEqual(['BMW · 5 models'])
    expect(listTags(choice)[0]?.without).toEqual(noChoice)
  })

  test.each([
    ['', 0],
    ['0', 0],
    ['₦3,000,000', 3_000_000],
    ['007', 7],
    ['abc', 0],
  ])('A price typed as "%s" is %d', (typed, price) => expect(parsePrice(typed)).toBe(price))
})

describe('Type-ahead', () => {
  const found = (typed: string) =>
    filterBrandRows(brands, typed).map((row) => [
      row.brand.maketitle,
      ...(row.models ?? []).map((m) => m.modeltitle),
    ])
  test('Finds brands by their beginning, and models where no brand begins so [R-HOME-09]', () => {
    expect(found('to')).toEqual([['Toyota']])
    expect(found('benz')).toEqual([['Mercedes-Benz']])
    expect(found('hil')).toEqual([['Toyota', 'Hilux']])
    expect(found('toyota c')).toEqual([['Toyota', 'Corolla']])
    expect(found('oyota')).toEqual([])
    expect(found(' ')).toHaveLength(brands.length)
  })
})

describe('Collections', () => {
  test.each(['mixed', 'za', 'ng'] as const)(
    'Budgets of the market %s rise in its own currency [R-CONST-01]',
    (name) => {
      const region = regionOf[name]
      const all = budgetCollections(region)
      const limits = all.slice(0, -1).map((c) => c.state.max_price)
      expect(limits).toEqual([...limits].sort((a, b) => a - b))
      expect(all.every((c) => c.title.includes(region.currencySign))).toBe(true)
      expect(all.at(-1)?.state.min_price).toBe(limits.at(-1))
      expect(personaCollections(region, 2026)[0]?.title).toBe(
        name === 'za' ? 'First car under R150k' : 'First car under ₦3m',
      )
    },
  )

  test('Personas lead to what sets them apart', () => {
    const all = new Map(personaCollections(regionOf.mixed, 2026).map((c) => [c.title, c.state]))
    expect(all.get('Trail friends')).toMatchObject({ bodytype: ['SUV'] })
    expect(all.get('Born haulers')).toMatchObject({ bodytype: ['Pickup'], fueltype: ['Diesel'] })
    expect(all.get('Old souls')).toMatchObject({ year: ['pre-2007'] })
  })
})

test.each([
  [undefined, undefined],
  [{ cars: 1, atLeast: false }, 'Show 1 car'],
  [{ cars: 1284, atLeast: false }, 'Show 1,284 cars'],
  [{ cars: 1, atLeast: true }, 'Show 1+ cars'],
  [{ cars: 0, atLeast: true }, undefined],
  [{ cars: 0, atLeast: false }, 'No cars – loosen'],
])('The button says of %o: %s', (count, words) => expect(formatCount(count)).toBe(words))
