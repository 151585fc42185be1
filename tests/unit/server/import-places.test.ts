import { expect, test } from 'vitest'
import { importOptions } from '#contract/selling/import.ts'
import { makeAd } from '../../../server/import/table/make-ad.ts'
import { NamesBook } from '../../../server/import/table/names-book.ts'
import { importPlanOf } from '../../../server/import/table/plan.ts'
import { demoReference } from '../../support/demo-names.ts'

/** Locations of cars in the notation of dealers of both countries. */

const names = new NamesBook(demoReference)
const nowhere = { province: '', city: '' }
const ikeja = { province: 'Lagos State', city: 'Ikeja' }
function found(province: string, city: string, own = nowhere): string {
  const place = names.places.find(province, city, own)
  return 'reason' in place ? `${place.field}: ${place.reason}` : `${place.city}, ${place.province}`
}

test.each([
  ['', 'PH', 'Port Harcourt, Rivers State'],
  ['', 'P.H.', 'Port Harcourt, Rivers State'],
  ['Rivers', 'Port-Harcourt', 'Port Harcourt, Rivers State'],
  ['', 'Joburg', 'Johannesburg, Gauteng'],
  ['GP', 'JHB', 'Johannesburg, Gauteng'],
  ['KZN', 'PMB', 'Pietermaritzburg, KwaZulu-Natal'],
  ['EC', 'PE/Gqeberha', 'Gqeberha, Eastern Cape'],
  ['', 'Port Elizabeth', 'Gqeberha, Eastern Cape'],
  ['WC', 'Cape Town', 'Cape Town, Western Cape'],
  ['W.C.', 'CPT', 'Cape Town, Western Cape'],
  ['FS', 'Bloem', 'Bloemfontein, Free State'],
  ['NW', 'Rustenburg', 'Rustenburg, North West'],
  ['MP', 'Nelspruit', 'Mbombela, Mpumalanga'],
  ['FCT', 'Wuse 2', 'Wuse, FCT Abuja'],
  ['Abuja', 'Garki', 'Garki, FCT Abuja'],
  ['Federal Capital Territory', 'Gwarimpa', 'Gwarinpa, FCT Abuja'],
  ['', 'Lekki Phase 1', 'Lekki, Lagos State'],
  ['', 'Lekki Phase 1, Lagos', 'Lekki, Lagos State'],
  ['Lagos', 'V.I.', 'Victoria Island, Lagos State'],
  ['Lagos State', 'Ikeja, Nigeria', 'Ikeja, Lagos State'],
  ['Lagos, Nigeria', '12 Allen Avenue, Ikeja', 'Ikeja, Lagos State'],
  ['', 'Sandton, Johannesburg, GP', 'Sandton, Gauteng'],
  ['South Africa', 'Sandton', 'Sandton, Gauteng'],
  ['Johannesburg', '', 'Johannesburg, Gauteng'],
  ['', 'Brackenfell, Cape Town', 'Cape Town, Western Cape'],
  ['Oyo', 'Ibadan', 'Ibadan, Oyo State'],
  ['', 'Oyo, Ibadan', 'Ibadan, Oyo State'],
  ['', 'Kano', 'Kano, Kano State'],
  ['', 'Abuja', 'Garki, FCT Abuja'],
  ['FCT', 'Abuja', 'Garki, FCT Abuja'],
  ['', 'Jabi, Abuja', 'Wuse, FCT Abuja'],
  ['', 'Maitama', 'Wuse, FCT Abuja'],
  ['GP', 'Kempton Park', 'Boksburg, Gauteng'],
  ['Abuja', 'Asokoro', 'Garki, FCT Abuja'],
  ['', 'Ado - Ekiti', 'Ado-Ekiti, Ekiti State'],
])('In %j and %j the car stands in %s', (province, city, place) => {
  expect(found(province, city)).toBe(place)
})

test.each([
  ['', 'Nowhere', 'city: This city is not known here.'],
  ['Nowhere', 'Sandton', 'province: This province is not known here.'],
  ['Gauteng', 'Durban', 'city: This city of Gauteng is not known here.'],
  ['Lagos', 'Magodo', 'city: This city of Lagos State is not known here.'],
  ['', 'Durban, Gauteng', 'city: This may be more than one place.'],
  ['', 'Ikeja/Lekki', 'city: This may be more than one place.'],
  ['', 'Lekki-Ajah', 'city: This may be more than one place.'],
  ['', 'Durban or Umhlanga', 'city: This may be more than one place.'],
  ['', 'Durban, Pietermaritzburg', 'city: This may be more than one place.'],
  ['GP/WC', '', 'province: This may be more than one place.'],
  ['', 'Brits Street, Rustenburg', 'Rustenburg, North West'],
  ['', 'Port Harcourt Road', 'city: This city is not known here.'],
  ['', 'Cotonou, Benin', 'city: This city is not known here.'],
  ['', 'near Ikeja', 'city: This city is not known here.'],
  ['', 'Newcastle upon Tyne', 'city: This city is not known here.'],
  ['', 'Lagos', 'city: Which city of Lagos State is not said.'],
  ['Lagos', '', 'city: Which city of Lagos State is not said.'],
  ['KZN', '', 'city: Which city of KwaZulu-Natal is not said.'],
  ['GP', '', 'city: Which city of Gauteng is not said.'],
  ['', '', 'city: Where the car stands is not said, neither here nor in the profile.'],
])('What %j and %j say is never taken for another place: %s', (province, city, reason) => {
  expect(found(province, city)).toBe(reason)
})

test('A table that names only its dealer’s province means the dealer’s city', () => {
  expect([found('', 'Lagos', ikeja), found('Lagos', '', ikeja), found('Nigeria', '', ikeja)]).toEqual(
    Array(3).fill('Ikeja, Lagos State'),
  )
  expect(found('', 'Abuja', ikeja)).toBe('Garki, FCT Abuja')
  expect(found('FCT', '', ikeja)).toBe('city: Which city of FCT Abuja is not said.')
  expect(found('', 'Magodo, Lagos', ikeja)).toBe('city: This city of Lagos State is not known here.')
})

test('What a cell says beside its city becomes the address', () => {
  const plan = importPlanOf({
    header: ['make', 'model', 'year', 'price', 'mileage', 'location city', 'city'],
    rows: [],
    file: 'table.csv',
    options: importOptions.parse({}),
    names,
    dealer: { id: 'd', ...ikeja, address: '1 Main Road' },
    currency: 'NGN',
    thisYear: 2026,
  })
  const addressOf = (city: string) => {
    const made = makeAd(['Toyota', 'Camry', '2015', '1000', '1000', '', city], plan, names, 2026)
    return 'ad' in made ? [made.ad.city, made.ad.address] : made.troubles
  }
  expect(addressOf('Lekki Phase 1, Lagos')).toEqual(['Lekki', 'Lekki Phase 1, Lagos'])
  // The dealer's street belongs to the dealer's city.
  expect(addressOf('Ikeja')).toEqual(['Ikeja', '1 Main Road'])
  expect(addressOf('Lekki')).toEqual(['Lekki', 'Lekki'])
  // Buyers see a quarter together with its city.
  expect(addressOf('Jabi')).toEqual(['Wuse', 'Jabi'])
  expect(addressOf('Abuja')).toEqual(['Garki', 'Abuja'])
  expect(addressOf('Lekki '.repeat(400))).toEqual([expect.objectContaining({ field: 'city' })])
})
