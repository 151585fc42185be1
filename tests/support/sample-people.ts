import type { Enquiry } from '#contract/forms/enquiries.ts'
import type { User } from '#contract/users/users.ts'

/** A person with a token that a phone can read but no server accepts. */
export const samplePerson: User = {
  id: 'user-7',
  fullname: 'Ngozi Eze',
  email: 'ngozi@example.test',
  avatarurl: '',
  is_subscriber: true,
  role: 'user',
}

export function sampleToken(user: User = samplePerson, expires = 4_000_000_000): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '')
  return `${part({ alg: 'none' })}.${part({ ...user, sub: user.id, user, exp: expires })}.x`
}

export function sampleEnquiry(n: number): Enquiry {
  return {
    _id: `enq-${n}`,
    name: `Person ${n}`,
    email: `person${n}@example.test`,
    gsm: `+23480312345${String(n).padStart(2, '0')}`,
    message: `Question number ${n}`,
    date: '12-03-2026',
    time: '14:05',
    created_at: '2026-03-12T14:05:00.000Z',
    car_id: { _id: `car-${n}`, slug: `car-${n}`, title: `2019 Honda CR-V number ${n}` },
  }
}
