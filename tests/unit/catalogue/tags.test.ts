import { expect, test } from 'vitest'
import { tagCodes, factTag, carTags, tenthsOfLitres, textParts } from '#catalogue'
import { conditions, drives } from '#contract/limits.ts'
import { exteriorColours, soughtFeatures } from '#contract/values/options.ts'

test.each([
  ['2.8 L', 28],
  ['1.6L', 16],
  ['1,6 TDI', 16],
  ['2.0 TFSI', 20],
  ['1998cc', 20],
  ['1600 cc', 16],
  ['1,598 cc', 16],
  ['1.968 ccm', 20],
  ['1.968 cm³', 20],
  ['998cc', 10],
  ['Golf 7 1395 cc', 14],
  ['1 598 cc', undefined],
  ['2000', 20],
  ['3 litre', 30],
  ['V8', undefined],
  ['50 kWh', undefined],
  ['', undefined],
  ['10.5', undefined],
  ['9.9 L', undefined],
])('An engine written as "%s" has so many tenths of a litre: %s', (text, tenths) => {
  expect(tenthsOfLitres(text)).toBe(tenths)
})

const car = { title: '2019 BMW X5 3.0', bodytype: 'SUV' }

test('A car has a tag for each listed fact and none for unlisted ones', () => {
  const stated = {
    ...car,
    engine: '2,8',
    drive: '4WD',
    condition: 'Used',
    exteriorcolor: 'Pearl White',
    carfeatures: ['Sunroof', 'Third Row Seats', 'Disco ball'],
  }
  expect(carTags(stated).map((tag) => tag.trim())).toEqual([
    'pearl white',
    '4wd',
    'used',
    'sunroof',
    'third row seats',
    'many seats',
    '2.8 l',
  ])
  // The title gives the displacement when the engine field does not.
  expect(carTags(car).map((tag) => tag.trim())).toEqual(['3.0 l'])
  expect(carTags({ ...car, tags: tagCodes(stated) })).toEqual(carTags(stated))
  expect(carTags({ ...car, title: 'Kombi', bodytype: 'Minibus' }).map((tag) => tag.trim())).toEqual([
    'many seats',
  ])
})

test('Each list option has its own tag at its stored position', () => {
  const options = [...exteriorColours, ...drives, ...conditions, ...soughtFeatures]
  expect(new Set(options.map(factTag)).size).toBe(options.length)
  const code = (facts: object) => tagCodes({ title: '', bodytype: '', ...facts })
  expect(exteriorColours.map((exteriorcolor) => code({ exteriorcolor })).join('')).toBe(
    '0123456789:;<=>?@ABCDEFG',
  )
  expect(drives.map((drive) => code({ drive })).join('')).toBe('HIJK')
  expect(conditions.map((condition) => code({ condition })).join('')).toBe('LM')
  const features = soughtFeatures.filter((feature) => feature !== 'Third Row Seats')
  expect(features.map((feature) => code({ carfeatures: [feature] })).join('')).toBe('NOPQRSTUVWXYZ[\\^_')
  expect(code({ bodytype: 'MPV', engine: '0.5' })).toBe('`a')
})

test('No word that can be typed begins as a tag does', () => {
  for (const typed of ['#white', ' white', '\twhite', '"white"']) {
    expect(textParts(typed).some((part) => factTag('white').startsWith(part))).toBe(false)
  }
})
