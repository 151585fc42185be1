import { expect, test } from 'vitest'
import { keyOfName, unknownName } from '../../../server/import/table/unknown-names.ts'

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

test('A name is the same without case, accents and signs, and "Go+" is another than "Go"', () => {
  const key = (make: string, model: string) => keyOfName({ make, model })
  expect(key('CITROEN', 'c-zero')).toBe(key('Citroën', 'C Zero'))
  expect(key('Datsun', 'Go+')).not.toBe(key('Datsun', 'Go'))
})
