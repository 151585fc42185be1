import type { TestDriveRow, TestDriveState } from '#contract/forms/test-drives.ts'

/** Describes the state of a test drive; a proposal and a cancellation have no status of their own (R-ENT-32). */
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

/** Returns the name of the car: the title of its ad while the ad exists. */
export const describeDriveCar = ({ car, car_brand, car_model }: TestDriveRow): string =>
  car?.title ?? `${car_brand} ${car_model}`.trim()

export const nameSeller = ({ seller }: TestDriveRow): string =>
  seller ? seller.businessname || seller.fullname : ''

export const isUpcoming = (iso: string, now: number): boolean => Date.parse(iso) > now
