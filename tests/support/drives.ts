import type { TestDriveRow } from '#contract/forms/test-drives.ts'

/** Returns a request for a test drive of a car that is for sale, changed as a test needs it. */
export const sampleDrive = (change: Partial<TestDriveRow> = {}): TestDriveRow => ({
  _id: 'drive-1',
  status: 'pending',
  datetime: '2026-04-01T10:00:00.000Z',
  version: 0,
  created_at: '2026-03-12T09:00:00.000Z',
  updated_at: '2026-03-12T09:00:00.000Z',
  fullname: 'Thandi Nkosi',
  email: 'me@example.test',
  mobile_number: '+27821234567',
  state: 'Gauteng',
  city: 'Pretoria',
  postcode: '0001',
  car_brand: 'Toyota',
  car_model: 'Fortuner',
  car: { _id: 'car-1', slug: '2021-toyota-fortuner-2-8-gd-6', title: '2021 Toyota Fortuner' },
  seller: { _id: 'user-9', fullname: 'Adaeze Okafor', businessname: 'Okafor Motors' },
  ...change,
})
