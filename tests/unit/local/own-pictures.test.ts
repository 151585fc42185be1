import { describe, expect, test } from 'vitest'
import { commands } from '#contract/commands.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { OwnTables } from '../../../src/local/database/records.ts'
import { ownSchema } from '../../../src/local/database/schema.ts'
import { createPhotos } from '../../../src/local/upload/picked-photos.ts'
import { enqueue } from '../../../src/local/outbox/enqueue.ts'
import { broughtUp } from '../../../src/local/outbox/sending/pick.ts'
import { bodyOf } from '../../../src/local/sync/deliver.ts'
import type { Shrink } from '../../../src/local/upload/shrink.ts'

const owner = 'profile:avatar'
const newStore = () => memoryStore<OwnTables>(ownSchema)
const itemsIn = (store: ReturnType<typeof newStore>) =>
  store.transaction('read', ['outbox'], (tx) => tx.list('outbox'))
const idsIn = (store: ReturnType<typeof newStore>) =>
  store.transaction('read', ['blobs'], async (tx) => (await tx.list('blobs')).map((row) => row.id).sort())

/** Pictures that are plain text: the text is the content and the name. */
const plain: Shrink = async (file) => {
  const words = await file.text()
  const buf = await file.arrayBuffer()
  const sha256 = words.padEnd(64, '0')
  return { ok: true, photo: { buf, thumb: buf, type: 'image/webp', width: 1, height: 1, sha256 } }
}
function pictures() {
  const store = newStore()
  const photos = createPhotos(
    { ownWithRoom: () => Promise.resolve(store) },
    { active: () => 'u_me' },
    { shrink: () => Promise.resolve(plain), now: () => 1 },
  )
  const keep = async (words: string) => {
    const kept = await photos.keep({ owner, name: 'me.jpg', file: new Blob([words]) })
    if (!kept.ok) throw new Error('not kept')
    return kept
  }
  return { store, photos, keep }
}
const edit = (store: ReturnType<typeof newStore>, id: string, patch: object, pictures: string[] = []) =>
  enqueue(store, {
    id,
    kind: 'profile.edit',
    payload: { uid: 'me', patch: { ...patch } },
    now: 1,
    appVersion: 'test',
    base: { version: 4, snapshot: { fullname: 'Ngozi' } },
    ...(pictures.length > 0 ? { blobIds: pictures } : {}),
  })

describe('A picture of oneself that waits on the phone', () => {
  test('replaces the one picked before it, which is deleted', async () => {
    const { store, keep } = pictures()
    await keep('one')
    const two = await keep('two')
    expect(await idsIn(store)).toEqual([two.id])
  })
  test('stays as long as an edit waits with it, whatever is picked next [I5]', async () => {
    const { store, keep } = pictures()
    const one = await keep('one')
    await edit(store, 'edit-1', { avatar_image: one.imageId }, [one.id])
    const two = await keep('two')
    expect(await idsIn(store)).toEqual([one.id, two.id].sort())
  })
  test('can be looked at before it is sent', async () => {
    const { photos, keep } = pictures()
    const { id } = await keep('one')
    expect(await (await photos.thumb(id))?.text()).toBe('one')
    expect(await photos.thumb('nobody/has-it')).toBeUndefined()
  })
  test('goes with the edit that another edit was folded into', async () => {
    const { store, keep } = pictures()
    const one = await keep('one')
    await edit(store, 'edit-1', { avatar_image: one.imageId }, [one.id])
    await edit(store, 'edit-2', { fullname: 'Ngozi Okafor' })
    await edit(store, 'edit-3', { logo_image: 'img_b' }, ['profile:logo/img_b'])
    const [item, ...others] = await itemsIn(store)
    expect(others).toEqual([])
    expect(item?.blobIds).toEqual([one.id, 'profile:logo/img_b'])
    expect(item?.payload).toEqual({
      uid: 'me',
      patch: { avatar_image: one.imageId, fullname: 'Ngozi Okafor', logo_image: 'img_b' },
    })
  })
})

test('An older profile edit is upgraded to the current format unless already attempted [I16 I6]', async () => {
  const store = newStore()
  await edit(store, 'edit-1', { fullname: 'Ngozi Okafor' })
  const [item] = await itemsIn(store)
  if (!item) throw new Error('nothing waits')
  const rules = commands['profile.edit'] as unknown as Parameters<typeof broughtUp>[1]
  const older = { ...item, v: 1 }
  expect(broughtUp(older, rules)).toEqual({ ...older, v: rules.v })
  const left = { ...older, sentEver: true, tries: 1 }
  const context = { itemId: left.id, seq: left.seq, baseVersion: 4 }
  expect(broughtUp(left, rules)).toEqual(left)
  expect(bodyOf(left, rules, context)).toEqual({ fullname: 'Ngozi Okafor', base_version: 4 })
})
