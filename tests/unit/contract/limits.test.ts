import { expect, test } from 'vitest'
import { fullNumber, hasDigits, regionOf, withoutPrefix } from '#contract/values/region.ts'

test('The mixed market is the documented mix, each other market is consistent', () => {
  expect(regionOf.mixed).toMatchObject({ currencySign: '₦', gsmDigits: 9, lawCountry: 'South Africa' })
  expect(regionOf.mixed.prefix).toMatchObject({
    register: '+27',
    profile: '+234',
    contact: '+234',
    showNumber: '+27',
  })
  expect(new Set(Object.values(regionOf.za.prefix))).toEqual(new Set(['+27']))
  expect(new Set(Object.values(regionOf.ng.prefix))).toEqual(new Set(['+234']))
})

test('A stored number can be dialled from anywhere', () => {
  expect(fullNumber('+27', '821234567')).toBe('+27821234567')
  expect(fullNumber('+234', '0803123456')).toBe('+234803123456')
  expect(fullNumber('+27', '+264811234567')).toBe('+264811234567')
  expect(fullNumber('+27', '')).toBe('')
})

test('An older number is dialled without its one leading zero', () => {
  expect(fullNumber('+27', '0821234567')).toBe('+27821234567')
  expect(fullNumber('+27', '00821234567')).toBe('+270821234567')
})

test('A national number has exactly its market’s digits and no zero in front [R-VAL-64]', () => {
  const passes = (market: 'mixed' | 'za' | 'ng', ...numbers: string[]) =>
    numbers.filter((gsm) => hasDigits(gsm, regionOf[market]))
  const never = [
    '0821234567',
    '012345678',
    '000000000',
    '00821234567',
    '82123456',
    '8212345678',
    '+82123456',
    '',
  ]
  for (const market of ['mixed', 'za'] as const)
    expect(passes(market, '821234567', ...never)).toEqual(['821234567'])
  expect(passes('ng', '8031234567', '08031234567', '0803123456', '803123456')).toEqual(['8031234567'])
})

test('A number pasted with the prefix of a form loses that prefix alone [R-CONST-15]', () => {
  for (const pasted of ['+27821234567', '+27 (0)82 123 4567', ' +27 82-123-4567'])
    expect(withoutPrefix(pasted, '+27').replace(/\D/g, '')).toBe('821234567')
  for (const typed of ['821234567', '082 123 4567', '-5', '27821234567', '+234 803 123 4567'])
    expect(withoutPrefix(typed, '+27')).toBe(typed)
})
