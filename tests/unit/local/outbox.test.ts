import fc from '../../support/property.ts'
import { describe, expect, test } from 'vitest'
import { backoff, backoffCap } from '../../../src/local/outbox/sending/verdict.ts'
import { hold, release, skipBackoff } from '../../../src/local/outbox/item-actions.ts'
import { commandOf } from '../../../src/local/outbox/command.ts'
import { remove, retry } from '../../../src/local/outbox/decide.ts'
import { entriesOf } from '../../../src/local/outbox/view.ts'
import { newId } from '../../../src/local/platform/env.ts'
import { graceAfter, receiptAge } from '../../../src/local/outbox/sending/turn.ts'
import { deadAfter, oldAfter } from '../../../src/local/outbox/command.ts'
import { userPartition } from '../../../src/local/database/schema.ts'
import { soon } from './page.ts'
import { createPhone, enquiry, lost, no, ok } from './phone.ts'

test('A saved write is queued with its own sequence number and key [R-PWA-25 R-PWA-28]', async () => {
  const phone = createPhone()
  const a = await phone.put('enquiry.send', enquiry('car-1'))
  phone.now = 0
  const b = await phone.put('enquiry.send', enquiry('car-2'))
  const [first, second] = await phone.items()
  expect([first?.id, second?.id]).toEqual([a, b])
  expect(first).toMatchObject({ state: 'queued', seq: 1, rev: 0, sentEver: false, payload: enquiry('car-1') })
  await phone.drain()
  expect(phone.sent.map((s) => s.key)).toEqual([`${a}.0`, `${b}.0`])
})

test('Enqueuing the same write twice after an unconfirmed commit makes one item', async () => {
  const phone = createPhone()
  await phone.put('enquiry.send', enquiry(), 'same')
  await phone.put('enquiry.send', enquiry(), 'same')
  expect((await phone.items()).length).toBe(1)
})

describe('Taps of one heart', () => {
  test('before anything was sent become one write with the last wish [R-PWA-22 R-STATE-05]', async () => {
    const phone = createPhone()
    const a = await phone.heart('car-1', 'yes')
    expect(await phone.heart('car-1', 'no')).toBe(a)
    expect(await phone.heart('car-1', 'yes')).toBe(a)
    await phone.heart('car-2', 'yes')
    await phone.drain()
    expect(phone.sent.map((s) => s.item.payload)).toEqual([
      { carId: 'car-1', want: 'yes' },
      { carId: 'car-2', want: 'yes' },
    ])
  })
  test('wait behind one that may have left, whose payload stays unchanged [S11 I6]', async () => {
    const phone = createPhone()
    phone.answer = lost
    const a = await phone.heart('car-1', 'yes')
    await phone.drain()
    const b = await phone.heart('car-1', 'no')
    expect(b).not.toBe(a)
    const c = await phone.heart('car-1', 'yes')
    expect(c).toBe(b)
    expect((await phone.item(a)).payload).toEqual({ carId: 'car-1', want: 'yes' })
    phone.answer = () => ok()
    phone.now += backoffCap
    await phone.drain()
    expect(phone.sent.map((s) => s.key)).toEqual([`${a}.0`, `${a}.0`, `${b}.0`])
  })
  test('replace a wish that was refused, because the person decided anew', async () => {
    const phone = createPhone()
    phone.answer = () => no(403, 'forbidden')
    const a = await phone.heart('car-1', 'yes')
    await phone.drain()
    phone.answer = () => ok({ data: { is_favorite: 'no' } })
    const b = await phone.heart('car-1', 'no')
    expect((await phone.items()).map((i) => i.id)).toEqual([b])
    expect(b).not.toBe(a)
    await phone.drain()
    expect(phone.sent.map((s) => s.key)).toEqual([`${a}.0`, `${b}.0`])
  })
  test('carry the phone’s sequence number, so that the server can refuse older ones', async () => {
    const phone = createPhone()
    await phone.heart('car-1', 'yes')
    await phone.drain()
    await phone.heart('car-1', 'no')
    await phone.drain()
    const bodies = phone.sent.map(({ item }) =>
      commandOf(item)?.body(item.payload, { itemId: item.id, seq: item.seq, baseVersion: undefined }),
    )
    expect(bodies).toEqual([
      { car_id: 'car-1', want: 'yes', seq: 1 },
      { car_id: 'car-1', want: 'no', seq: 2 },
    ])
  })
})

test('Two enquiries are never merged [S10]', async () => {
  const phone = createPhone()
  await phone.put('enquiry.send', enquiry())
  await phone.put('enquiry.send', enquiry())
  expect((await phone.items()).length).toBe(2)
})

test('One item that fails holds up its own lane only [S18 I3 R-PWA-28]', async () => {
  const phone = createPhone()
  phone.answer = ({ item }) => (item.lane === 'fav:bad' ? no(500, 'internal') : ok())
  await phone.heart('bad', 'yes')
  await phone.heart('good', 'yes')
  const c = await phone.put('enquiry.send', enquiry())
  await phone.drain()
  expect(phone.sent.map((s) => s.item.lane)).toEqual(['fav:bad', 'fav:good', c])
})

test('What keeps failing comes last, and two silences in a row end the round', async () => {
  const phone = createPhone()
  const poison = ['p1', 'p2', 'p3']
  phone.answer = ({ item }) => (poison.includes(item.id) ? lost() : ok())
  for (const id of poison) await phone.put('enquiry.send', enquiry(), id)
  const good = await phone.put('enquiry.send', enquiry())
  await phone.drain()
  expect(phone.sent.map((s) => s.item.id)).toEqual(['p1', 'p2'])
  await skipBackoff(phone.store, phone.now)
  await phone.drain()
  expect(phone.sent.map((s) => s.item.id).slice(2)).toEqual(['p3', good, 'p1', 'p2'])
})

test('An item left "sending" by a crash goes again under the same key [S03 I1 R-PWA-28]', async () => {
  const phone = createPhone()
  const id = await phone.put('enquiry.send', enquiry())
  // The tab dies during the request: it never settles the item.
  phone.answer = () => new Promise<never>(() => undefined)
  void phone.drain()
  await expect.poll(() => phone.sent.length, soon).toBe(1)
  expect(await phone.item(id)).toMatchObject({ state: 'sending', sentEver: true })
  phone.answer = () => ok()
  await phone.drain()
  expect(phone.sent.map((s) => s.key)).toEqual([`${id}.0`, `${id}.0`])
  expect(await phone.item(id)).toMatchObject({ state: 'done' })
})

test('A sender that lost its turn while it was sending changes nothing [S31 I17]', async () => {
  const phone = createPhone()
  const id = await phone.heart('car-1', 'yes')
  let wake: () => void = () => undefined
  phone.answer = async () => {
    await new Promise<void>((resolve) => (wake = resolve))
    return no(422, 'validation_failed')
  }
  const zombie = phone.drain()
  await expect.poll(() => phone.sent.length, soon).toBe(1)
  phone.answer = () => ok({ data: { is_favorite: 'yes' } })
  await phone.drain()
  wake()
  expect(await zombie).toMatchObject({ delivered: 0 })
  expect(await phone.item(id)).toMatchObject({ state: 'done' })
  expect(await phone.favourites()).toEqual(['car-1'])
})

test('A sender that was frozen before it sent does not send when it wakes [S30 I17]', async () => {
  const phone = createPhone()
  await phone.heart('car-1', 'yes')
  let wake: () => void = () => undefined
  let frozen = false
  // The tab freezes between marking the item and sending it.
  const zombie = phone.drain({
    store: {
      ...phone.store,
      async transaction(mode, tables, work) {
        const result = await phone.store.transaction(mode, tables, work)
        if (!frozen && typeof result === 'object' && result !== null && 'next' in result) {
          frozen = true
          await new Promise<void>((resolve) => (wake = resolve))
        }
        return result
      },
    },
  })
  await expect.poll(() => frozen, soon).toBe(true)
  // No tab takes the lead from a sender with a recent sign of life.
  phone.now += deadAfter + graceAfter
  await phone.drain()
  wake()
  await zombie
  expect(phone.sent.length).toBe(1)
})

describe('The login', () => {
  test('of someone else never carries what I wrote [S38 I7 R-PWA-36]', async () => {
    const phone = createPhone()
    await phone.heart('car-1', 'yes')
    phone.session = { token: 'token-b', sub: 'user-2' }
    expect(await phone.drain()).toMatchObject({ delivered: 0, waiting: 0 })
    expect(phone.sent).toEqual([])
    phone.session = { token: 'token-a', sub: 'user-1' }
    await phone.drain()
    expect(phone.sent.map((s) => s.token)).toEqual(['token-a'])
  })
  test('that changes between choosing and sending leaves the item as it was', async () => {
    const phone = createPhone()
    const id = await phone.heart('car-1', 'yes')
    const sessions = [
      { token: 'token-1', sub: 'user-1' },
      { token: 'token-b', sub: 'user-2' },
    ]
    await phone.drain({ token: () => Promise.resolve(sessions.shift()) })
    expect(phone.sent).toEqual([])
    expect(await phone.item(id)).toMatchObject({ state: 'queued' })
  })
  test('is not shown to calls that go without one', async () => {
    const phone = createPhone()
    await phone.put('enquiry.send', enquiry())
    await phone.drain()
    expect(phone.sent.map((s) => s.token)).toEqual([undefined])
  })
  test('is not needed for an enquiry, which goes while the hearts wait', async () => {
    const phone = createPhone()
    phone.session = undefined
    await phone.heart('car-1', 'yes')
    await phone.put('enquiry.send', enquiry())
    await phone.drain()
    expect(phone.sent.map((s) => s.item.kind)).toEqual(['enquiry.send'])
  })
  test('lets go what was held, under the same key [S07 I5 R-PWA-29]', async () => {
    const phone = createPhone()
    phone.answer = () => no(401, 'token_expired')
    const id = await phone.heart('car-1', 'yes')
    await phone.drain()
    await phone.drain()
    expect(phone.sent.length).toBe(1)
    phone.answer = () => ok()
    await release(phone.store, 'auth')
    await phone.drain()
    expect(phone.sent.map((s) => s.key)).toEqual([`${id}.0`, `${id}.0`])
    expect(await phone.item(id)).toMatchObject({ state: 'done' })
  })
  test('that ran out holds every write that needs one and no other', async () => {
    const phone = createPhone()
    const a = await phone.heart('car-1', 'yes')
    const b = await phone.put('enquiry.send', enquiry())
    await hold(phone.store)
    expect(await phone.item(a)).toMatchObject({ state: 'held', hold: 'auth' })
    expect(await phone.item(b)).toMatchObject({ state: 'queued' })
  })
})

describe('A person', () => {
  test('takes back what never left the phone [I8]', async () => {
    const phone = createPhone()
    const id = await phone.put('enquiry.send', enquiry())
    expect(await remove(phone.store, id)).toBe('removed')
    await phone.drain()
    expect(phone.sent).toEqual([])
  })
  test('who cancels a possibly delivered write is only promised a request to the server', async () => {
    const phone = createPhone()
    phone.answer = lost
    const id = await phone.put('enquiry.send', enquiry())
    await phone.drain()
    expect(await remove(phone.store, id)).toBe('cancelling')
    expect(await phone.item(id)).toMatchObject({ state: 'queued', cancel: true })
  })
  test('is told when it was sent already', async () => {
    const phone = createPhone()
    const id = await phone.put('enquiry.send', enquiry())
    await phone.drain()
    expect(await remove(phone.store, id)).toBe('already-sent')
  })
  test('lets go of a refusal after reading it', async () => {
    const phone = createPhone()
    phone.answer = () => no(422, 'validation_failed')
    const id = await phone.put('enquiry.send', enquiry())
    await phone.drain()
    expect(await remove(phone.store, id)).toBe('removed')
  })
  test('can discard a failed write, but is not told that it had no effect', async () => {
    const phone = createPhone()
    phone.answer = () => no(500, 'internal')
    const id = await phone.put('enquiry.send', enquiry())
    await phone.drain()
    await phone.change(id, { state: 'quarantine', tries: 8 })
    expect(await remove(phone.store, id)).toBe('cancelling')
    expect(entriesOf(await phone.items())).toMatchObject([{ id, cancelling: true }])
  })
  test('does not keep the sender busy with what waits behind something that is held', async () => {
    const phone = createPhone()
    phone.answer = () => no(401, 'token_expired')
    await phone.heart('car-1', 'yes')
    await phone.drain()
    await phone.heart('car-1', 'no')
    expect(await phone.drain()).toMatchObject({ waiting: 0, nextAt: undefined })
    await release(phone.store, 'auth')
    phone.answer = () => ok()
    await phone.drain()
    expect(phone.sent.map((s) => s.item.payload)).toMatchObject([
      { want: 'yes' },
      { want: 'yes' },
      { want: 'no' },
    ])
  })
  test('is asked again about nothing that only a wrong clock called old [S35 I19]', async () => {
    const phone = createPhone()
    const id = await phone.put('enquiry.send', enquiry())
    phone.now += 400 * 24 * 3_600_000
    await phone.drain()
    expect(await phone.item(id)).toMatchObject({ state: 'held', hold: 'confirm-old' })
    phone.now -= 400 * 24 * 3_600_000
    expect(await phone.drain()).toMatchObject({ delivered: 1, waiting: 0 })
  })
  test('who tries a refusal again sends it under a new key', async () => {
    const phone = createPhone()
    phone.answer = () => no(422, 'validation_failed')
    const id = await phone.put('enquiry.send', enquiry())
    await phone.drain()
    phone.answer = () => ok()
    await retry(phone.store, id, phone.now)
    await phone.drain()
    expect(phone.sent.map((s) => s.key)).toEqual([`${id}.0`, `${id}.1`])
  })
  test('who retries a failure with unknown outcome sends it under the same key', async () => {
    const phone = createPhone()
    phone.answer = () => no(500, 'internal')
    const id = await phone.put('enquiry.send', enquiry())
    await phone.drain()
    await phone.change(id, { state: 'quarantine', tries: 8 })
    await retry(phone.store, id, phone.now)
    expect(await phone.item(id)).toMatchObject({ state: 'queued', tries: 0, rev: 0 })
    phone.answer = () => ok()
    await phone.drain()
    expect(phone.sent.map((s) => s.key)).toEqual([`${id}.0`, `${id}.0`])
  })
  test('must confirm a month-old write before it is sent [S50]', async () => {
    const phone = createPhone()
    const id = await phone.put('enquiry.send', enquiry())
    phone.now += oldAfter + 1
    await phone.drain()
    expect(phone.sent).toEqual([])
    expect(await phone.item(id)).toMatchObject({ state: 'held', hold: 'confirm-old' })
    await retry(phone.store, id, phone.now)
    await phone.drain()
    expect(await phone.item(id)).toMatchObject({ state: 'done' })
  })
  test('sees what is unfinished first and then the receipts, newest first', async () => {
    const phone = createPhone()
    const a = await phone.put('enquiry.send', enquiry())
    const b = await phone.put('enquiry.send', enquiry())
    await phone.drain()
    const c = await phone.put('enquiry.send', enquiry())
    const d = await phone.put('enquiry.send', enquiry())
    const entries = entriesOf(await phone.items())
    expect(entries.map((e) => [e.id, e.state])).toEqual([
      [c, 'queued'],
      [d, 'queued'],
      [b, 'done'],
      [a, 'done'],
    ])
  })
})

test('An item that only a newer app understands is kept for it [S28 I16]', async () => {
  const phone = createPhone()
  const id = await phone.put('enquiry.send', enquiry())
  await phone.change(id, { v: 99 })
  await phone.drain()
  expect(phone.sent).toEqual([])
  expect(await phone.item(id)).toMatchObject({ state: 'held', hold: 'upgrade', payload: enquiry() })
})

test('Receipts are kept for seven days and unfinished work for ever [I5]', async () => {
  const phone = createPhone()
  const done = await phone.put('enquiry.send', enquiry())
  await phone.drain()
  phone.answer = () => no(422, 'validation_failed')
  const refused = await phone.put('enquiry.send', enquiry())
  await phone.drain()
  phone.now += receiptAge
  await phone.drain()
  expect((await phone.items()).map((i) => i.id)).toEqual([done, refused])
  phone.now += 1
  await phone.drain()
  phone.now += 10 * receiptAge
  await phone.drain()
  expect((await phone.items()).map((i) => i.id)).toEqual([refused])
})

test('A wait that a wrong clock pushed years ahead ends within five minutes [S36 I19]', async () => {
  const phone = createPhone()
  phone.answer = lost
  phone.random = 1
  const id = await phone.put('enquiry.send', enquiry())
  phone.now += 5 * 365 * 86_400_000
  await phone.change(id, { createdAt: phone.now })
  await phone.drain()
  phone.now -= 5 * 365 * 86_400_000
  phone.answer = () => ok()
  await phone.drain()
  phone.now += backoffCap - 1
  expect(await phone.drain()).toMatchObject({ delivered: 0 })
  phone.now += 1
  expect(await phone.drain()).toMatchObject({ delivered: 1 })
})

test('Backoff grows with each failure up to its cap, with full jitter [S42]', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.double({ min: 0, max: 0.999999, noNaN: true }), (failures, random) => {
      const wait = backoff(failures, () => random)
      const cap = Math.min(300_000, 2000 * 2 ** failures)
      expect(wait).toBeGreaterThanOrEqual(0)
      expect(wait).toBeLessThan(cap)
      expect(Math.abs(wait - random * cap)).toBeLessThanOrEqual(1)
    }),
  )
})

test('Ids are version 7 UUIDs that sort by birth', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 40), fc.uint8Array({ minLength: 10, maxLength: 10 }), (now, bytes) => {
      const [a, b] = [now, now + 1].map((time) => newId({ now: () => time, randomBytes: () => bytes })) as [
        string,
        string,
      ]
      expect(a).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(a < b).toBe(true)
    }),
  )
})

test('Different people have different partitions', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (a, b) => {
      expect(userPartition(a) === userPartition(b)).toBe(a === b)
    }),
    { numRuns: 2000 },
  )
})
