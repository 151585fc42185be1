import { afterEach, describe, expect, test, vi } from 'vitest'
import { imageIdOf, uploadPath } from '#contract/sync/uploads.ts'
import { underLogin } from '../../../src/local/sync/deliver.ts'
import { createPrepare } from '../../../src/local/upload/prepare.ts'
import { draftServer } from './draft-server.ts'
import { soon } from './page.ts'
import { newStore, seller } from './seller-phone.ts'
import { blobRow, pictureOf, uploadServer, type Luck, type UploadServer } from './upload-server.ts'
import { turns } from '../../support/turns.ts'
import { fakePhotos, photoFile } from '../../support/fake-photos.ts'

afterEach(() => void vi.unstubAllGlobals())

const id = 'draft-0001'
const kb = 1024

/** Returns a server, and a phone with a draft of two pictures. */
async function drafted(given: Parameters<typeof seller>[0] = {}) {
  const there = draftServer()
  const pictures = uploadServer()
  const on = seller({ ask: there.ask, pictures, ...given })
  await on.selling.change(id, { fields: { title: 'BMW X5' } })
  const rows = [1, 2].map((seed) => blobRow(pictureOf(600 * kb, seed), `ad:${id}`))
  await on.own.transaction('write', ['blobs'], async (tx) => {
    for (const row of rows) await tx.put('blobs', row)
  })
  const names = rows.map((row) => imageIdOf(row.sha256))
  await on.selling.change(id, { order: names })
  return { there, pictures, on, rows, names }
}
const complete = (pictures: UploadServer) =>
  [...pictures.uploads].filter(([, { done }]) => done).map(([path]) => path)
const bytesOf = ({ sent }: UploadServer) => sent.reduce((sum, { length }) => sum + length, 0)
const patched = ({ sent }: UploadServer, path: string) =>
  sent.filter((one) => one.method === 'PATCH' && one.path === path)

describe('The pictures of a draft', () => {
  test('follow its text to the server one at a time, surviving a lost phone [S16 I15]', async () => {
    const { there, pictures, on, names } = await drafted()
    let flying = 0
    let most = 0
    pictures.luck = async (): Promise<Luck> => {
      most = Math.max(most, ++flying)
      expect(there.drafts.size).toBe(1)
      await Promise.resolve()
      flying -= 1
      return 'ok'
    }
    await on.selling.sync()
    await vi.waitFor(() => expect(complete(pictures)).toEqual(names.map(uploadPath)), soon)
    expect(most).toBe(1)
    const found = seller({ ask: there.ask, pictures, own: newStore() })
    await found.selling.sync()
    const draft = await found.selling.read(id)
    expect(draft?.pictures).toEqual(names.map((imageId) => ({ imageId, id: undefined })))
    await found.selling.publish(id, { title: 'BMW X5' })
    const [item, ...more] = await found.items()
    expect(more).toEqual([])
    expect(item?.payload).toMatchObject({ adId: id, imageIds: names })
    expect(item?.blobIds ?? []).toEqual([])
  })

  test('are not sent again by later syncs or by publishing the draft', async () => {
    const { pictures, on, rows } = await drafted()
    await on.selling.sync()
    await vi.waitFor(() => expect(complete(pictures)).toHaveLength(2), soon)
    await turns()
    const calls = pictures.sent.length
    expect(bytesOf(pictures)).toBe(1200 * kb)
    await on.selling.change(id, { fields: { price: '1' } })
    await on.selling.sync()
    await turns()
    await on.selling.publish(id, { title: 'BMW X5' })
    const [item] = await on.items()
    expect(item?.blobIds).toEqual(rows.map((row) => row.id))
    const prepare = createPrepare({
      store: on.own,
      http: { fetch: pictures.fetch, setTimeout: () => undefined, clearTimeout: () => undefined },
      now: () => on.phone.now,
      signed: (token) =>
        underLogin(token, { renewed: () => Promise.resolve({ is: 'unknown' }), drop: () => undefined }),
    })
    const goOn = () => Promise.resolve(true)
    expect(await prepare({ blobIds: item?.blobIds ?? [] }, { token: 'token-1', goOn })).toBeUndefined()
    expect(pictures.sent).toHaveLength(calls)
  })

  test('that were cut off silently resume from the server’s last byte [I13]', async () => {
    const { pictures, on, names } = await drafted()
    const path = uploadPath(names[0] ?? '')
    pictures.luck = ({ offset }) => (offset > 0 ? 'request lost' : 'ok')
    await on.selling.sync()
    await vi.waitFor(() => expect(patched(pictures, path).length).toBeGreaterThan(1), soon)
    await turns()
    expect(complete(pictures)).toEqual([])
    // After a picture that the network loses, the next picture is not sent: it would only cost data.
    expect(pictures.uploads.size).toBe(1)
    const [begun, ...lost] = patched(pictures, path)
    pictures.luck = () => 'ok'
    await on.selling.sync()
    await vi.waitFor(() => expect(complete(pictures)).toHaveLength(2), soon)
    expect(patched(pictures, path)[1 + lost.length]?.offset).toBe(begun?.length)
    // Every byte was sent once, plus the lost chunks.
    expect(bytesOf(pictures)).toBe(1200 * kb + lost.reduce((sum, { length }) => sum + length, 0))
  })

  test.each([
    ['asked for few bytes', { saveData: true }],
    ['is on a mobile network', { type: 'cellular' }],
    ['hardly has signal', { effectiveType: '2g' }],
  ])('wait for a better network when the phone %s, while the words go', async (_, network) => {
    const now: { saveData?: boolean; type?: string; effectiveType?: string } = { ...network }
    const { there, pictures, on } = await drafted({ networkInfo: now })
    await on.selling.sync()
    await turns()
    expect([there.drafts.size, pictures.sent]).toEqual([1, []])
    delete now.saveData
    delete now.effectiveType
    now.type = 'wifi'
    on.changeRoad()
    await vi.waitFor(() => expect(complete(pictures)).toHaveLength(2), soon)
  })

  test('let everything in the outbox go first, and stop for what comes into it', async () => {
    const { pictures, on } = await drafted()
    await on.put('fav.set', { carId: 'c1', want: 'yes' })
    await on.selling.sync()
    await turns()
    expect(pictures.sent).toEqual([])
    on.showOutbox('queued')
    await on.changeItem('item-1', { state: 'done' })
    pictures.luck = async ({ method, offset }): Promise<Luck> => {
      if (method === 'PATCH' && offset === 0) await on.changeItem('item-1', { state: 'queued' })
      return 'ok'
    }
    on.showOutbox('done')
    await vi.waitFor(() => expect(pictures.sent.length).toBeGreaterThan(0), soon)
    await turns()
    expect(pictures.sent.map(({ method }) => method)).toEqual(['POST', 'PATCH'])
    pictures.luck = () => 'ok'
    on.showOutbox('queued')
    await on.changeItem('item-1', { state: 'done' })
    on.showOutbox('done')
    await vi.waitFor(() => expect(complete(pictures)).toHaveLength(2), soon)
    expect(bytesOf(pictures)).toBe(1200 * kb)
  })

  test('that the server refuses are not resent and do not block others', async () => {
    const { pictures, on } = await drafted()
    let first = true
    pictures.verdict = () => {
      const was = first
      first = false
      return was ? { status: 422, code: 'validation_failed' } : undefined
    }
    await on.selling.sync()
    await vi.waitFor(() => expect(complete(pictures)).toHaveLength(1), soon)
    await on.selling.sync()
    await turns()
    expect(bytesOf(pictures)).toBe(1200 * kb)
  })

  test('that were thrown away on their way go when their draft is back', async () => {
    const { pictures, on } = await drafted()
    let back: (() => Promise<void>) | undefined
    pictures.luck = async ({ method }): Promise<Luck> => {
      if (method === 'PATCH') back ??= await on.selling.discard(id)
      return 'ok'
    }
    await on.selling.sync()
    await vi.waitFor(() => expect(back).toBeDefined(), soon)
    await turns()
    expect(complete(pictures)).toEqual([])
    await back?.()
    await on.selling.sync()
    await vi.waitFor(() => expect(complete(pictures)).toHaveLength(2), soon)
  })

  test('of a guest, or of a draft unknown to the server, stay local [I7]', async () => {
    const guest = await drafted({ user: undefined })
    await guest.on.selling.sync()
    const unheard = await drafted()
    unheard.there.state.silent = true
    await unheard.on.selling.sync()
    await turns()
    expect([guest.pictures.sent, unheard.pictures.sent]).toEqual([[], []])
  })
})

test('Photos picked at once are decoded one after another [S14]', async () => {
  fakePhotos()
  const decode = globalThis.createImageBitmap
  let [now, most] = [0, 0]
  vi.stubGlobal('createImageBitmap', async (file: Blob) => {
    most = Math.max(most, ++now)
    await new Promise((resolve) => setTimeout(resolve, 5))
    now -= 1
    return decode(file)
  })
  const { selling } = seller()
  const kept = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) =>
    selling.keepPhoto(id, { name, file: photoFile(name) }),
  )
  expect((await Promise.all(kept)).map(({ ok }) => ok)).toEqual([true, true, true])
  expect(most).toBe(1)
})
