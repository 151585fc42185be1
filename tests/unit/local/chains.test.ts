import { describe, expect, test } from 'vitest'
import type { Fields } from '#contract/commands.ts'
import { remove, retry } from '../../../src/local/outbox/decide.ts'
import { adId, createAds, title } from './ads.ts'
import { lost, no, ok } from './phone.ts'

/** Changes of one thing that depend on each other. */

describe('Edits of an ad', () => {
  test('before any of them left become one, with the version that was seen first', async () => {
    const { phone, look, edit, elsewhere, server } = createAds()
    await look()
    const a = await edit({ price: 90 })
    elsewhere({ description: 'New tyres' })
    await look()
    expect(await edit({ mileage: '20 Km' })).toBe(a)
    await phone.drain()
    expect(phone.sent[0]?.item).toMatchObject({
      payload: { patch: { price: 90, mileage: '20 Km' } },
      base: { version: 1 },
    })
    expect(server.fields).toMatchObject({ price: 90, mileage: '20 Km', description: 'New tyres' })
  })

  test('after a picture refusal upload only the pictures that are still named [S19]', async () => {
    const { phone, look, saw } = createAds()
    await look()
    const [good, bad] = [`img_${'a'.repeat(32)}`, `img_${'b'.repeat(32)}`] as const
    const edit = async (patch: Fields, ...names: string[]) => {
      const blobIds = names.map((name) => `ad:edit-1/${name}`)
      return phone.put('ad.edit', { adId, title, patch }, undefined, { base: await saw(), blobIds })
    }
    const at = (...names: string[]) => names.map((name) => `/media/${name}/1280.webp`)
    const a = await edit({ images: at(good, bad) }, good, bad)
    phone.answer = () => no(422, 'validation_failed', { fields: { [bad]: 'No car.' } })
    await phone.drain()
    expect(await edit({ images: at(good) }, good)).toBe(a)
    expect(await edit({ price: 90 })).toBe(a)
    expect((await phone.item(a)).blobIds).toEqual([`ad:edit-1/${good}`])
  })

  test('wait behind one in flight, whose payload stays unchanged [S20 I6 I3]', async () => {
    const { phone, look, edit, bodies } = createAds()
    await look()
    const answer = phone.answer
    phone.answer = lost
    const a = await edit({ price: 90 })
    await phone.drain()
    const b = await edit({ price: 80 })
    expect(b).not.toBe(a)
    phone.answer = answer
    phone.now += 600_000
    await phone.drain()
    expect(bodies()).toEqual([
      ['ad.edit', { adId, title, patch: { price: 90 } }, 1],
      ['ad.edit', { adId, title, patch: { price: 90 } }, 1],
      ['ad.edit', { adId, title, patch: { price: 80 } }, 2],
    ])
    expect(phone.sent.map((s) => s.key)).toEqual([`${a}.0`, `${a}.0`, `${b}.0`])
  })

  test('of an unpublished ad follow its creation and use the version it made', async () => {
    const { create, edit, phone, server } = createAds(null)
    const answer = phone.answer
    phone.answer = lost
    await create({ title: 'Polo', price: 100 })
    await phone.drain()
    await edit({ price: 90 })
    phone.answer = answer
    phone.now += 600_000
    await phone.drain()
    expect(phone.sent.map((s) => [s.item.kind, s.item.base?.version])).toEqual([
      ['ad.create', undefined],
      ['ad.create', undefined],
      ['ad.edit', 1],
    ])
    expect(server.fields).toMatchObject({ title: 'Polo', price: 90 })
  })

  test('are based on the previous edit’s response, not on a refresh in between [I9]', async () => {
    const { phone, look, edit, elsewhere, server } = createAds()
    await look()
    const answer = phone.answer
    phone.answer = lost
    await edit({ price: 90 })
    await phone.drain()
    await edit({ price: 80 })
    phone.answer = answer
    // The first edit arrives, then another device changes the same field; this phone refreshes its base.
    server.version = 2
    server.fields['price'] = 90
    elsewhere({ price: 70 })
    await look()
    phone.answer = (sent) =>
      sent.item.base?.version === 1
        ? ok({ data: { version: 2, fields: { ...server.fields, price: 90 } } })
        : answer(sent)
    phone.now += 600_000
    await phone.drain()
    expect(server.fields['price']).toBe(70)
    expect(await phone.items()).toMatchObject([
      { state: 'done' },
      { state: 'conflict', theirs: { version: 3 } },
    ])
  })

  test('do not overwrite unseen what came in with the one before them [I9 S21]', async () => {
    const { phone, look, edit, elsewhere, server } = createAds()
    await look()
    const answer = phone.answer
    phone.answer = lost
    await edit({ price: 90 })
    await phone.drain()
    await edit({ mileage: '20 Km' })
    elsewhere({ mileage: '15 Km' })
    phone.answer = answer
    phone.now += 600_000
    await phone.drain()
    // The first edit was merged with the other device's mileage; the author of the second edit had not seen that mileage.
    expect(server.fields).toMatchObject({ price: 90, mileage: '15 Km' })
    expect(await phone.items()).toMatchObject([
      { state: 'done', merged: ['mileage'] },
      { state: 'conflict', theirs: { fields: { mileage: '15 Km' } } },
    ])
  })

  test('stand on what the one before stood on when that is taken back', async () => {
    const { phone, look, edit, server } = createAds()
    await look()
    phone.session = undefined
    const a = await edit({ price: 90 })
    const b = await phone.put('ad.status', { adId, title, want: 'sold' })
    expect((await phone.item(b)).baseFrom).toBe(a)
    await remove(phone.store, a)
    const { baseFrom, base } = await phone.item(b)
    expect([baseFrom, base?.version, base?.snapshot['price']]).toEqual([undefined, 1, 100])
    phone.session = { token: 't', sub: 'user-1' }
    await phone.drain()
    expect(server.fields).toMatchObject({ price: 100, status: 'sold' })
  })

  test('after a refusal carry the new words under a new key', async () => {
    const { phone, look, edit, server } = createAds()
    await look()
    const answer = phone.answer
    phone.answer = () => no(422, 'validation_failed', { fields: { price: 'price is required' } })
    const a = await edit({ price: 0, mileage: '20 Km' })
    await phone.drain()
    phone.answer = answer
    expect(await edit({ price: 95 })).toBe(a)
    await phone.drain()
    expect(phone.sent.map((s) => s.key)).toEqual([`${a}.0`, `${a}.1`])
    expect(server.fields).toMatchObject({ price: 95, mileage: '20 Km' })
  })

  test('refused, hold the lane until the person decides', async () => {
    const { phone, look, edit, status } = createAds()
    await look()
    const answer = phone.answer
    phone.answer = () => no(422, 'validation_failed')
    const a = await edit({ price: 0 })
    await phone.drain()
    phone.answer = answer
    await status('sold')
    await phone.drain()
    expect(phone.sent.length).toBe(1)
    await retry(phone.store, a, phone.now)
    await phone.drain()
    expect(phone.sent.map((s) => s.item.kind)).toEqual(['ad.edit', 'ad.edit', 'ad.status'])
  })
})

describe('An ad that is deleted', () => {
  test('before it was ever sent makes no request at all [S24 I8]', async () => {
    const { phone, create, edit, erase, seen } = createAds(null)
    await create({ title: 'Polo', price: 100 })
    await edit({ price: 90 })
    expect(await seen()).toMatchObject({ fields: { price: 90 }, waiting: { length: 2 } })
    await erase()
    expect(await phone.items()).toEqual([])
    await phone.drain()
    expect(phone.sent).toEqual([])
  })
  test('while its birth may have left is deleted behind it', async () => {
    const { phone, create, edit, erase, kinds } = createAds(null)
    const answer = phone.answer
    phone.answer = lost
    await create({ title: 'Polo' })
    await phone.drain()
    await edit({ price: 90 })
    await erase()
    phone.answer = answer
    phone.now += 600_000
    await phone.drain()
    expect(kinds()).toEqual(['ad.create', 'ad.create', 'ad.delete'])
  })
  test('takes edits that have not left with it, and is deleted once', async () => {
    const { phone, look, edit, erase, kinds, seen } = createAds()
    await look()
    await edit({ price: 90 })
    const a = await erase()
    expect(await erase()).toBe(a)
    expect(await seen()).toMatchObject({ deleted: true, fields: { price: 100 } })
    await phone.drain()
    expect(kinds()).toEqual(['ad.delete'])
    expect(await seen()).toMatchObject({ deleted: true, waiting: [] })
  })
  test('although its refused birth may still be on its way is asked back first [I8]', async () => {
    const { phone, create, erase } = createAds(null)
    phone.answer = lost
    const a = await create({ title: 'Polo' })
    await phone.drain()
    phone.answer = () => no(403, 'plan_limit')
    phone.now += 600_000
    await phone.drain()
    expect(await phone.item(a)).toMatchObject({ state: 'rejected', hold: 'plan', unsure: true })
    await erase()
    phone.answer = () => ok({ data: { state: 'void' } })
    await phone.drain()
    expect(phone.sent.at(-1)?.item).toMatchObject({ id: a, cancel: true })
    expect(await phone.items()).toEqual([])
  })
})

test('An older copy never overwrites a newer one, and deleted entities stay deleted [S34 I18]', async () => {
  const { look, elsewhere, server, seen, phone, erase } = createAds()
  elsewhere({ price: 90 })
  await look()
  Object.assign(server, { version: 1, fields: { price: 100 } })
  await look()
  expect((await seen())?.fields['price']).toBe(90)
  await erase()
  await phone.drain()
  server.version = 9
  await look()
  expect(await seen()).toMatchObject({ deleted: true })
})
