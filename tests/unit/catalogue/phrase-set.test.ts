import { beforeAll, expect, test } from 'vitest'
import { readListQuery } from '#contract/list-query.ts'
import { readQuery, type CarSearchIndex, type Reference } from '#catalogue'
import { demoReference } from '../../support/demo-names.ts'
import { demoEngine, judge, phraseSets, type Verdict } from '../../support/phrases/judge.ts'
import { readingOf } from '../../support/phrases/reading.ts'

let engine: CarSearchIndex
let verdicts: Verdict[]
beforeAll(() => {
  engine = demoEngine(3000)
  verdicts = phraseSets.flatMap(([, phrases]) =>
    phrases.map((phrase) => judge(phrase, engine, demoReference)),
  )
}, 60_000)

test('Of hundreds of phrases from four countries none finds no car without need [R-API-09]', () => {
  expect(verdicts.length).toBeGreaterThanOrEqual(300)
  expect(new Set(verdicts.map((v) => v.typed)).size).toBe(verdicts.length)
  for (const [, phrases] of phraseSets) expect(phrases.length).toBeGreaterThanOrEqual(75)
  expect(verdicts.filter((v) => v.needlessZero).map((v) => v.typed)).toEqual([])
})

test('A misread phrase that finds no car counts as a needless zero', () => {
  const needless = (typed: string, meant: string) => judge([typed, meant], engine, demoReference).needlessZero
  expect(needless('toyota 1961', 'Toyota')).toBe(true)
  expect(needless('toyota 1961', 'Toyota, year 1961..1961')).toBe(false)
  expect(needless('toyota', 'Toyota')).toBe(false)
})

test('At most one phrase in fifty is misread, and nearly all are understood whole [R-API-09]', () => {
  const misread = verdicts.filter((v) => v.misread)
  expect(misread.length / verdicts.length).toBeLessThanOrEqual(0.02)
  expect(verdicts.filter((v) => v.understood).length / verdicts.length).toBeGreaterThanOrEqual(0.97)
})

test('An unlisted model is named as missing, and similar cars are shown', () => {
  const { filter } = readQuery(readListQuery({ search: 'venza 2010' }), demoReference)
  expect(readingOf('venza 2010', demoReference)).toBe('no Venza, year 2010..2010')
  expect(filter.makes).toEqual([{ parent: 'Toyota', children: [] }])
  expect(filter.bodytypes).toEqual(['suv'])
  // With a listed car the model is a model like any other.
  const brands = demoReference.brands.map((b) =>
    b.maketitle === 'Toyota' ? { ...b, models: [...b.models, { _id: 'v', modeltitle: 'Venza' }] } : b,
  )
  expect(readingOf('venza 2010', { ...demoReference, brands })).toBe('Toyota/Venza, year 2010..2010')
})

test('A name that is added to the lists hides no code of its maker', () => {
  const withModels = (...titles: string[]): Reference => ({
    ...demoReference,
    brands: demoReference.brands.map((b) =>
      b.maketitle === 'Mercedes-Benz'
        ? { ...b, models: [...b.models, ...titles.map((modeltitle) => ({ _id: modeltitle, modeltitle }))] }
        : b,
    ),
  })
  expect(readingOf('c300', demoReference)).toBe('Mercedes-Benz/C-Class')
  const both = 'Mercedes-Benz/C300+Mercedes-Benz/C-Class'
  expect(readingOf('c300', withModels('C300'))).toBe(both)
  expect(readingOf('merc c300', withModels('C300'))).toContain('Mercedes-Benz/C-Class')
  expect(readingOf('gwagon', withModels('C300'))).toBe('Mercedes-Benz/G-Class')
})

test('Words in quotation marks are taken as they are, and asked of every car', () => {
  expect(readingOf('ranger "wildtrak"', demoReference)).toBe('Ford/Ranger, !"wildtrak"')
  expect(readingOf('ranger "white" "2015"', demoReference)).toBe('Ford/Ranger, !"white", !"2015"')
  expect(readingOf('ranger “one owner”', demoReference)).toBe('Ford/Ranger, !"one", !"owner"')
  expect(readingOf('ranger "wildtrak', demoReference)).toBe('Ford/Ranger, "wildtrak"')
})

test('An amount in a foreign currency keeps its number and says its currency', () => {
  expect(readingOf('under £5,000', demoReference)).toBe('price ..5000 £')
  expect(readingOf('bis 8.000 €', demoReference)).toBe('price ..8000 €')
  expect(readingOf('corolla 5000 usd', demoReference)).toBe('Toyota/Corolla, price 4500..5500 usd')
  expect(readingOf('under R200k', demoReference)).toBe('price ..200000')
})
