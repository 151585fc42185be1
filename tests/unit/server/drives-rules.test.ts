import { expect, test } from 'vitest'
import { personAnswers, sellerAnswers, testDriveStatuses } from '#contract/forms/test-drives.ts'
import {
  type DriveState,
  personDecision,
  sellerDecision,
} from '../../../server/enquiries/drives/drives-rules.ts'
import fc from '../../support/property.ts'

const now = new Date('2026-03-05T10:00:00Z')
const later = new Date('2026-03-06T10:00:00Z')
const other = new Date('2026-03-07T10:00:00Z')
const before = new Date('2026-03-04T10:00:00Z')
const drive = (over: Partial<DriveState> = {}): DriveState => ({
  status: 'pending',
  datetime: later,
  proposed_datetime: null,
  cancelled: false,
  ...over,
})
const proposed = drive({ proposed_datetime: other })
const confirmed = drive({ status: 'confirmed' })
const declined = drive({ status: 'declined' })
const cancelled = drive({ status: 'declined', cancelled: true })
const done = drive({ status: 'done', datetime: before })

/** Returns the state that a decision leads to, or the reason for its refusal. */
const told = (decision: ReturnType<typeof sellerDecision>): string =>
  'to' in decision
    ? `${decision.to.status}${decision.to.proposed_datetime ? '*' : ''}${decision.to.cancelled ? '!' : ''}`
    : Object.keys(decision).join()

test.each([
  ['asked for', drive(), ['confirmed', 'pending*', 'declined', 'refused', 'refused', 'declined!']],
  [
    'asked for, now past',
    drive({ datetime: before }),
    ['refused', 'pending*', 'declined', 'refused', 'refused', 'declined!'],
  ],
  ['proposed', proposed, ['confirmed', 'already', 'declined', 'refused', 'confirmed', 'declined!']],
  ['confirmed', confirmed, ['already', 'pending*', 'declined', 'refused', 'already', 'declined!']],
  [
    'confirmed and past',
    drive({ status: 'confirmed', datetime: before }),
    ['already', 'pending*', 'declined', 'done', 'already', 'declined!'],
  ],
  ['declined', declined, ['refused', 'refused', 'already', 'refused', 'refused', 'already']],
  ['cancelled', cancelled, ['refused', 'refused', 'already', 'refused', 'refused', 'already']],
  ['done', done, ['refused', 'refused', 'refused', 'already', 'refused', 'refused']],
] as const)('What each answer does to a test drive that is %s [R-ENT-32]', (_, state, wanted) => {
  const seller = sellerAnswers.map((answer) =>
    told(sellerDecision(state, answer, { at: answer === 'propose' ? other : undefined, now })),
  )
  const person = personAnswers.map((answer) => told(personDecision(state, answer, { at: undefined, now })))
  expect([...seller, ...person]).toEqual(wanted)
})

test('Nobody agrees to a time that was not on their screen', () => {
  expect(told(personDecision(proposed, 'accept', { at: other, now }))).toBe('confirmed')
  expect(told(personDecision(proposed, 'accept', { at: later, now }))).toBe('refused')
  expect(told(sellerDecision(confirmed, 'confirm', { at: other, now }))).toBe('refused')
  expect(told(personDecision(confirmed, 'accept', { at: other, now }))).toBe('refused')
  expect(personDecision(proposed, 'accept', { at: other, now })).toMatchObject({ to: { datetime: other } })
})

test('A past time cannot be proposed, and proposing the requested time confirms it', () => {
  expect(told(sellerDecision(drive(), 'propose', { at: before, now }))).toBe('past')
  expect(told(sellerDecision(drive(), 'propose', { at: later, now }))).toBe('confirmed')
  expect(told(personDecision(drive({ proposed_datetime: before }), 'accept', { at: undefined, now }))).toBe(
    'refused',
  )
})

test('A done or cancelled drive stays so, and every refusal says what to do', () => {
  const time = fc.constantFrom(before, now, later, other)
  const state = fc.record({
    status: fc.constantFrom(...testDriveStatuses),
    datetime: time,
    proposed_datetime: fc.option(time),
    cancelled: fc.boolean(),
  })
  const given = fc.record({ at: fc.option(time, { nil: undefined }), now: fc.constant(now) })
  fc.assert(
    fc.property(
      state,
      fc.constantFrom(...sellerAnswers),
      fc.constantFrom(...personAnswers),
      given,
      (from, bySeller, byPerson, g) => {
        for (const decision of [sellerDecision(from, bySeller, g), personDecision(from, byPerson, g)]) {
          const ended = from.status === 'done' || from.status === 'declined'
          expect('to' in decision && ended).toBe(false)
          const words = 'refused' in decision ? decision.refused : 'Fine. Go on.'
          expect(words.length).toBeGreaterThan(10)
          // A confirmed meeting is in the future; the rule promises nothing else.
          const agreed = 'to' in decision && decision.to.status === 'confirmed' ? decision.to.datetime : later
          expect(agreed > now).toBe(true)
        }
      },
    ),
  )
})
