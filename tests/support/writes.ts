import type { z } from 'zod/mini'
import type { newAd } from '#contract/ads.ts'

/** Id of the picture that every person of the test data has uploaded (`addUser`). */
export const testImage = `img_${'7e'.repeat(16)}`

/** Ad in the format of its form, with names from the data of tests/support/cars.ts. */
export const adForm = {
  title: 'BMW X5, one careful owner',
  condition: 'Used',
  year: 2019,
  make: 'BMW',
  model: 'X5',
  bodytype: 'SUV',
  mileage: '68 123 Km',
  fueltype: 'Diesel',
  engine: '3.0L',
  transmission: 'Semi-Autometic',
  drive: 'AWD',
  exteriorcolor: 'White',
  interiorcolor: 'Black',
  price: 450_000,
  description: 'Runs <b>well</b>.',
  carfeatures: ['Bluetooth', 'Sunroof'],
  address: '1 Main Road',
  province: 'Gauteng',
  city: 'Pretoria',
  image_ids: [testImage],
} as const satisfies Omit<z.input<typeof newAd>, 'carfeatures' | 'image_ids'> & {
  carfeatures: readonly string[]
  image_ids: readonly string[]
}

/** Public fields of that ad. */
const { image_ids: _, ...typed } = adForm
export const adFieldsOf = { ...typed, status: 'active', images: [`/media/${testImage}/1280.webp`] } as const

export const testDriveForm = {
  fullname: 'Thandi Nkosi',
  mobile_number: '821234567',
  email: 'thandi@example.org',
  state: 'Gauteng',
  city: 'Pretoria',
  postcode: '0001',
  car_brand: 'BMW',
  car_model: 'X5',
  datetime: '2026-03-05T10:00:00.000Z',
}
export const contactForm = {
  fullname: 'Thandi Nkosi',
  email: 'thandi@example.org',
  mobile_number: '821234567',
  subject: 'A question',
  message: 'How does it work?',
}
