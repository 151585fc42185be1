import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLocalApp } from '../../../src/local/index.ts'
import type { BlobRow, DraftRow, OutboxItem } from '../../../src/local/database/records.ts'
import type { Env, LockApi } from '../../../src/local/platform/env.ts'
import { fakePhotos, photoFile } from '../../support/fake-photos.ts'
import { newPhone, serverOf, soon, tabOf, tokenFor, type Call, type Phone, type Reply } from './page.ts'
import { bytesOf } from './traces.ts'
import { stops } from './world.ts'

beforeEach(() => fakePhotos())
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A server for two subscribers; without a network it answers only logins. */
function world() {
  const o = { signal: false }
  const uploads = new Set<string>()
  function answer({ path, body, method, headers }: Call): Reply {
    if (path === 'users/user-login') {
      const id = String(body['email']).split('@')[0] ?? ''
      const data = {
        id,
        fullname: id,
        email: body['email'],
        avatarurl: '',
        is_subscriber: true,
        role: 'user',
      }
      return { body: { data, token: tokenFor(id, Date.now() + 1e9, { is_subscriber: true }) } }
    }
    if (!o.signal) return undefined
    if (path.startsWith('uploads') && method === 'POST') {
      uploads.add(headers['upload-metadata'] ?? '')
      return { body: { data: { complete: true, offset: 0 } } }
    }
    if (path === 'chat/send-message') return { body: { data: { _id: body['client_ref'], n: 1 } } }
    return undefined
  }
  return { ...serverOf(answer), o, uploads }
}
type World = ReturnType<typeof world>

async function open(phone: Phone, server: World, given: Partial<Env> = {}) {
  const tab = tabOf(phone, { fetch: server.fetch, ...given })
  const app = createLocalApp(tab.env)
  const stop = app.start()
  const close = () => {
    stop()
    app.engine.get()?.close()
  }
  stops.push(close)
  const engine = await app.load()
  const photos = await engine.photos()
  const chosen = async (other = 'bob') => (await photos.chosen(`chat:${other}`)).map(({ name }) => name)
  async function choose(name: string, other = 'bob') {
    const kept = await photos.choose(`chat:${other}`, { name, file: photoFile(name) })
    if (!kept.ok) throw new Error(kept.error.msg ?? kept.error.code)
    return kept
  }
  const send = (imageId: string, text = '', other = 'bob') =>
    engine.put(
      'chat.send',
      { receiver: other, message: text, timestamp: 1, image: imageId },
      undefined,
      [`chosen:chat:${other}/${imageId}`],
      { id: `chat:${other}` },
    )
  const signIn = (who: string) => app.account.signIn({ email: `${who}@example.com`, password: 'x' }, true)
  return { ...tab, app, engine, photos, chosen, choose, send, signIn, close }
}

/** Returns a table of all partitions of this phone, read without the app. */
async function onDisk<T>({ indexedDB }: Phone, table: string): Promise<T[]> {
  const rows: T[] = []
  const settled = <R>(request: IDBRequest<R>) =>
    new Promise<R>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
    })
  for (const { name = '' } of await indexedDB.databases()) {
    if (!/^[ug]_/.test(name)) continue
    const db = await settled(indexedDB.open(name))
    rows.push(...((await settled(db.transaction(table).objectStore(table).getAll())) as T[]))
    db.close()
  }
  return rows
}
const idsOf = async <T extends { id: string }>(phone: Phone, table: string) =>
  (await onDisk<T>(phone, table)).map(({ id }) => id).sort()

describe('Pictures that were chosen for a message and not sent', () => {
  test('survive a page kill, in order and only in their own chat [I5]', async () => {
    const [phone, server] = [newPhone(), world()]
    const first = await open(phone, server)
    await first.signIn('ann')
    for (const name of ['z.jpg', 'a.jpg', 'm.jpg']) await first.choose(name)
    await first.choose('cyn.jpg', 'cyn')
    first.close()
    const next = await open(phone, server)
    expect([await next.chosen(), await next.chosen('cyn'), await next.chosen('dan')]).toEqual([
      ['z.jpg', 'a.jpg', 'm.jpg'],
      ['cyn.jpg'],
      [],
    ])
    const [shown] = await next.photos.chosen('chat:bob')
    expect(await shown?.thumb.text()).toContain('z.jpg')
  })

  test('are of one account, whoever uses the phone meanwhile [I7]', async () => {
    const [phone, server] = [newPhone(), world()]
    const tab = await open(phone, server)
    await tab.signIn('ann')
    await tab.choose('hers.jpg')
    await tab.app.account.signOut({ keep: true })
    await tab.signIn('ben')
    await tab.engine.settled()
    expect(await tab.chosen()).toEqual([])
    await tab.app.account.signOut({ keep: true })
    await tab.signIn('ann')
    await tab.engine.settled()
    expect(await tab.chosen()).toEqual(['hers.jpg'])
  })

  test('stay with whoever chose them when another person signs in before they are small [I7]', async () => {
    const [phone, server] = [newPhone(), world()]
    const tab = await open(phone, server)
    await tab.signIn('ann')
    await tab.choose('first.jpg')
    const decode = globalThis.createImageBitmap
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    const decoding = vi.fn<(file: Blob) => Promise<unknown>>(async (file) => {
      await held
      return decode(file)
    })
    vi.stubGlobal('createImageBitmap', decoding)
    const fresh = await open(phone, server)
    const choosing = fresh.choose('late.jpg')
    await expect.poll(() => decoding.mock.calls.length, soon).toBe(1)
    await fresh.app.account.signOut({ keep: true })
    await fresh.signIn('ben')
    goOn()
    await choosing
    expect(await fresh.chosen()).toEqual([])
    await fresh.signIn('ann')
    await fresh.engine.settled()
    expect(await fresh.chosen()).toEqual(['first.jpg', 'late.jpg'])
  })

  test('leave no byte when one takes them out, or signs out without keeping [I20]', async () => {
    const [phone, server] = [newPhone(), world()]
    const tab = await open(phone, server)
    await tab.signIn('ann')
    const one = await tab.choose('one.jpg')
    await tab.photos.unchoose('chat:bob', one.imageId)
    expect([await idsOf(phone, 'blobs'), await idsOf(phone, 'drafts')]).toEqual([[], []])
    await tab.choose('a secret picture.jpg')
    expect(await bytesOf(phone.indexedDB)).toContain('a secret picture.jpg')
    await tab.app.account.signOut({ keep: false })
    expect(await bytesOf(phone.indexedDB)).not.toContain('a secret picture.jpg')
  })

  test('are ten at a time, and the eleventh is said so', async () => {
    const tab = await open(newPhone(), world())
    await tab.signIn('ann')
    for (let n = 1; n <= 10; n++) await tab.choose(`${n}.jpg`)
    await expect(tab.choose('11.jpg')).rejects.toThrow('10 pictures can be chosen at a time.')
    // Photos that wait in the outbox do not count.
    const [one] = await tab.photos.chosen('chat:bob')
    expect((await tab.send(one?.imageId ?? '')).ok).toBe(true)
    await tab.choose('11.jpg')
  })

  test('count with the words beside them as one draft when their person leaves', async () => {
    const tab = await open(newPhone(), world())
    await tab.signIn('ann')
    await tab.engine.drafts.save('chat:bob', { text: 'Look' })
    await tab.choose('one.jpg')
    await tab.choose('cyn.jpg', 'cyn')
    await tab.app.engine.get()?.views.read().then(tab.engine.views.notify)
    expect(tab.app.views.get().drafts).toBe(2)
  })
})

describe('A message with a chosen picture', () => {
  test('takes words and picture in one transaction, and leaves the other pictures chosen [I1]', async () => {
    const [phone, server] = [newPhone(), world()]
    const tab = await open(phone, server)
    await tab.signIn('ann')
    const [one, two] = [await tab.choose('one.jpg'), await tab.choose('two.jpg')]
    await tab.engine.drafts.save('chat:bob', { text: 'Look' })
    expect((await tab.send(one.imageId, 'Look')).ok).toBe(true)
    expect(await tab.chosen()).toEqual(['two.jpg'])
    expect(await idsOf(phone, 'drafts')).toEqual(['chosen:chat:bob'])
    expect(await idsOf(phone, 'blobs')).toEqual([`chat:bob/${one.imageId}`, two.id].sort())
    const [item] = await onDisk<OutboxItem>(phone, 'outbox')
    expect(item?.blobIds).toEqual([`chat:bob/${one.imageId}`])
    expect((await tab.send(two.imageId)).ok).toBe(true)
    expect(await onDisk<DraftRow>(phone, 'drafts')).toEqual([])
  })

  test('uploads it and deletes its bytes, unless the same picture is chosen again', async () => {
    const [phone, server] = [newPhone(), world()]
    const tab = await open(phone, server)
    await tab.signIn('ann')
    const one = await tab.choose('one.jpg')
    await tab.send(one.imageId)
    const again = await tab.choose('one.jpg')
    expect(again.imageId).toBe(one.imageId)
    server.o.signal = true
    tab.engine.kick('manual')
    await expect.poll(() => server.to('chat/send-message').length, soon).toBe(1)
    await expect.poll(() => idsOf<BlobRow>(phone, 'blobs'), soon).toEqual([again.id])
    expect([await tab.chosen(), server.uploads.size]).toEqual([['one.jpg'], 1])
    expect(server.to('chat/send-message')[0]?.body).toMatchObject({ receiver: 'bob', image: one.imageId })
  })

  test('that is taken back leaves no bytes behind once another picture is chosen', async () => {
    const [phone, server] = [newPhone(), world()]
    // Another tab holds the send lock, so this message is never tried: only the server knows whether a tried message has arrived.
    const { locks } = phone
    const request: LockApi['request'] = (name, how, work) =>
      name.startsWith('outbox:') ? work(null) : locks.request(name, how, work)
    const tab = await open(phone, server, { locks: { request } })
    await tab.signIn('ann')
    const result = await tab.send((await tab.choose('one.jpg')).imageId)
    expect(await tab.engine.remove(result.ok ? result.id : '')).toBe('removed')
    const two = await tab.choose('two.jpg')
    expect(await idsOf(phone, 'blobs')).toEqual([two.id])
  })

  test('that a browser which keeps nothing could not send has its picture chosen again [I12]', async () => {
    const tab = await open(newPhone(), world(), { indexedDB: undefined, keyRange: undefined })
    await tab.signIn('ann')
    const one = await tab.choose('one.jpg')
    await tab.choose('two.jpg')
    expect(await tab.send(one.imageId)).toMatchObject({ ok: false })
    expect(await tab.chosen()).toEqual(['one.jpg', 'two.jpg'])
  })

  test('is not sent under another account that signs in while its draft saves [I7]', async () => {
    const [phone, server] = [newPhone(), world()]
    const tab = await open(phone, server)
    await tab.signIn('ann')
    const one = await tab.choose('one.jpg')
    const saving = tab.engine.drafts.save('chat:bob', { text: 'Look' })
    const sending = tab.send(one.imageId, 'Look')
    // Another tab of this browser signs in Ben.
    phone.lasting.setItem('authentication-token', tokenFor('ben', Date.now() + 1e9, { is_subscriber: true }))
    phone.lasting.setItem('motorkin-account', 'ben')
    tab.window.fire('storage', { key: 'authentication-token' })
    await saving
    expect(await sending).toMatchObject({ ok: false })
    await tab.engine.settled()
    expect([tab.app.session.get().user?.id, await onDisk(phone, 'outbox')]).toEqual(['ben', []])
    await tab.signIn('ann')
    await tab.engine.settled()
    expect(await tab.chosen()).toEqual(['one.jpg'])
  })
})
