import { describe, expect, test } from 'vitest'
import type { CommandKind, Payloads } from '#contract/commands.ts'
import { commands } from '#contract/commands.ts'
import type { OutboxEntry } from '#local/react'
import { describeChange } from '../../../src/app/status/news.tsx'
import { listFields, formatValue } from '../../../src/app/outbox/field-words.ts'
import { describeState } from '../../../src/app/outbox/state-words.ts'
import { titleEntry } from '../../../src/app/outbox/titles.ts'
import { prototypeNames } from '../../support/prototype-names.ts'
import { entryOf } from '../../support/pretend.tsx'

const context = { offline: true, clock: () => '14:05' }
const money = (amount: number) => `R${amount}`
const ad = { adId: 'ad-1', title: '2019 VW Polo' }

const samples: { [K in CommandKind]: [Payloads[K], string] } = {
  'fav.set': [{ carId: 'car-1', want: 'yes' }, 'Save a car to your favourites'],
  'ad.create': [{ ...ad, ad: {}, imageIds: [] }, 'Publish your ad “2019 VW Polo”'],
  'ad.edit': [{ ...ad, patch: { price: 1 } }, 'Changes to your ad “2019 VW Polo”'],
  'ad.status': [{ ...ad, want: 'sold' }, 'Mark your ad “2019 VW Polo” as sold'],
  'ad.delete': [ad, 'Delete your ad “2019 VW Polo”'],
  'ad.image.delete': [{ ...ad, imageUrl: '/1' }, 'Delete a picture of your ad “2019 VW Polo”'],
  'enquiry.send': [entryOf().payload as Payloads['enquiry.send'], 'Your message about 2021 Toyota Fortuner'],
  'testdrive.book': [
    {
      fullname: 'T',
      mobile_number: '821234567',
      email: 't@e.com',
      state: 'Gauteng',
      city: 'Pretoria',
      postcode: '1',
      car_brand: 'Toyota',
      car_model: 'Hilux',
      datetime: '2026-03-20T10:00:00.000Z',
    },
    'Your test drive of Toyota Hilux',
  ],
  'testdrive.answer': [
    { test_drive_id: 'drive-1', answer: 'confirm', title: '2019 VW Polo' },
    'Your answer to a test drive of 2019 VW Polo',
  ],
  'contact.send': [
    { fullname: 'T', email: 't@e.com', mobile_number: '1', subject: 'Invoice', message: 'Hi' },
    'Your message to us: Invoice',
  ],
  'insurance.send': [{ phone: '821234567' }, 'Your question about insurance'],
  'newsletter.subscribe': [{ EMAIL: 't@e.com' }, 'Your newsletter subscription'],
  'ad.report': [
    { car_id: 'car-1', reason: 'fraud', words: '', title: '2019 VW Polo' },
    'Your report of the ad “2019 VW Polo”',
  ],
  'alert.set': [{ model: 'Toyota Venza', want: 'yes' }, 'Tell me when for sale: Toyota Venza'],
  'profile.edit': [{ uid: 'u', patch: { city: 'Durban' } }, 'Changes to your profile'],
  'chat.send': [{ receiver: 'b', message: 'Hi', timestamp: 1 }, 'Your chat message'],
}

describe('What waits, in words', () => {
  test('Every kind of write has a title in plain words', () => {
    const kinds = Object.keys(commands) as CommandKind[]
    const said = kinds.map((kind) => [kind, titleEntry(entryOf({ kind, payload: samples[kind][0] }))])
    expect(said).toEqual(kinds.map((kind) => [kind, samples[kind][1]]))
  })

  test.each<[Partial<OutboxEntry>, string]>([
    [{ state: 'queued' }, 'Saved on this phone'],
    [{ state: 'wait' }, 'Waiting for signal'],
    [{ state: 'held', hold: 'auth' }, 'Sign in to send'],
    [{ state: 'held', hold: 'upgrade' }, 'Update the app to send'],
    [{ state: 'held', hold: 'confirm-old' }, 'Written a while ago – still send it?'],
    [{ kind: 'ad.create', state: 'held', hold: 'plan' }, 'Upgrade or save as draft'],
    [
      { kind: 'ad.create', state: 'rejected', error: { code: 'plan_limit', msg: 'No.' } },
      'Upgrade or save as draft',
    ],
    [{ kind: 'ad.status', state: 'rejected', error: { code: 'plan_limit', msg: 'No.' } }, 'Upgrade to send'],
    [{ state: 'conflict' }, 'Changed on another device'],
    [{ state: 'wait', cancelling: true, mayHaveLeft: true }, 'Taking it back'],
    [
      {
        state: 'rejected',
        error: { code: 'validation_failed', msg: 'No.', fields: { price: 'price is required' } },
      },
      'Needs your fix: price is required',
    ],
    [
      { state: 'rejected', error: { code: 'gone', msg: 'This car is no longer listed.' } },
      'Needs your fix: This car is no longer listed.',
    ],
    [{ state: 'quarantine', tries: 8 }, 'We could not send this – 8 tries'],
    [{ state: 'done', doneAt: 5 }, 'Sent 14:05'],
  ])('An item that is %o is said to be: %s', (change, words) => {
    expect(describeState(entryOf(change), context).words).toBe(words)
  })

  test('Nothing but a done item is ever called sent', () => {
    const states = ['queued', 'sending', 'wait', 'held', 'conflict', 'rejected', 'quarantine'] as const
    for (const state of states) expect(describeState(entryOf({ state }), context).words).not.toMatch(/^Sent/)
  })

  test('A payload that is damaged or from a newer app breaks no screen [S57 I5]', () => {
    const broken = (change: object) => entryOf({ payload: undefined, ...change } as never)
    const error = { code: 'corrupt_record', msg: 'Damaged.' } as const
    expect(titleEntry(broken({ state: 'rejected', error }))).toBe('This entry is damaged')
    expect(titleEntry(broken({ kind: 'ad.boost' }))).toBe('Something a newer version of the app wrote')
    for (const kind of Object.keys(samples)) {
      expect(titleEntry(broken({ kind }))).not.toMatch(/undefined|null/)
      expect(listFields(broken({ kind }), money, String)).toEqual([])
    }
  })

  test('What is sent is listed in words of people, without names for machines', () => {
    const patch = { price: 250_000, mileage: '68000', carfeatures: ['Tow bar', 'Sunroof'], status: 'sold' }
    const fields = listFields({ payload: { ...ad, patch } }, money, String)
    expect(fields.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Price: R250000',
      'Mileage: 68,000 km',
      'Features: Tow bar, Sunroof',
      'Status: Sold',
    ])
    expect(formatValue('images', ['/a', '/b'], money)).toBe('2 pictures')
    expect(formatValue('description', '<p>Two <b>keys</b></p>', money)).toBe('Two keys')
  })
})

describe('What screen readers hear', () => {
  const title = titleEntry(entryOf())
  const from = (was: Partial<OutboxEntry>, now: Partial<OutboxEntry>) =>
    describeChange([entryOf(was)], [entryOf(now)])
  const heart = { kind: 'fav.set', payload: samples['fav.set'][0] } as const

  test('A message that was sent or refused is told, and nothing twice', () => {
    expect(from({ state: 'sending' }, { state: 'done' })).toEqual([`Sent: ${title}.`])
    expect(from({ state: 'done' }, { state: 'done' })).toEqual([])
    const refused = { state: 'rejected', error: { code: 'gone', msg: 'Gone.' } } as const
    expect(from({ state: 'sending' }, refused)).toEqual([`Not sent: ${title}. Gone.`])
    expect(describeChange([], [entryOf({ state: 'done' })])).toEqual([])
  })

  test('A conflict, a last try and the end of a cancellation are told', () => {
    expect(from({ state: 'sending' }, { state: 'conflict' })).toEqual([
      `Changed on another device: ${title}. Please decide.`,
    ])
    expect(from({ state: 'wait' }, { state: 'quarantine' })).toEqual([`We could not send this: ${title}.`])
    const cancelling = { state: 'wait', cancelling: true } as const
    expect(describeChange([entryOf(cancelling)], [])).toEqual([`Taken back: ${title}.`])
    expect(from(cancelling, { state: 'done' })).toEqual([`It was already sent: ${title}.`])
    expect(from({ state: 'wait' }, { state: 'wait', merged: ['price'] })).toEqual([
      `Merged with changes from another device: ${title}.`,
    ])
  })

  test('Hearts that reach the server are never spoken of', () => {
    expect(from({ ...heart, state: 'sending' }, { ...heart, state: 'done' })).toEqual([])
    expect(from({ ...heart, state: 'queued' }, { ...heart, state: 'wait' })).toEqual([])
  })
})

test.each(prototypeNames)('A field or a value called "%s" is shown as that word', (name) => {
  expect(formatValue('status', name, money)).toBe(name)
  const entry = entryOf({ kind: 'ad.status', payload: { ...ad, want: name as 'sold' } })
  expect(titleEntry(entry)).toBe('Changes to your ad “2019 VW Polo”')
})
