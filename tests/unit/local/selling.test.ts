import { describe, expect, test } from 'vitest'
import { skipBackoff } from '../../../src/local/outbox/item-actions.ts'
import { remove } from '../../../src/local/outbox/decide.ts'
import { createPhone, lost, ok } from './phone.ts'
import type { OwnStore } from '../../../src/local/outbox/command.ts'
import {
  addPicture,
  draftId as id,
  drafted,
  imageOf,
  newStore,
  picturesIn,
  refused,
  seller,
  texts,
} from './seller-phone.ts'

const ad = { title: 'BMW X5', price: 450_000 }

describe('A draft of an ad', () => {
  test('keeps what is typed, field by field, also from two tabs at once [R-PWA-21]', async () => {
    const on = seller()
    const other = seller({ own: on.own })
    await Promise.all([
      on.selling.change(id, { fields: { title: 'BMW X5', price: '1' } }),
      other.selling.change(id, { fields: { city: 'Lekki' } }),
    ])
    await on.selling.change(id, { fields: { price: '450000' }, step: 'place' })
    const draft = await other.selling.read(id)
    expect(texts(draft)).toEqual({ title: 'BMW X5', price: '450000', city: 'Lekki' })
    expect(draft?.step.v).toBe('place')
  })

  test('is one of several, the last touched first', async () => {
    const on = seller()
    await on.selling.change('draft-0001', { fields: { title: 'One' } })
    on.phone.now += 10
    await on.selling.change('draft-0002', { fields: { title: 'Two' } })
    on.phone.now += 10
    await on.selling.change('draft-0001', { fields: { price: '1' } })
    expect((await on.selling.list()).map((draft) => draft.id)).toEqual(['draft-0001', 'draft-0002'])
  })

  test('has its pictures in the person’s order, and any saved during a kill last [R-POST-40]', async () => {
    const { selling, own } = await drafted()
    await addPicture(own, id, 'c')
    const names = (await selling.read(id))?.pictures.map((picture) => picture.imageId)
    expect(names).toEqual([imageOf('b'), imageOf('a'), imageOf('c')])
    await selling.removePhoto(id, imageOf('b'))
    await selling.change(id, { order: [imageOf('c'), imageOf('a')] })
    const left = (await selling.read(id))?.pictures.map((picture) => picture.imageId)
    expect(left).toEqual([imageOf('c'), imageOf('a')])
    expect(await picturesIn(own)).toHaveLength(2)
  })

  test('that does not fit on a full phone is not reported as saved [S15 I12]', async () => {
    const full = { now: false }
    const on = await drafted(
      seller({
        withRoom: (work) =>
          full.now ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : work(),
      }),
    )
    full.now = true
    const said = await on.selling.change(id, { fields: { title: 'BMW X5 M' } })
    expect(said).toEqual({ ok: false, error: { code: 'storage_full' } })
    full.now = false
    expect(texts(await on.selling.read(id))).toEqual({ title: 'BMW X5' })
    expect((await on.selling.read(id))?.pictures).toHaveLength(2)
  })

  test('that was thrown away comes back whole', async () => {
    const { selling, own } = await drafted()
    const back = await selling.discard(id)
    expect([await selling.list(), await picturesIn(own)]).toEqual([[], []])
    await back()
    expect(texts(await selling.read(id))).toEqual({ title: 'BMW X5' })
    expect(await picturesIn(own)).toHaveLength(2)
  })

  test('written as a guest moves with its pictures when opened signed in [S39 R-POST-01]', async () => {
    const on = seller({ user: undefined })
    await on.selling.change(id, { fields: { title: 'Mine' } })
    await addPicture(on.guest, id, 'a')
    on.signIn()
    const draft = await on.selling.read(id)
    expect([texts(draft), draft?.pictures.length]).toEqual([{ title: 'Mine' }, 1])
    expect(await picturesIn(on.own)).toHaveLength(1)
    expect(await picturesIn(on.guest)).toEqual([])
  })
})

test('A guest’s draft merges with words written to it after signing in [S39]', async () => {
  const on = seller({ user: undefined })
  await on.selling.change(id, { fields: { title: 'Mine', price: '1' } })
  await addPicture(on.guest, id, 'a')
  on.signIn()
  on.phone.now += 1
  await on.selling.change(id, { fields: { price: '2' } })
  const draft = await on.selling.read(id)
  expect([texts(draft), draft?.pictures.length]).toEqual([{ title: 'Mine', price: '2' }, 1])
})

describe('Publishing', () => {
  test('turns the draft into one ad with its id and its pictures in order [I2]', async () => {
    const { selling, items, blobs } = await drafted()
    const result = await selling.publish(id, ad)
    expect(result).toMatchObject({ ok: true, kept: true })
    const [item, ...more] = await items()
    expect(more).toEqual([])
    expect(item?.kind).toBe('ad.create')
    expect(item?.payload).toEqual({ adId: id, title: 'BMW X5', ad, imageIds: [imageOf('b'), imageOf('a')] })
    expect(item?.blobIds).toEqual([blobs[1], blobs[0]])
    expect(await selling.list()).toEqual([])
  })

  test('from two phones with the same draft names one and the same ad [I2]', async () => {
    const one = await drafted()
    const two = await drafted(seller({ own: newStore() }))
    await one.selling.publish(id, ad)
    await two.selling.publish(id, ad)
    const ids = [...(await one.items()), ...(await two.items())].map((item) => item.lane)
    expect(new Set(ids)).toEqual(new Set([`car:${id}`]))
  })

  test('a guest is asked to sign in, and the draft stays [R-POST-01]', async () => {
    const on = seller({ user: undefined })
    await on.selling.change(id, { fields: { title: 'Mine' } })
    const said = await on.selling.publish(id, ad)
    expect(said.ok ? '' : said.error.code).toBe('unauthenticated')
    expect(await on.selling.list()).toHaveLength(1)
  })

  test('again after a refusal resends the same ad under a new key [S19 I6]', async () => {
    const { selling, items, changeItem, own } = await drafted()
    await selling.publish(id, ad)
    const [before] = await items()
    await changeItem(before?.id ?? '', refused)
    const late = await addPicture(own, id, 'c')
    await selling.change(id, { order: [imageOf('c')] })
    expect(await selling.publish(id, { ...ad, price: 1 })).toMatchObject({ ok: true, id: before?.id })
    const [after, ...more] = await items()
    expect(more).toEqual([])
    expect([after?.state, after?.rev]).toEqual(['queued', 1])
    expect(after?.payload).toMatchObject({
      ad: { price: 1 },
      imageIds: [imageOf('c'), imageOf('b'), imageOf('a')],
    })
    expect(after?.blobIds?.[0]).toBe(late)
  })

  test('again while it may be on its way changes nothing [I6]', async () => {
    const { selling, items, changeItem } = await drafted()
    await selling.publish(id, ad)
    const [before] = await items()
    await changeItem(before?.id ?? '', { state: 'wait', sentEver: true, unsure: true })
    const said = await selling.publish(id, { ...ad, price: 1 })
    expect(said.ok ? '' : said.error.code).toBe('key_in_progress')
    expect((await items())[0]?.payload).toMatchObject({ ad })
  })

  describe('again while the server is still to be asked to refuse it', () => {
    async function takenBack() {
      const on = await drafted()
      await on.selling.publish(id, ad)
      const phone = createPhone({ store: on.own })
      phone.answer = lost
      await phone.drain()
      await skipBackoff(on.own, phone.now)
      expect(await remove(on.own, (await on.items())[0]?.id ?? '')).toBe('cancelling')
      const again = () => on.selling.publish(id, { ...ad, price: 1 })
      const said = await again()
      expect(said.ok ? '' : said.error.code).toBe('key_in_progress')
      expect(await on.items()).toHaveLength(1)
      return { ...on, phone, again }
    }
    test('waits for its answer, and goes out when it was refused [I1 I5]', async () => {
      const { selling, own, items, phone, again } = await takenBack()
      phone.answer = () => ok({ data: { state: 'void' } })
      await phone.drain()
      expect([await items(), (await selling.list()).length]).toEqual([[], 1])
      expect(await picturesIn(own)).toHaveLength(2)
      expect(await again()).toMatchObject({ ok: true, kept: true })
      phone.answer = () => ok()
      await phone.drain()
      expect(phone.sent.at(-1)?.item.payload).toMatchObject({ adId: id, ad: { price: 1 } })
    })
    test('makes no second ad when the first one had already arrived [I2]', async () => {
      const { items, phone } = await takenBack()
      const reply = { success: true, data: { _id: id, version: 1, fields: ad } }
      phone.answer = () => ok({ data: { state: 'applied', reply } })
      expect(await phone.drain()).toMatchObject({ waiting: 0 })
      const [item, ...more] = await items()
      expect([item?.state, item?.payload, more]).toMatchObject(['done', { ad }, []])
      expect(phone.sent).toHaveLength(2)
    })
  })

  test('cancelled in flight restores the draft and asks the server to refuse it [S40 I5 I12]', async () => {
    const { selling, items, changeItem, own } = await drafted()
    await selling.publish(id, ad)
    const item = (await items())[0]?.id ?? ''
    await changeItem(item, { state: 'rejected', hold: 'plan', sentEver: true, unsure: true })
    expect(await selling.unpublish(item)).toBe('cancelling')
    const [draft] = await selling.list()
    expect([texts(draft), draft?.pictures.length]).toEqual([{ title: 'BMW X5' }, 2])
    expect(await items()).toMatchObject([{ id: item, state: 'queued', cancel: true }])
    expect(await picturesIn(own)).toHaveLength(2)
    // Until the server has answered, the same words cannot be sent a second time, and a second `unpublish` returns 'unknown'.
    expect(await selling.publish(id, ad)).toMatchObject({ ok: false, error: { code: 'key_in_progress' } })
    expect(await selling.unpublish(item)).toBe('unknown')
    await changeItem(item, { state: 'done' })
    expect(await selling.unpublish(item)).toBe('already-sent')
  })

  test('cancelled at the moment of sending reports truly whether it was cancelled or sent [I12]', async () => {
    const own = newStore()
    let id0: string | undefined
    const store: OwnStore = {
      ...own,
      async transaction(...of) {
        const result = await own.transaction(...of)
        // Another tab begins to send between any two transactions.
        const leaving = id0
        if (leaving !== undefined)
          await own.transaction('write', ['outbox'], async (tx) => {
            const item = await tx.get('outbox', leaving)
            if (item) await tx.put('outbox', { ...item, state: 'sending', sentEver: true })
          })
        return result
      },
    }
    const { selling, items } = await drafted(seller({ own: store }))
    await selling.publish(id, ad)
    id0 = (await items())[0]?.id
    const said = await selling.unpublish(id0 ?? '')
    const [item] = await items()
    expect([said, item?.cancel]).toEqual(item ? ['cancelling', true] : ['removed', undefined])
  })

  test('taken back is a draft again, with every picture [I5]', async () => {
    const { selling, items, own } = await drafted()
    await selling.publish(id, ad)
    expect(await selling.unpublish((await items())[0]?.id ?? '')).toBe('removed')
    expect(await items()).toEqual([])
    const [draft] = await selling.list()
    expect([texts(draft), draft?.pictures.length]).toEqual([{ title: 'BMW X5' }, 2])
    expect(await picturesIn(own)).toHaveLength(2)
  })

  test('that arrived leaves neither draft nor bytes behind', async () => {
    const { selling, items, changeItem, own } = await drafted()
    await selling.publish(id, ad)
    await changeItem((await items())[0]?.id ?? '', { state: 'done' })
    await own.transaction('write', ['entities'], (tx) =>
      tx.put('entities', { k: `car:${id}`, version: 1, fields: ad, asOf: 1 }),
    )
    expect(await selling.list()).toEqual([])
    expect(await picturesIn(own)).toEqual([])
    expect(await selling.read(id)).toBeUndefined()
  })

  test('turns edits typed after it was sent into changes of the ad [I11 I2]', async () => {
    const { selling, items, changeItem, own } = await drafted()
    await selling.publish(id, ad)
    await selling.change(id, { fields: { title: ' BMW X5', price: '399000' } })
    await addPicture(own, id, 'c')
    await changeItem((await items())[0]?.id ?? '', { state: 'done' })
    const images = [`/media/${imageOf('b')}/1280.webp`, `/media/${imageOf('a')}/1280.webp`]
    await own.transaction('write', ['entities'], (tx) =>
      tx.put('entities', { k: `car:${id}`, version: 1, fields: { ...ad, images }, asOf: 1 }),
    )
    await selling.list()
    const [draft, ...more] = await selling.list()
    expect(more).toEqual([])
    expect(draft).toMatchObject({ id: `edit-${id}`, ad_id: id, base: { version: 1 } })
    const added = JSON.stringify([...images, `/media/${imageOf('c')}/1280.webp`])
    expect(texts(draft)).toEqual({ price: '399000', images: added })
    expect(await picturesIn(own)).toContain(`ad:edit-${id}/${imageOf('c')}`)
  })
})

test('Words that another phone had published otherwise become changes of the ad [I2 I5]', async () => {
  const { selling, items, changeItem, own } = await drafted()
  await selling.change(id, { fields: { price: '450000' } })
  await selling.publish(id, ad)
  await changeItem((await items())[0]?.id ?? '', { state: 'done', result: { version: 1 } })
  const images = [`/media/${imageOf('b')}/1280.webp`, `/media/${imageOf('a')}/1280.webp`]
  const arrived = (fields: object) =>
    own.transaction('write', ['entities'], (tx) =>
      tx.put('entities', { k: `car:${id}`, version: 1, fields: { ...ad, images, ...fields }, asOf: 1 }),
    )
  await arrived({ price: 420_000 })
  await selling.list()
  const [draft] = await selling.list()
  expect(draft).toMatchObject({ id: `edit-${id}`, ad_id: id, base: { version: 1 } })
  expect(texts(draft)).toEqual({ price: '450000' })
  // An ad that the server accepted as sent needs no edit draft.
  await selling.discard(`edit-${id}`)
  await selling.change(id, {
    fields: { title: 'BMW X5', price: '450000' },
    order: [imageOf('b'), imageOf('a')],
  })
  await arrived({})
  expect(await selling.list()).toEqual([])
  expect(await selling.list()).toEqual([])
})

describe('A draft of an older app', () => {
  test('that the outbox had set aside opens with its words and its pictures [I16 S26]', async () => {
    const on = seller()
    await addPicture(on.own, 'elsewhere', 'a')
    const values = {
      adId: 'ad-1',
      title: 'Old words',
      price: '450000',
      carfeatures: '["Bluetooth","Sunroof"]',
      imageIds: JSON.stringify([imageOf('a')]),
    }
    await on.own.transaction('write', ['drafts'], (tx) =>
      tx.put('drafts', { id: 'refused:ad.create:item-7777', values, updatedAt: 5 }),
    )
    const [draft, ...more] = await on.selling.list()
    expect(more).toEqual([])
    expect(draft?.id).toBe('item-7777')
    expect(texts(draft)).toEqual({ title: 'Old words', price: '450000', carfeatures: 'Bluetooth,Sunroof' })
    expect(draft?.pictures).toEqual([{ imageId: imageOf('a'), id: `ad:item-7777/${imageOf('a')}` }])
    expect(await on.selling.list()).toHaveLength(1)
  })

  test('that was kept from a conflict becomes changes of that ad [I9]', async () => {
    const on = seller()
    await on.own.transaction('write', ['drafts', 'entities'], async (tx) => {
      await tx.put('entities', { k: 'car:ad-1', version: 4, fields: { title: 'Theirs' }, asOf: 1 })
      await tx.put('drafts', { id: 'conflict:car:ad-1:item-7777', values: { title: 'Mine' }, updatedAt: 5 })
    })
    const [draft] = await on.selling.list()
    expect(draft).toMatchObject({ id: 'edit-ad-1', ad_id: 'ad-1', base: { version: 4 } })
    expect(texts(draft)).toEqual({ title: 'Mine' })
  })

  test('that was kept from a conflict joins changes that are there, pictures too [I9 I5]', async () => {
    const on = seller()
    const images = JSON.stringify([`/media/${imageOf('a')}/1280.webp`])
    const values = { title: 'Mine', price: '450000', images }
    const about = { adId: 'ad-1', base: { version: 3, snapshot: { title: 'Old' } } }
    await on.selling.change('edit-ad-1', { fields: { title: 'Typed since' }, about })
    await on.own.transaction('write', ['drafts', 'entities'], async (tx) => {
      await tx.put('entities', { k: 'car:ad-1', version: 4, fields: { title: 'Theirs' }, asOf: 1 })
      await tx.put('drafts', { id: 'conflict:car:ad-1:item-7777', values, updatedAt: 5 })
    })
    const [draft, ...more] = await on.selling.list()
    expect(more).toEqual([])
    expect(texts(draft)).toEqual({ title: 'Typed since', price: '450000', images })
    expect(draft).toMatchObject({ id: 'edit-ad-1', base: about.base })
  })

  test('of a newer app is left as it is [I16]', async () => {
    const on = seller()
    const row = { id: `ad:${id}`, values: { shape: '9', secret: 'of tomorrow' }, updatedAt: 5 }
    await on.own.transaction('write', ['drafts'], (tx) => tx.put('drafts', row))
    expect(await on.selling.list()).toEqual([])
    await on.selling.change(id, { fields: { title: 'Mine' } })
    const kept = await on.own.transaction('read', ['drafts'], (tx) => tx.get('drafts', row.id))
    expect(kept).toEqual(row)
  })
})
