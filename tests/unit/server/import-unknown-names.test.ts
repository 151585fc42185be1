import { expect, test } from 'vitest'
import { NamesBook } from '../../../server/import/table/names-book.ts'
import { unknownName } from '../../../server/import/table/unknown-names.ts'
import { nameKey } from '../../../server/reference/proposed-names.ts'

const read = (make: string, text: string) => {
  const name = unknownName(make, text)
  return name && [name.model, name.rest]
}

test('A name that a dealer may ask for ends where engines and trims begin', () => {
  expect(read('Datsun', 'Go 1.2 Mid')).toEqual(['Go', '1.2 Mid'])
  expect(read('Toyota', 'Corolla Verso 1.8 TX')).toEqual(['Corolla Verso', '1.8 TX'])
  expect(read('Toyota', 'Toyota Stallion RB')).toEqual(['Stallion', 'RB'])
  expect(read('Mercedes-Benz', 'C 180 Classic')).toEqual(['C 180', 'Classic'])
  expect(read('Kia', 'K2700 Workhorse')).toEqual(['K2700 Workhorse', ''])
  expect(read('Peugeot', '1007 1.4')).toEqual(['1007', '1.4'])
})

test('Numbers, letters and codes after a word belong to its name; engines do not', () => {
  const names = {
    'Model Y Long Range': 'Model Y',
    'model y': 'model y',
    'Tank 300 2.0T Luxury': 'Tank 300',
    'Tiggo 9 Pro': 'Tiggo 9',
    'Tiggo Pro 9': 'Tiggo Pro 9',
    'Wall Steed 5': 'Wall Steed 5',
    'Beijing X55 1.5': 'Beijing X55',
    '500 X Cross': '500 X',
    'C Class': 'C Class',
    'GRAND STAREX CRDI': 'GRAND STAREX',
    'GRAND RB': 'GRAND',
    'STALLION GTI': 'STALLION',
    'Stallion 1.8': 'Stallion',
    'Stallion 2019': 'Stallion',
    'Stallion 5 door': 'Stallion',
    'Stallion V6': 'Stallion',
    'Stallion 4x4': 'Stallion',
    'X5 M': 'X5',
  }
  const found = Object.keys(names).map((text) => [text, read('Datsun', text)?.[0]])
  expect(Object.fromEntries(found)).toEqual(names)
})

/** Returns how rows are read after the dealer has answered one name. */
const answered = (model: string, title: string, texts: readonly string[]) => {
  const answer = { key: nameKey({ make: 'Datsun', model }), make: 'Datsun', model: title }
  const book = new NamesBook({ brands: [], provinces: [], cities: [] }, false, [answer])
  return texts.map((text) => {
    const found = book.find('Datsun', text, { open: false })
    return 'model' in found && `${found.model} | ${found.rest}`
  })
}

test('An answer never makes one model of another', () => {
  const teslas = ['Model Y', 'Model X', 'Model RWD', 'Model', 'Model 3', 'Model RWD X', 'Model RWD 3']
  const others = teslas.filter((text) => text !== 'Model')
  expect(answered('Model', 'Model Y', others)).toEqual(others.map(() => false))
  expect(answered('Model', 'Cherry', teslas.slice(2))).toEqual([
    'Cherry | RWD',
    'Cherry | ',
    false,
    false,
    false,
  ])
  expect(answered('Model', 'Cherry 3', ['Model RWD 3', 'Model RWD 4'])).toEqual(['Cherry 3 | RWD 3', false])
  expect(answered('GRAND', 'Grand SRX', ['GRAND SRX 2.5', 'GRAND LTZ'])).toEqual(['Grand SRX | 2.5', false])
  expect(answered('Go', 'Go+', ['Go+ 1.2', 'Go Mid'])).toEqual([false, false])
})

test('A longer answered name applies unless the row says more of its own name', () => {
  const texts = ['Corolla Quest', 'corolla quest 1.8 Plus', 'Corolla Quest 2019', 'Corolla Quest Plus']
  expect(answered('Corolla Quest', 'Corolla Quest X', texts)).toEqual([
    'Corolla Quest X | ',
    'Corolla Quest X | 1.8 Plus',
    'Corolla Quest X | 2019',
    false,
  ])
  expect(answered('Corolla Quest X', 'Corolla Quest', ['Corolla Quest X 1.8'])).toEqual([
    'Corolla Quest | 1.8',
  ])
  expect(answered('Model', 'Model Y', ['Model', 'Model 1.8 X'])).toEqual(['Model Y | ', 'Model Y | 1.8 X'])
})

test('Text after an engine is a trim and changes no answered model name', () => {
  const texts = ['Stallion 1.6 S', 'Stallion RB 4x4 5 door', 'Stallion 2.0 V6 5 speed', 'stallion 2019']
  expect(answered('Stallion', 'Cherry', texts)).toEqual([
    'Cherry | 1.6 S',
    'Cherry | RB 4x4 5 door',
    'Cherry | 2.0 V6 5 speed',
    'Cherry | 2019',
  ])
})

test('Prices, phone numbers, tags, addresses, signs and long texts are no names', () => {
  const none = [
    'R289900',
    '0821234567',
    '<b>',
    'a@b.example',
    '???',
    '.',
    'x'.repeat(41),
    '',
    'x'.repeat(100_000),
  ]
  expect(none.map((text) => read('Datsun', text))).toEqual(none.map(() => undefined))
  expect(none.map((make) => read(make, 'Go'))).toEqual(none.map(() => undefined))
  expect(read('2019', 'Go')).toBeUndefined()
})

test('Case, accents and signs do not distinguish names, but "Go+" differs from "Go"', () => {
  const key = (make: string, model: string) => nameKey({ make, model })
  expect(key('CITROEN', 'c-zero')).toBe(key('Citroën', 'C Zero'))
  expect(key('Datsun', 'Go+')).not.toBe(key('Datsun', 'Go'))
})
