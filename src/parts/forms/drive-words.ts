import type { TestDriveRow, TestDriveState } from '#contract/forms/test-drives.ts'

/** The state of a test drive, in plain words; a proposal and a cancellation have no status of their own (R-ENT-32). */
export function describeDriveState({ status, proposed_datetime, cancelled }: TestDriveState): {
  words: string
  tone: 'brand' | 'amber' | 'plain'
} {
  switch (status) {
    case 'pending':
      return { words: proposed_datetime === undefined ? 'Pending' : 'Another time proposed', tone: 'amber' }
    case 'confirmed':
      return { words: 'Confirmed', tone: 'brand' }
    case 'declined':
      return { words: cancelled ? 'Cancelled' : 'Declined', tone: 'plain' }
    case 'done':
      return { words: 'Done', tone: 'plain' }
  }
}

/** What the car is called: by its ad while that is there. */
export const describeDriveCar = ({ car, car_brand, car_model }: TestDriveRow): string =>
  car?.title ?? `${car_brand} ${car_model}`.trim()

export const nameSeller = ({ seller }: TestDriveRow): string =>
  seller ? seller.businessname || seller.fullname : ''

/** Whether a time is still to come. */
export const isUpcoming = (iso: string, now: number): boolean => Date.parse(iso) > now
