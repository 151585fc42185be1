import fc from '../../support/property.ts'
import { expect, test } from 'vitest'
import { readListQuery } from '#contract/list-query.ts'
import { enquiryBody, enquiryForm } from '#contract/forms/enquiries.ts'
import { fieldErrors } from '#contract/errors.ts'
import { routes } from '#contract/index.ts'
import { credentials } from '#contract/users/users.ts'

const good = {
  name: 'Thandi Nkosi',
  email: 'thandi@example.org',
  countryCode: '+27',
  gsm: '82 123-4567',
  message: 'Is it still there?',
}
const faults = (body: object) => fieldErrors(enquiryForm.safeParse(body).error?.issues ?? [])

test('Each field of the enquiry form is asked for in the documented words [R-VAL-12 R-VAL-13 R-VAL-14 R-VAL-15 R-VAL-16 R-VAL-17]', () => {
  const sentences = {
    name: 'Please enter your name',
    email: 'Please enter an email',
    countryCode: 'Please select country code',
    gsm: 'Contact no. is required',
    message: 'Please enter message',
  }
  expect(faults({})).toEqual(sentences)
  expect(faults({ name: ' ', email: '', countryCode: '', gsm: '  ', message: '\n' })).toEqual(sentences)
})

test.each([
  [{ email: 'nobody' }, { email: 'Please enter a valid email' }],
  [{ email: 'a@b' }, { email: 'Please enter a valid email' }],
  [{ gsm: '-821234567' }, { gsm: 'Must be positive numbers' }],
  [{ gsm: '0' }, { gsm: 'Must be positive numbers' }],
  [{ gsm: '12a' }, { gsm: 'Must be positive numbers' }],
  [{ gsm: '1.5' }, { gsm: 'Must be positive numbers' }],
  [{ countryCode: '+1' }, { countryCode: 'Please select country code' }],
])('An enquiry with %j is answered with %j [R-VAL-13 R-VAL-15 R-VAL-16]', (change, expected) => {
  expect(faults({ ...good, ...change })).toEqual(expected)
})

test('What is sent is trimmed, and a number loses its spaces and dashes [R-VAL-12 R-VAL-16]', () => {
  expect(enquiryForm.parse({ ...good, name: '  Thandi ' })).toMatchObject({
    name: 'Thandi',
    gsm: '821234567',
  })
})

test('Text drops characters that no database can store; identifiers with them are refused [R-API-50]', () => {
  expect(enquiryForm.parse({ ...good, message: 'a\0b' }).message).toBe('ab')
  expect(faults({ ...good, name: '\0' })).toEqual({ name: 'Please enter your name' })
  expect(readListQuery({ search: 'bm\0w' }).search).toBe('bmw')
  expect(readListQuery({ creator: 'a\0' }).creator).toBeUndefined()
  expect(routes.getSingleCar.params.safeParse({ slug: 'a\0' }).success).toBe(false)
  expect(enquiryBody.safeParse({ ...good, car_id: '\0' }).success).toBe(false)
})

test('Signing in asks for an address and a password in the documented words [R-VAL-18 R-VAL-19 R-VAL-20]', () => {
  const said = (body: object) => fieldErrors(credentials.safeParse(body).error?.issues ?? [])
  expect(said({})).toEqual({ email: 'Please enter an email', password: 'Please enter a password' })
  expect(said({ email: 'x', password: '' })).toEqual({
    email: 'Please enter a valid email',
    password: 'Please enter a password',
  })
})

test('A search may leave everything out: page 1, 15 cars, newest first, all prices [R-API-09 R-LIST-05 R-LIST-06 R-LIST-30]', () => {
  expect(readListQuery({})).toMatchObject({
    page: 1,
    limit: 15,
    sortBy: 'most_recent',
    min_price: 0,
    max_price: 0,
  })
})

test('A comma list and a list of texts mean the same to a search [R-LIST-02]', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 12 }).map((s) => s.replaceAll(',', ''))
  fc.assert(
    fc.property(fc.array(name, { maxLength: 8 }), (makes) => {
      expect(readListQuery({ make: makes.join(',') }).make).toEqual(readListQuery({ make: makes }).make)
    }),
  )
})

test('Invalid page, page size and sort values fall back to the defaults [R-API-51 R-VAL-11]', () => {
  const usual = readListQuery({})
  for (const odd of [{ limit: 101 }, { page: 0 }, { page: 1.5 }, { sortBy: 'cheapest' }, { make: [['BMW']] }])
    expect(readListQuery(odd)).toEqual(usual)
  expect(readListQuery({ limit: 100 }).limit).toBe(100)
})
