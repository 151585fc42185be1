import fc from '../../support/property.ts'
import { describe, expect, test } from 'vitest'
import { type Resolution, entryOf } from '../../../src/local/outbox/view.ts'
import { resolve } from '../../../src/local/outbox/decide.ts'
import { mergeFields, same } from '../../../src/local/outbox/merge.ts'
import { adId, createAds, lane, title } from './ads.ts'
import { no } from './phone.ts'

/** Two devices change one thing (I9). */

describe('Two devices that change one ad', () => {
  test('in different fields both have their way, and the person is told [S21 I9]', async () => {
    const { phone, look, edit, elsewhere, server } = createAds()
    await look()
    const a = await edit({ price: 90 })
    elsewhere({ mileage: '20 Km' })
    await phone.drain()
    expect(phone.sent.map((s) => s.key)).toEqual([`${a}.0`, `${a}.1`])
    expect(server.fields).toMatchObject({ price: 90, mileage: '20 Km' })
    expect(entryOf(await phone.item(a))).toMatchObject({ state: 'done', merged: ['mileage'] })
  })
  test('to the same value are of one mind, and nothing more is sent', async () => {
    const { phone, look, edit, elsewhere, server } = createAds()
    await look()
    const a = await edit({ price: 90 })
    elsewhere({ price: 90 })
    await phone.drain()
    expect(phone.sent.length).toBe(1)
    expect(await phone.item(a)).toMatchObject({ state: 'done', result: { version: 2 } })
    expect(server.version).toBe(2)
  })
  test('add to and take from a list both have their way', async () => {
    const { phone, look, edit, elsewhere, server } = createAds({ carfeatures: ['ABS', 'Radio'] })
    await look()
    await edit({ carfeatures: ['ABS', 'Radio', 'Sunroof'] })
    elsewhere({ carfeatures: ['Radio', 'Towbar'] })
    await phone.drain()
    expect(server.fields['carfeatures']).toEqual(['Radio', 'Towbar', 'Sunroof'])
  })
  test('in the same field are asked which stands, and nothing is overwritten meanwhile [S21 I9 I5]', async () => {
    const { phone, look, edit, elsewhere, server, seen } = createAds()
    await look()
    const a = await edit({ price: 90, mileage: '20 Km' })
    elsewhere({ price: 80 })
    await phone.drain()
    expect(server.fields['price']).toBe(80)
    expect(entryOf(await phone.item(a))).toMatchObject({
      state: 'conflict',
      dispute: { gone: false, fields: [{ name: 'price', before: 100, mine: 90, theirs: 80 }] },
    })
    // The screen shows the server's values until the person has decided.
    expect(await seen()).toMatchObject({ fields: { price: 80 }, undecided: a })
    await phone.drain()
    expect(phone.sent.length).toBe(1)
  })
  test('go on into one conflict with what the person changes before deciding', async () => {
    const { phone, look, edit, elsewhere, server } = createAds()
    await look()
    const a = await edit({ price: 90 })
    elsewhere({ price: 80 })
    await phone.drain()
    expect(await edit({ mileage: '30 Km' })).toBe(a)
    expect(await phone.item(a)).toMatchObject({ state: 'conflict' })
    await resolve(phone.store, a, { how: 'mine' }, options)
    await phone.drain()
    expect(server.fields).toMatchObject({ price: 90, mileage: '30 Km' })
  })
})

const options = { now: 1_760_000_000_000, newId: () => 'new-id' }

async function disputed() {
  const ads = createAds()
  await ads.look()
  const id = await ads.edit({ price: 90, mileage: '20 Km' })
  ads.elsewhere({ price: 80, description: 'Sunny' })
  await ads.phone.drain()
  return { ...ads, id, decide: (how: Resolution) => resolve(ads.phone.store, id, how, options) }
}

describe('Who decides a conflict', () => {
  test('for their own version sends it over the other, under a new key', async () => {
    const { decide, phone, server, id } = await disputed()
    expect(await decide({ how: 'mine' })).toBe(true)
    await phone.drain()
    expect(server.fields).toMatchObject({ price: 90, mileage: '20 Km', description: 'Sunny' })
    expect(phone.sent.map((s) => s.key)).toEqual([`${id}.0`, `${id}.1`])
    expect(await decide({ how: 'mine' })).toBe(false)
  })
  test('for the other keeps what was not in dispute', async () => {
    const { decide, phone, server } = await disputed()
    await decide({ how: 'theirs' })
    await phone.drain()
    expect(server.fields).toMatchObject({ price: 80, mileage: '20 Km' })
  })
  test('for other words altogether sends those', async () => {
    const { decide, phone, server } = await disputed()
    await decide({ how: 'values', values: { price: 85 } })
    await phone.drain()
    expect(server.fields).toMatchObject({ price: 85, mileage: '20 Km' })
  })
  test('for a draft keeps every word and sends nothing', async () => {
    const { decide, phone, server, store } = await disputed()
    await decide({ how: 'draft' })
    await phone.drain()
    const drafts = await store.transaction('read', ['drafts'], (tx) => tx.list('drafts'))
    expect(drafts).toMatchObject([{ values: { price: '90', mileage: '20 Km' } }])
    expect(server.fields['price']).toBe(80)
    expect(await phone.items()).toEqual([])
  })
  test('is asked again when a third change came in between', async () => {
    const { decide, phone, server, elsewhere, id } = await disputed()
    await decide({ how: 'mine' })
    elsewhere({ price: 70 })
    await phone.drain()
    expect(server.fields['price']).toBe(70)
    expect(entryOf(await phone.item(id)).dispute?.fields).toMatchObject([
      { before: 80, mine: 90, theirs: 70 },
    ])
  })
})

describe('A status that another device changed too', () => {
  test('is asked about when the two differ, and nothing comes back to life unseen [S22]', async () => {
    const { phone, look, status, elsewhere, server } = createAds({ status: 'active', price: 100 })
    await look()
    const a = await status('inactive')
    elsewhere({ status: 'sold' })
    await phone.drain()
    expect(server.fields['status']).toBe('sold')
    expect(entryOf(await phone.item(a)).dispute?.fields).toMatchObject([{ mine: 'inactive', theirs: 'sold' }])
  })
  test('goes through when only other fields changed', async () => {
    const { phone, look, status, elsewhere, server } = createAds({ status: 'active', price: 100 })
    await look()
    await status('sold')
    elsewhere({ price: 90 })
    await phone.drain()
    expect(server.fields).toMatchObject({ status: 'sold', price: 90 })
  })
})

describe('An ad that was deleted elsewhere while it was edited here', () => {
  test('is not silently dropped: the words stay for the person [S23 I5]', async () => {
    const { phone, look, edit, server, seen } = createAds()
    await look()
    const a = await edit({ price: 90 })
    server.gone = true
    await phone.drain()
    expect(entryOf(await phone.item(a))).toMatchObject({
      state: 'conflict',
      dispute: { gone: true, mine: { price: 90 } },
    })
    expect(await seen()).toMatchObject({ deleted: true })
    expect(await resolve(phone.store, a, { how: 'mine' }, options)).toBe(false)
  })
  test('is published again with everything that was to be changed [S23]', async () => {
    const { phone, look, edit, server } = createAds()
    await look()
    const a = await edit({ price: 90 })
    server.gone = true
    await phone.drain()
    expect(await resolve(phone.store, a, { how: 'again' }, options)).toBe(true)
    server.gone = false
    await phone.drain()
    expect(phone.sent.at(-1)?.item).toMatchObject({
      kind: 'ad.create',
      lane: 'car:new-id',
      // The new ad names the old ad in `replaces`; else the server would treat it as a repost of the deleted ad.
      payload: { adId: 'new-id', replaces: adId, ad: { title: 'Polo', price: 90, mileage: '10 Km' } },
    })
  })
  test('is republished with every change’s pictures and waits for uploads still pending [S23]', async () => {
    const { phone, look, edit, status, saw, server } = createAds()
    await look()
    const a = await edit({ price: 90 })
    await status('sold')
    const [name, left] = [`img_${'a'.repeat(32)}`, `img_${'b'.repeat(32)}`] as const
    const add = async (...names: string[]) => {
      const patch = { images: names.map((one) => `/media/${one}/1280.webp`) }
      const blobIds = names.map((one) => `ad:edit-1/${one}`)
      await phone.put('ad.edit', { adId, title, patch }, undefined, { base: await saw(), blobIds })
    }
    await add(name, left)
    await status('active')
    await add(name)
    server.gone = true
    await phone.drain()
    expect(await resolve(phone.store, a, { how: 'again' }, options)).toBe(true)
    const [again, ...more] = await phone.items()
    expect([again?.payload, again?.blobIds, more]).toMatchObject([
      { imageIds: [name] },
      [`ad:edit-1/${name}`],
      [],
    ])
  })
  test('is let go when the person discards their change [S23]', async () => {
    const { phone, look, edit, server } = createAds()
    await look()
    const a = await edit({ price: 90 })
    server.gone = true
    await phone.drain()
    await resolve(phone.store, a, { how: 'theirs' }, options)
    expect(await phone.items()).toEqual([])
  })
})

test('A server that says "changed" without saying how leaves the words where they are', async () => {
  const { phone, look, edit } = createAds()
  await look()
  const a = await edit({ price: 90 })
  phone.answer = () => no(409, 'version_conflict')
  await phone.drain()
  expect(entryOf(await phone.item(a))).toMatchObject({
    state: 'conflict',
    dispute: { gone: false, fields: [] },
  })
})

test('A false version conflict from the server is not retried for ever', async () => {
  const { phone, look, edit, now } = createAds()
  await look()
  const a = await edit({ price: 90 })
  phone.answer = () => no(409, 'version_conflict', { current: now() })
  await phone.drain()
  await phone.drain()
  expect(phone.sent.length).toBe(1)
  expect(await phone.item(a)).toMatchObject({ state: 'conflict' })
})

const value = fc.constantFrom('a', 'b', 'c')
const fields = fc.record({ x: value, y: value, z: value }, { requiredKeys: [] })
const whole = fc.record({ x: value, y: value, z: value })

test('Merging overwrites nothing that was not seen, whatever the three sides are [I9]', () => {
  fc.assert(
    fc.property(whole, fields, whole, (before, mine, theirs) => {
      const { patch, overlaps } = mergeFields({ before, mine, theirs, sets: [] })
      const wrong = Object.entries(mine).filter(([name, wanted]) => {
        const now = theirs[name as 'x']
        const was = before[name as 'x']
        // A sent field replaces only the value that the author saw, with the value that the author wanted.
        if (Object.hasOwn(patch, name)) return now !== was || wanted !== patch[name]
        // A field in question differs in all three values.
        if (overlaps.includes(name)) return new Set([wanted, now, was]).size < 3
        // A field in neither group already has the wanted value, or the author did not change it.
        return !same(wanted, now) && !same(wanted, was)
      })
      expect(wrong).toEqual([])
      for (const name of Object.keys(patch)) expect(Object.hasOwn(mine, name)).toBe(true)
    }),
  )
})

test('Sets are joined: nothing that one side added or took away is lost [I9]', () => {
  const set = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
  fc.assert(
    fc.property(set, set, set, (before, mine, theirs) => {
      const { patch, overlaps } = mergeFields({
        before: { s: before },
        mine: { s: mine },
        theirs: { s: theirs },
        sets: ['s'],
      })
      expect(overlaps).toEqual([])
      const result = new Set((patch['s'] ?? theirs) as string[])
      const all = new Set([...before, ...mine, ...theirs])
      for (const one of all) {
        const was = before.includes(one)
        const stays = was ? mine.includes(one) && theirs.includes(one) : true
        expect([one, result.has(one)]).toEqual([one, stays])
      }
    }),
  )
})

test('A 404 for a change’s picture refuses the change without marking the ad gone [S53 I5]', async () => {
  const { phone, saw, look, seen } = createAds()
  await look()
  const id = await phone.put('ad.edit', { adId, title, patch: { price: 90 } }, undefined, {
    base: await saw(),
    blobIds: [`${lane}/img`],
  })
  await phone.drain({ prepare: async () => no(404, 'not_found') })
  expect(phone.sent).toEqual([])
  expect(await phone.item(id)).toMatchObject({ state: 'rejected', lastError: { code: 'not_found' } })
  expect(await seen()).not.toMatchObject({ gone: true })
})
