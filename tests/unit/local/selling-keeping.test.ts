import { afterEach, describe, expect, test, vi } from 'vitest'
import type { OwnStore } from '../../../src/local/outbox/command.ts'
import { remove } from '../../../src/local/outbox/decide.ts'
import { fakePhotos, photoFile } from '../../support/fake-photos.ts'
import { draftServer } from './draft-server.ts'
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

afterEach(() => {
  vi.unstubAllGlobals()
})
const ad = { title: 'BMW X5', price: 450_000 }

describe('A draft of an ad', () => {
  test('on a full phone gets the room that each change needs [S15 I12]', async () => {
    const phone = { full: false, rooms: 0 }
    const small = (): OwnStore => {
      const store = newStore()
      return {
        ...store,
        transaction: (mode, ...of) =>
          phone.full && phone.rooms === 0 && mode === 'write'
            ? Promise.reject(new DOMException('full', 'QuotaExceededError'))
            : store.transaction(mode, ...of),
      }
    }
    const withRoom = <R>(work: () => Promise<R>): Promise<R> => {
      phone.rooms += 1
      return work().finally(() => {
        phone.rooms -= 1
      })
    }
    const on = seller({ own: small(), guest: small(), withRoom, user: undefined })
    for (const letter of ['a', 'b']) await addPicture(on.guest, id, letter)
    await on.selling.change(id, { fields: { title: 'BMW X5' }, order: [imageOf('b'), imageOf('a')] })
    phone.full = true
    on.signIn()
    const names = async () => (await on.selling.read(id))?.pictures.map(({ imageId }) => imageId)
    expect(await names()).toEqual([imageOf('b'), imageOf('a')])
    await on.selling.change(id, { order: [imageOf('a'), imageOf('b')] })
    expect(await names()).toEqual([imageOf('a'), imageOf('b')])
    expect(await on.selling.removePhoto(id, imageOf('a'))).toEqual({ ok: true })
    const back = await on.selling.discard(id)
    await back()
    expect(await names()).toEqual([imageOf('b')])
    expect(await on.selling.publish(id, ad)).toMatchObject({ ok: true })
    phone.full = false
    await on.changeItem('item-1', refused)
    phone.full = true
    expect(await on.selling.publish(id, { ...ad, price: 1 })).toMatchObject({ ok: true, id: 'item-1' })
    expect(await on.selling.unpublish('item-1')).toBe('removed')
    await on.selling.discard(id)
    expect(await on.selling.list()).toEqual([])
  })

  test('that a full phone cannot read, change or send reports the full storage [S15 I12]', async () => {
    const full = { now: false }
    const withRoom = <R>(work: () => Promise<R>): Promise<R> =>
      full.now ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : work()
    const on = await drafted(seller({ withRoom }))
    full.now = true
    await expect(on.selling.read(id)).rejects.toMatchObject({ code: 'storage_full' })
    const no = { ok: false, error: { code: 'storage_full' } }
    expect(await on.selling.removePhoto(id, imageOf('a'))).toEqual(no)
    expect(await on.selling.publish(id, ad)).toMatchObject(no)
  })

  test('does not regain a removed picture from an earlier order [R-POST-40]', async () => {
    const { selling } = await drafted()
    await selling.removePhoto(id, imageOf('a'))
    await selling.change(id, { order: [imageOf('a'), imageOf('b')] })
    expect((await selling.read(id))?.pictures.map(({ imageId }) => imageId)).toEqual([imageOf('b')])
  })

  test('typed under one account is saved there or nowhere when another signs in [I7]', async () => {
    const on = seller()
    const others = newStore()
    await on.selling.change(id, { fields: { title: 'Mine' }, account: 'me' })
    on.signIn('other', others)
    expect(await on.selling.change(id, { fields: { price: '1' }, account: 'me' })).toEqual({ ok: true })
    expect(await on.selling.read(id)).toBeUndefined()
    on.forget('me')
    const said = await on.selling.change(id, { fields: { price: '2' }, account: 'me' })
    expect(said).toEqual({ ok: false, error: { code: 'storage_unavailable' } })
    expect(await others.transaction('read', ['drafts'], (tx) => tx.list('drafts'))).toEqual([])
    on.signIn('me', on.own)
    expect(texts(await on.selling.read(id))).toEqual({ title: 'Mine', price: '1' })
  })
})

describe('A guest’s draft stays where it is', () => {
  async function ofGuest(own: OwnStore) {
    const on = seller({ user: undefined, own })
    await on.selling.change(id, { fields: { title: 'Mine' } })
    await addPicture(on.guest, id, 'a')
    on.signIn()
    const left = () =>
      on.guest.transaction('read', ['drafts', 'blobs'], async (tx) => [
        (await tx.list('drafts')).length,
        (await tx.keys('blobs')).length,
      ])
    return { ...on, left }
  }
  test('as long as only a newer app understands the one it would join [I16 S39]', async () => {
    const own = newStore()
    const row = { id: `ad:${id}`, values: { shape: '9' }, updatedAt: 5 }
    await own.transaction('write', ['drafts'], (tx) => tx.put('drafts', row))
    const on = await ofGuest(own)
    await on.selling.read(id)
    expect(await on.left()).toEqual([1, 1])
    expect(await own.transaction('read', ['drafts'], (tx) => tx.list('drafts'))).toEqual([row])
  })
  test('when it was changed while it was taken over, for the next time [S39 I11]', async () => {
    const store = newStore()
    let typed: (() => Promise<unknown>) | undefined
    const own: OwnStore = {
      ...store,
      async transaction(...of) {
        const result = await store.transaction(...of)
        const work = typed
        typed = undefined
        await work?.()
        return result
      },
    }
    const on = await ofGuest(own)
    const tab = seller({ user: undefined, guest: on.guest })
    tab.phone.now += 5
    typed = async () => {
      await tab.selling.change(id, { fields: { price: '1' } })
      await addPicture(on.guest, id, 'b')
    }
    await on.selling.read(id)
    expect(await on.left()).toEqual([1, 2])
    const draft = await on.selling.read(id)
    expect([texts(draft), draft?.pictures.length]).toEqual([{ title: 'Mine', price: '1' }, 2])
    expect(await on.left()).toEqual([0, 0])
  })
})

test('A waiting ad counts its uploads without rereading pictures whose state is unchanged', async () => {
  const store = newStore()
  const reads: string[] = []
  const own: OwnStore = {
    ...store,
    transaction: (mode, tables, work) =>
      store.transaction(mode, tables, (tx) =>
        work({
          ...tx,
          get(table, key) {
            if (table === 'blobs') reads.push(String(key))
            return tx.get(table, key)
          },
        }),
      ),
  }
  const { selling, items, blobs } = await drafted(seller({ own }))
  await selling.publish(id, ad)
  const [item] = await items()
  const [a = '', b = ''] = blobs
  const look = async () => {
    reads.length = 0
    const seen = await selling.progress(item?.id ?? '')
    return [seen?.arrived, ...reads]
  }
  expect(await look()).toEqual([0, b, a])
  expect(await look()).toEqual([0, b])
  await store.transaction('write', ['blobs'], async (tx) => {
    const row = await tx.get('blobs', b)
    if (row) await tx.put('blobs', { ...row, upload: { url: '', offset: 1, done: 1 } })
  })
  expect(await look()).toEqual([1, b, a])
  expect(await look()).toEqual([1, a])
})

describe('Pictures of an ad', () => {
  test('make room when they are taken out, also while the ad waits with them [R-VAL-38]', async () => {
    fakePhotos()
    const on = seller()
    const keep = (n: number) => on.selling.keepPhoto(id, { name: `${n}.jpg`, file: photoFile(`photo ${n}`) })
    await on.selling.change(id, { fields: { title: 'BMW X5' } })
    for (let n = 0; n < 10; n++) expect(await keep(n)).toMatchObject({ ok: true })
    await on.selling.publish(id, ad)
    expect(await keep(10)).toMatchObject({ ok: false, error: { code: 'validation_failed' } })
    const [first] = (await on.selling.read(id))?.pictures ?? []
    await on.selling.removePhoto(id, first?.imageId ?? '')
    expect(await keep(10)).toMatchObject({ ok: true })
    expect(await keep(0)).toMatchObject({ ok: false, error: { code: 'validation_failed' } })
    expect((await on.selling.read(id))?.pictures).toHaveLength(10)
  })
})

describe('Changes of an ad that is there', () => {
  const edit = 'edit-ad-1'
  const base = { version: 3, snapshot: { title: 'Old' } }
  const payload = { adId: 'ad-1', title: 'New', patch: { title: 'New' } }

  test('go out and end their draft here and on the server in one write [I1 S16]', async () => {
    const there = draftServer()
    const on = seller({ ask: there.ask })
    await on.selling.change(edit, { fields: { title: 'New' }, about: { adId: 'ad-1', base } })
    const blobs = [await addPicture(on.own, edit, 'a'), await addPicture(on.own, edit, 'b')]
    await on.selling.sync()
    expect(there.drafts.has(edit)).toBe(true)
    const images = [`/media/${imageOf('a')}/1280.webp`]
    const sent = { ...payload, patch: { ...payload.patch, images } }
    expect(await on.selling.update(edit, sent, { base, pictures: [blobs[0] ?? ''] })).toMatchObject({
      ok: true,
    })
    const [item] = await on.items()
    expect(item).toMatchObject({ kind: 'ad.edit', base, blobIds: [blobs[0]] })
    expect(await picturesIn(on.own)).toEqual([blobs[0]])
    await on.selling.sync()
    expect([there.gone.get(edit)?.why, await on.selling.read(edit)]).toEqual(['discarded', undefined])
  })

  test('that are taken back take their pictures with them, those of a draft stay [I8]', async () => {
    const on = seller()
    await on.selling.change(edit, { fields: { title: 'New' }, about: { adId: 'ad-1', base } })
    const pictures = [await addPicture(on.own, edit, 'a'), await addPicture(on.own, edit, 'b')]
    for (const n of [1, 2]) {
      await on.selling.update(edit, payload, { base, pictures })
      if (n === 2) await on.selling.change(edit, { fields: { title: 'Newer' } })
      expect(await remove(on.own, `item-${n}`)).toBe('removed')
      expect(await picturesIn(on.own)).toEqual(n === 2 ? pictures : [])
      for (const letter of ['a', 'b']) await addPicture(on.own, edit, letter)
    }
  })

  test('that cannot be stored stay a draft [S15 I12]', async () => {
    const full = { now: false }
    const withRoom = <R>(work: () => Promise<R>): Promise<R> =>
      full.now ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : work()
    const on = seller({ withRoom })
    await on.selling.change(edit, { fields: { title: 'New' }, about: { adId: 'ad-1', base } })
    full.now = true
    const result = await on.selling.update(edit, payload, { base, pictures: [] })
    expect(result).toMatchObject({ ok: false, error: { code: 'storage_full' } })
    full.now = false
    expect(texts(await on.selling.read(edit))).toEqual({ title: 'New' })
  })
})

describe('An ad that is deleted while it waits', () => {
  test('is no draft again, unless that is undone [S24 I8]', async () => {
    const { selling, items, own } = await drafted()
    await selling.publish(id, ad)
    const { result, back } = await selling.withdraw(id, ad.title)
    expect(result).toMatchObject({ ok: true })
    expect([await items(), await selling.list(), await picturesIn(own)]).toEqual([[], [], []])
    await back?.()
    const [draft] = await selling.list()
    expect([texts(draft), draft?.pictures.length]).toEqual([{ title: 'BMW X5' }, 2])
  })

  test('keeps its draft where it may have left: only the server can tell [I8]', async () => {
    const on = await drafted()
    await on.selling.publish(id, ad)
    await on.changeItem('item-1', { state: 'wait', sentEver: true, unsure: true })
    const { back } = await on.selling.withdraw(id, ad.title)
    expect(back).toBeUndefined()
    expect((await on.items()).map(({ kind }) => kind)).toEqual(['ad.create', 'ad.delete'])
    expect(await on.selling.read(id)).toBeDefined()
  })
})
