import { addTestDrive, changeDrive } from '../../server/enquiries/drives/drives-store.ts'
import type { DriveState } from '../../server/enquiries/drives/drives-rules.ts'
import type { Sql } from '../../server/kernel/db/sql.ts'
import type { NewCar } from '../../server/cars/cars-write.ts'
import type { World } from '../car/one-car.ts'
import { demoId, randomOf, seedOf } from '../random.ts'
import type { DemoPerson } from './sellers.ts'

const hour = 3_600_000
const day = 24 * hour

interface DriveParties extends Pick<World, 'dealer' | 'seed' | 'today'> {
  buyer: DemoPerson | undefined
  /** Other people who want to drive the dealer's cars. */
  others: readonly DemoPerson[]
  cars: readonly Pick<NewCar, 'id' | 'creator' | 'status' | 'title' | 'make' | 'model'>[]
}
interface Story {
  who: 'buyer' | 'other'
  /** Days from the current day at midnight UTC; half a day more is a usual hour for a meeting. */
  asked: number
  meets: number
  answers: readonly (Partial<DriveState> & { proposed?: number; note?: string; after: number })[]
}
const confirmed = {
  status: 'confirmed',
  after: 0.2,
  note: 'The car is washed and ready. Please bring your licence.',
} as const

/** At least one request in each state of a test drive (R-ENT-32), the newest last. */
const stories: readonly Story[] = [
  { who: 'buyer', asked: -20, meets: -14, answers: [confirmed, { status: 'done', after: 6.5 }] },
  {
    who: 'other',
    asked: -12,
    meets: -6,
    answers: [{ status: 'declined', after: 0.3, note: 'Sorry, this car was sold this morning.' }],
  },
  { who: 'other', asked: -9, meets: -4, answers: [confirmed, { status: 'done', after: 5.5 }] },
  { who: 'other', asked: -7, meets: 1, answers: [{ status: 'declined', cancelled: true, after: 1 }] },
  { who: 'other', asked: -4, meets: 2, answers: [confirmed] },
  {
    who: 'buyer',
    asked: -3,
    meets: 2,
    answers: [
      { proposed: 4, after: 0.4, note: 'We are at a show that day. Would Thursday morning suit you?' },
    ],
  },
  { who: 'buyer', asked: -2, meets: 3, answers: [confirmed] },
  { who: 'other', asked: -1, meets: 4, answers: [] },
  { who: 'other', asked: -0.5, meets: 6, answers: [] },
]

/** Writes requests for the demo dealer's cars, by the demo buyer and by others. */
export async function writeTestDrives(
  sql: Sql,
  { buyer, dealer, others, cars, seed, today }: DriveParties,
): Promise<void> {
  const offered = cars.filter(({ creator, status }) => creator === dealer.id && status === 'active')
  const random = randomOf(seedOf(seed, 'test-drives'))
  const at = (days: number) => new Date(today + days * day)
  // Full hours in the time zones of both countries.
  const meeting = (days: number) => new Date(at(days).getTime() + (8 + Math.floor(random.next() * 6)) * hour)
  for (const [n, story] of stories.entries()) {
    const person = story.who === 'buyer' ? buyer : others[n % Math.max(1, others.length)]
    const car = offered[n % Math.max(1, offered.length)]
    if (!person || !car) continue
    const id = demoId(at(story.asked).getTime(), random)
    const datetime = meeting(story.meets)
    await addTestDrive(sql, {
      id,
      client_ref: undefined,
      user: person.id,
      fullname: person.fullname,
      mobile_number: person.gsm,
      email: person.email,
      state: person.province,
      city: person.city,
      postcode: '0001',
      car_brand: car.make,
      car_model: car.model,
      datetime: datetime.toISOString(),
      at: datetime,
      car: { id: car.id, title: car.title, owner_id: dealer.id },
      created_at: at(story.asked),
    })
    for (const { proposed, note = '', after, ...answer } of story.answers) {
      const proposed_datetime = proposed === undefined ? null : meeting(proposed)
      const to = { status: 'pending', datetime, cancelled: false, ...answer, proposed_datetime } as const
      await changeDrive(sql, { id, to, note, now: at(story.asked + after) })
    }
  }
}
