import { expect, test } from 'vitest'
import * as limits from '#contract/limits.ts'
import { enquiryCodes, fullNumber, hasDigits, marketOf, withoutPrefix } from '#contract/values/market.ts'

test('Page sizes are the documented ones [R-CONST-07 R-LIST-30]', () => {
  expect(limits.pageSizes).toEqual({
    home: 10,
    search: 15,
    dealers: 12,
    dealerCars: 9,
    blogs: 12,
    ownCars: 12,
    favourites: 9,
    inquiries: 9,
    testDrives: 9,
  })
})

test('Sorts are the seven documented ones and each has words of its own [R-CONST-06 R-LIST-20]', () => {
  expect([...limits.sortValues].sort()).toEqual([
    'mileage_high_low',
    'mileage_low_high',
    'most_recent',
    'price_high_low',
    'price_low_high',
    'year_high_low',
    'year_low_high',
  ])
  expect(new Set(Object.values(limits.sortLabels)).size).toBe(7)
})

test('Price and kilometre ranges are the documented ones [R-CONST-03 R-CONST-04 R-VAL-03]', () => {
  expect(limits.priceRange).toEqual({ min: 0, max: 5_000_000, step: 50 })
  expect(limits.kmsRange).toMatchObject({ min: 0, max: 200_000 })
})

test('Each screen keeps its own fuels and gearboxes, odd spelling included [R-VAL-09 R-VAL-10 R-POST-28 R-POST-29]', () => {
  expect(limits.filterFuels).toEqual(['Diesel', 'Electric', 'Petrol', 'Gasoline', 'Hybrid', 'LPG Autogas'])
  expect(limits.filterTransmissions).toEqual(['Automatic', 'Semi-Automatic', 'Manual'])
  expect(limits.adFuels).toEqual(['Diesel', 'Electric', 'Ethanol', 'Petrol'])
  expect(limits.adTransmissions).toEqual(['Automatic', 'Manual', 'Semi-Autometic'])
})

test('Widths, times and cuts are the documented ones [R-CONST-08 R-CONST-09 R-CONST-10 R-CONST-12 R-CONST-14]', () => {
  expect(limits.breakpoints).toEqual({ drawer: 1024, chatSinglePane: 767 })
  expect(limits.timings).toEqual({ snackbarSuccess: 4000, snackbarError: 6000, insuranceMessage: 3000 })
  expect(limits.limits).toMatchObject({ thumbnails: 5, metaDescription: 160, passwordMin: 8, gsmDigits: 9 })
})

test('Ad statuses are stored as documented [R-CONST-18]', () => {
  expect(limits.carStatuses).toEqual(['active', 'sold', 'inactive'])
})

test('The dealer form offers the seven documented codes and +27 as the eighth [R-FORM-19 R-FORM-20]', () => {
  expect(enquiryCodes).toEqual(['+234', '+264', '+267', '+263', '+258', '+260', '+265', '+27'])
  expect(marketOf.mixed.prefix.enquiry).toBe('+234')
})

test('The mixed market is the documented mix, each other market is consistent [R-NAV-51 R-NAV-52 R-CONST-01 R-CONST-15 R-CONST-16]', () => {
  expect(marketOf.mixed).toMatchObject({ currencySign: '₦', gsmDigits: 9, lawCountry: 'South Africa' })
  expect(marketOf.mixed.prefix).toMatchObject({
    register: '+27',
    profile: '+234',
    contact: '+234',
    showNumber: '+27',
  })
  expect(new Set(Object.values(marketOf.za.prefix))).toEqual(new Set(['+27']))
  expect(new Set(Object.values(marketOf.ng.prefix))).toEqual(new Set(['+234']))
})

test('A stored number can be dialled from anywhere [R-CONST-16]', () => {
  expect(fullNumber('+27', '821234567')).toBe('+27821234567')
  expect(fullNumber('+234', '0803123456')).toBe('+234803123456')
  expect(fullNumber('+27', '+264811234567')).toBe('+264811234567')
  expect(fullNumber('+27', '')).toBe('')
})

test('Of an older number with its zero only that one zero is left out when it is dialled [R-CONST-16]', () => {
  expect(fullNumber('+27', '0821234567')).toBe('+27821234567')
  expect(fullNumber('+27', '00821234567')).toBe('+270821234567')
})

test('A national number has exactly the digits of its market and no zero in front [R-VAL-26 R-VAL-28 R-VAL-54 R-VAL-64]', () => {
  const passes = (market: 'mixed' | 'za' | 'ng', ...numbers: string[]) =>
    numbers.filter((gsm) => hasDigits(gsm, marketOf[market]))
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

test('A number pasted with the prefix that a form shows loses that prefix and nothing else [R-CONST-15]', () => {
  for (const pasted of ['+27821234567', '+27 (0)82 123 4567', ' +27 82-123-4567'])
    expect(withoutPrefix(pasted, '+27').replace(/\D/g, '')).toBe('821234567')
  for (const typed of ['821234567', '082 123 4567', '-5', '27821234567', '+234 803 123 4567'])
    expect(withoutPrefix(typed, '+27')).toBe(typed)
})
