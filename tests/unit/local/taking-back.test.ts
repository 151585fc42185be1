import { describe, expect, test } from 'vitest'
import { release, skipBackoff } from '../../../src/local/outbox/item-actions.ts'
import { remove, revise } from '../../../src/local/outbox/decide.ts'
import { wantedOf } from '../../../src/local/outbox/favourites.ts'
import { createDeliver } from '../../../src/local/sync/deliver.ts'
import { createPhone, enquiry, lost, no, ok } from './phone.ts'

/** Withdrawing and changing waiting items (I8): without a request to the server, only an item that certainly had no effect is
 * removed. */

const gone = () => ok({ data: { state: 'void' } })
const applied = () =>
  ok({ data: { state: 'applied', reply: { success: true, msg: 'Sent', data: { _id: 'e1' } } } })

async function mayHaveLeft() {
  const phone = createPhone()
  phone.answer = lost
  const id = await phone.put('enquiry.send', enquiry())
  await phone.drain()
  await skipBackoff(phone.store, phone.now)
  return { phone, id }
}

describe('What may have left and is taken back', () => {
  test('is never resent: the server is asked to refuse it, then it is removed [I8]', async () => {
    const { phone, id } = await mayHaveLeft()
    expect(await remove(phone.store, id)).toBe('cancelling')
    phone.answer = gone
    expect(await phone.drain()).toMatchObject({ waiting: 0 })
    expect(phone.sent.map((s) => [s.key, s.item.cancel])).toEqual([
      [`${id}.0`, undefined],
      [`${id}.0`, true],
    ])
    expect(await phone.items()).toEqual([])
  })
  test('is said to be sent when the server had taken it', async () => {
    const { phone, id } = await mayHaveLeft()
    await remove(phone.store, id)
    phone.answer = applied
    await phone.drain()
    expect(await phone.item(id)).toMatchObject({ state: 'done', result: { id: 'e1', msg: 'Sent' } })
    expect((await phone.item(id)).cancel).toBeUndefined()
  })
  test('stays taken back without signal, over a restart and over a server that fails', async () => {
    const { phone, id } = await mayHaveLeft()
    await remove(phone.store, id)
    for (const answer of [lost, () => no(500, 'internal'), () => no(422, 'validation_failed')]) {
      phone.answer = answer
      phone.now += 600_000
      await phone.drain()
      expect(await phone.item(id)).toMatchObject({ cancel: true, state: 'wait' })
    }
    phone.answer = gone
    phone.now += 600_000
    await phone.drain()
    expect(await phone.items()).toEqual([])
  })
  test('in flight is removed when refused and counts as sent when accepted', async () => {
    for (const [answer, left] of [
      [no(422, 'validation_failed'), []],
      [ok(), ['done']],
    ] as const) {
      const phone = createPhone()
      const id = await phone.put('enquiry.send', enquiry())
      phone.answer = async () => {
        expect(await remove(phone.store, id)).toBe('cancelling')
        return answer
      }
      await phone.drain()
      expect((await phone.items()).map((i) => i.state)).toEqual(left)
    }
  })
  test('needs the login of its owner, and waits for it', async () => {
    const phone = createPhone()
    phone.answer = lost
    const id = await phone.heart('car-1', 'yes')
    await phone.drain()
    await remove(phone.store, id)
    phone.answer = () => no(401, 'token_expired')
    phone.now += 600_000
    await phone.drain()
    expect(await phone.item(id)).toMatchObject({ state: 'held', hold: 'auth', cancel: true })
    await release(phone.store, 'auth')
    phone.answer = gone
    await phone.drain()
    expect(phone.sent.at(-1)?.token).toBe('token-1')
    expect(await phone.items()).toEqual([])
  })
  test('no longer shows on the heart', async () => {
    const phone = createPhone()
    phone.answer = lost
    const id = await phone.heart('car-1', 'yes')
    await phone.drain()
    expect(wantedOf(await phone.items()).get('car-1')).toBe(true)
    await remove(phone.store, id)
    expect(wantedOf(await phone.items()).size).toBe(0)
  })
  test('does not swallow the next wish: that one is sent for itself', async () => {
    const phone = createPhone()
    phone.answer = lost
    const a = await phone.heart('car-1', 'yes')
    await phone.drain()
    await remove(phone.store, a)
    const b = await phone.heart('car-1', 'no')
    expect(b).not.toBe(a)
    phone.answer = ({ item }) => (item.cancel ? gone() : ok({ data: { is_favorite: 'no' } }))
    phone.now += 600_000
    await phone.drain()
    expect((await phone.items()).map((i) => [i.id, i.state])).toEqual([[b, 'done']])
  })
})

test('A cancellation uses the write’s own key and the same device id', async () => {
  const calls: [string, RequestInit][] = []
  const deliver = createDeliver({
    http: {
      fetch: (url, init) => {
        calls.push([url, init])
        const headers = { 'x-api': '1', 'content-type': 'application/json' }
        return Promise.resolve(new Response('{"success":true,"data":{"state":"void"}}', { headers }))
      },
      setTimeout: () => 0,
      clearTimeout: () => undefined,
    },
    device: 'device-1',
    renewed: () => Promise.resolve({ is: 'over' }),
    drop: () => undefined,
  })
  const { phone, id } = await mayHaveLeft()
  await remove(phone.store, id)
  const heard = await deliver(await phone.item(id), { key: `${id}.0`, token: undefined })
  expect(heard).toMatchObject({ ok: true, body: { data: { state: 'void' } } })
  expect(calls[0]?.[0]).toBe(`/api/v1/sync/receipt/${id}.0/void`)
  expect(calls[0]?.[1]).toMatchObject({ method: 'POST', headers: { 'x-device': 'device-1' } })
})

describe('Other words for something that waits', () => {
  const better = { ...enquiry(), message: 'Is it still for sale?' }
  test('take the place of what never left, in place', async () => {
    const phone = createPhone()
    const id = await phone.put('enquiry.send', enquiry())
    expect(await revise(phone.store, id, better)).toBe(true)
    await phone.drain()
    expect(phone.sent).toMatchObject([{ key: `${id}.0`, item: { payload: better } }])
  })
  test('after a refusal go under a new key, and the reasons are gone [I6 S19]', async () => {
    const phone = createPhone()
    phone.answer = () => no(422, 'validation_failed', { fields: { message: 'Too short' } })
    const id = await phone.put('enquiry.send', enquiry())
    await phone.drain()
    expect(await phone.item(id)).toMatchObject({
      state: 'rejected',
      lastError: { fields: { message: 'Too short' } },
    })
    expect(await revise(phone.store, id, better)).toBe(true)
    phone.answer = () => ok()
    await phone.drain()
    expect(phone.sent.map((s) => s.key)).toEqual([`${id}.0`, `${id}.1`])
    expect((await phone.item(id)).lastError).toBeUndefined()
  })
  test('are not accepted once it may have left, even after a refusal [I6]', async () => {
    const { phone, id } = await mayHaveLeft()
    expect(await revise(phone.store, id, better)).toBe(false)
    phone.answer = () => no(422, 'validation_failed')
    await phone.drain()
    expect(await phone.item(id)).toMatchObject({ state: 'rejected', unsure: true })
    expect(await revise(phone.store, id, better)).toBe(false)
    expect((await phone.item(id)).payload).toEqual(enquiry())
  })
})
