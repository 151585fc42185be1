import { describe, expect, test } from 'vitest'
import type { OutboxItem } from '../../../src/local/database/records.ts'
import { retryAfterCap, type SendResult } from '../../../src/local/outbox/sending/verdict.ts'
import { createPhone, enquiry, lost, no, ok } from './phone.ts'

/** The response table of the outbox, row by row. */
const hour = 3_600_000

async function after(heard: SendResult, kind: 'heart' | 'enquiry' = 'enquiry') {
  const phone = createPhone()
  phone.answer = () => heard
  const id = kind === 'heart' ? await phone.heart('car-1', 'yes') : await phone.put('enquiry.send', enquiry())
  const round = await phone.drain()
  return { phone, round, item: await phone.item(id) }
}
const stateOf = ({ state, hold, tries, netFails, rev }: OutboxItem) => ({ state, hold, tries, netFails, rev })

test('A success ends the item with a receipt [R-PWA-27]', async () => {
  const { item, round, phone } = await after(ok({ data: { _id: 'enq-1' } }))
  expect(item).toMatchObject({ state: 'done', doneAt: phone.now, result: { id: 'enq-1' } })
  expect(round).toMatchObject({ delivered: 1, waiting: 0, failed: false })
})

test('A success that says "no" inside is a refusal and its words are kept [R-PWA-29 R-ERR-03]', async () => {
  const { item } = await after(no(200, 'validation_failed', { msg: 'No dealer today' }))
  expect(item).toMatchObject({ state: 'rejected', lastError: { msg: 'No dealer today' } })
})

describe('When nothing is known about the outcome, the item waits under the same key [S01 S09 I6 R-PWA-28 R-PWA-29]', () => {
  test.each(['network', 'timeout', 'not_our_server', 'bad_reply'] as const)('%s', async (code) => {
    const { item, round } = await after(no(0, code))
    expect(stateOf(item)).toEqual({ state: 'wait', hold: undefined, tries: 0, netFails: 1, rev: 0 })
    expect(round).toMatchObject({ delivered: 0, waiting: 1, failed: true })
  })
})

describe('A definite no is kept with its words and never sent again by itself [R-PWA-29]', () => {
  test.each([
    [400, 'bad_json'],
    [405, 'method_not_allowed'],
    [413, 'payload_too_large'],
    [415, 'unsupported_media_type'],
    [403, 'forbidden'],
    [418, 'validation_failed'],
  ] as const)('%i %s', async (status, code) => {
    const { phone, item } = await after(no(status, code, { msg: 'No.' }))
    expect(item).toMatchObject({ state: 'rejected', lastError: { code, status, msg: 'No.' } })
    await phone.drain()
    expect(phone.sent.length).toBe(1)
  })
  test('422 keeps the sentence of each field [S19]', async () => {
    const { item } = await after(
      no(422, 'validation_failed', { fields: { gsm: 'Must be positive numbers' } }),
    )
    expect(item).toMatchObject({
      state: 'rejected',
      lastError: { fields: { gsm: 'Must be positive numbers' } },
    })
  })
  test('403 for want of a subscription says so [S40]', async () => {
    expect(stateOf((await after(no(403, 'subscription_required'))).item)).toMatchObject({
      state: 'rejected',
      hold: 'plan',
    })
  })
})

test('A 401 holds each write that needs the login and lets others go [S07 I5 R-PWA-29 R-ERR-02]', async () => {
  const phone = createPhone()
  phone.answer = ({ item }) => (item.kind === 'fav.set' ? no(401, 'token_expired') : ok())
  const a = await phone.heart('car-1', 'yes')
  const b = await phone.heart('car-2', 'yes')
  const c = await phone.put('enquiry.send', enquiry())
  await phone.drain()
  expect(phone.sent.map((s) => s.item.kind)).toEqual(['fav.set', 'enquiry.send'])
  expect(stateOf(await phone.item(a))).toEqual({ state: 'held', hold: 'auth', tries: 0, netFails: 0, rev: 0 })
  expect(stateOf(await phone.item(b))).toMatchObject({ state: 'held', hold: 'auth' })
  expect(await phone.item(c)).toMatchObject({ state: 'done' })
})

test('A 401 on a call without login is a server fault and is retried', async () => {
  expect(stateOf((await after(no(401, 'unauthenticated'))).item)).toMatchObject({ state: 'wait', tries: 1 })
})

describe.each([
  [404, 'not_found'],
  [410, 'gone'],
] as const)('%i %s', (status, code) => {
  test('ends a heart, for its wish is moot, and the heart is off', async () => {
    const { item, phone } = await after(no(status, code), 'heart')
    expect(item).toMatchObject({ state: 'done', lastError: { code } })
    expect(await phone.favourites()).toEqual([])
  })
  test('refuses an enquiry and keeps its text [S17 I5]', async () => {
    const { item } = await after(no(status, code))
    expect(item).toMatchObject({ state: 'rejected', payload: enquiry() })
  })
})

test('A route that is missing says nothing about the car: the wish is kept', async () => {
  expect((await after(no(404, 'unknown_route'), 'heart')).item).toMatchObject({ state: 'wait', tries: 1 })
})

test.each([
  [409, 'version_conflict'],
  [412, 'version_conflict'],
] as const)('%i for a write without a base is a rejection that keeps its text', async (status, code) => {
  expect((await after(no(status, code))).item).toMatchObject({ state: 'rejected', payload: enquiry() })
})

test.each([
  [409, 'key_in_progress'],
  [425, 'key_in_progress'],
] as const)(
  '%i "still being handled" waits one to three seconds and counts as no failure',
  async (status, code) => {
    const { item, phone } = await after(no(status, code))
    expect(stateOf(item)).toMatchObject({ state: 'wait', tries: 0, netFails: 0 })
    expect(item.nextAt - phone.now).toBeGreaterThanOrEqual(1000)
    expect(item.nextAt - phone.now).toBeLessThan(3000)
  },
)

test('408 waits as told and counts as unknown', async () => {
  const { item, phone } = await after(no(408, 'timeout', { retryAfter: 40 }))
  expect(stateOf(item)).toMatchObject({ state: 'wait', tries: 0, netFails: 1 })
  expect(item.nextAt).toBe(phone.now + 40_000)
})

test.each([
  [429, 'rate_limited', 0],
  [503, 'unavailable', 1],
] as const)(
  '%i with Retry-After makes the whole partition wait as told [R-PWA-29]',
  async (status, code, netFails) => {
    const phone = createPhone()
    phone.answer = () => no(status, code, { retryAfter: 60 })
    const a = await phone.put('enquiry.send', enquiry())
    await phone.put('enquiry.send', enquiry('car-2'))
    await phone.drain()
    expect(phone.sent.length).toBe(1)
    expect(stateOf(await phone.item(a))).toMatchObject({ state: 'wait', tries: 0, netFails })
    phone.answer = () => ok()
    phone.now += 59_000
    expect(await phone.drain()).toMatchObject({ delivered: 0, waiting: 2, nextAt: phone.now + 1000 })
    phone.now += 1000
    expect(await phone.drain()).toMatchObject({ delivered: 2, waiting: 0 })
  },
)

test('Neither a server nor a wrong clock can delay sending beyond an hour [S41 I19]', async () => {
  const { phone } = await after(no(429, 'rate_limited', { retryAfter: 999_999 }))
  phone.answer = () => ok()
  phone.now -= 10 * 365 * 24 * hour
  expect(await phone.drain()).toMatchObject({ delivered: 0 })
  phone.now += retryAfterCap
  expect(await phone.drain()).toMatchObject({ delivered: 1 })
})

test('426 waits for a newer app [S26]', async () => {
  expect(stateOf((await after(no(426, 'upgrade_required'))).item)).toMatchObject({
    state: 'held',
    hold: 'upgrade',
  })
})

test('A key reused with another payload is quarantined for the person to see', async () => {
  expect((await after(no(422, 'key_reused'))).item).toMatchObject({ state: 'quarantine' })
})

describe('A server that fails [R-PWA-29]', () => {
  test.each([500, 502, 504, 507, 520])('%i is tried again and counted', async (status) => {
    expect(stateOf((await after(no(status, 'internal'))).item)).toMatchObject({
      state: 'wait',
      tries: 1,
      netFails: 0,
    })
  })

  async function poisoned(tries: number, spent: number, others: boolean) {
    const phone = createPhone()
    const id = await phone.put('enquiry.send', enquiry(), 'poison')
    phone.answer = ({ item }) => (item.id === 'poison' ? no(500, 'internal') : ok())
    for (let i = 0; i < tries; i++) {
      await phone.drain()
      phone.now += spent / Math.max(1, tries - 1)
      if (others) await phone.put('enquiry.send', enquiry())
    }
    await phone.drain()
    return (await phone.item(id)).state
  }
  test('puts an item aside after 8 tries in 24 hours while others go through [S18 I10]', async () => {
    expect(await poisoned(8, 25 * hour, true)).toBe('quarantine')
  })
  test('does not put it aside sooner', async () => {
    expect(await poisoned(8, 20 * hour, true)).toBe('wait')
  })
  test('does not put it aside after fewer tries', async () => {
    expect(await poisoned(6, 48 * hour, true)).toBe('wait')
  })
  test('does not put anything aside when nothing at all goes through [S42 I5]', async () => {
    expect(await poisoned(12, 48 * hour, false)).toBe('wait')
  })
})

test('Lost requests never count towards putting an item aside', async () => {
  const phone = createPhone()
  const id = await phone.put('enquiry.send', enquiry(), 'unlucky')
  phone.answer = ({ item }) => (item.id === 'unlucky' ? lost() : ok())
  for (let i = 0; i < 20; i++) {
    await phone.drain()
    phone.now += 3 * hour
    await phone.put('enquiry.send', enquiry())
  }
  await phone.drain()
  expect(stateOf(await phone.item(id))).toMatchObject({ state: 'wait', tries: 0, netFails: 21 })
})
