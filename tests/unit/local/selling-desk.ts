import { AppError } from '#contract/errors.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { OutboxItem, OwnTables } from '../../../src/local/database/records.ts'
import { ownSchema } from '../../../src/local/database/schema.ts'
import type { Host } from '../../../src/local/engine/face.ts'
import { createSelling } from '../../../src/local/engine/acts/selling/desk.ts'
import type { SellingPorts } from '../../../src/local/engine/acts/selling/ports.ts'
import type { OwnStore } from '../../../src/local/outbox/command.ts'
import { enqueue } from '../../../src/local/outbox/enqueue.ts'
import { cell } from '../../../src/local/start/cell.ts'
import { bareEnv, type Events, type Powers } from '../../../src/local/start/env.ts'
import type { Road } from '../../../src/local/pins/road.ts'
import { userPartition } from '../../../src/local/session/partition.ts'
import type { Ask } from '../../../src/local/transport/request.ts'
import type { Wire } from '../../../src/local/transport/send.ts'
import type { BlobRow } from '../../../src/local/database/records.ts'
import { blobIdOf } from '../../../src/local/upload/blob-rows.ts'
import type { UploadServer } from './upload-server.ts'

/** A phone on which ads are written, with its clock, its rooms and its server in the hands of the test. */
export const newStore = (): OwnStore => memoryStore<OwnTables>(ownSchema)

interface Given {
  own?: OwnStore
  guest?: OwnStore
  /** Nobody: a guest. */
  user?: string | undefined
  ask?: Ask
  /** Where pictures go; nowhere when left out. */
  pictures?: UploadServer
  road?: Road
  withRoom?: SellingPorts['stores']['withRoom']
}
export function seller(given: Given = {}) {
  const own = given.own ?? newStore()
  const guest = given.guest ?? newStore()
  const phone = { now: 1_760_000_000_000 }
  const user = 'user' in given ? given.user : 'me'
  const session = cell({ user: user === undefined ? undefined : { id: user } })
  const connection = cell({ state: 'online' as const, lastContact: undefined })
  const views = cell<{ outbox: { kind: string; state: string }[] }>({ outbox: [] })
  const network = new EventTarget()
  const powers: Powers = { road: () => given.road ?? {}, network: network as unknown as Events }
  let ids = 0
  const active = () => (session.get().user === undefined ? 'g_1' : userPartition('me'))
  const storeOf = (partition: string) => Promise.resolve(partition === 'g_1' ? guest : own)
  const put: SellingPorts['put'] = async (kind, payload, _base, pictures) => {
    const wish = { kind, payload, now: phone.now, appVersion: '1', blobIds: [...(pictures ?? [])] }
    return { ok: true, id: await enqueue(own, { ...wish, id: `item-${++ids}` }), kept: true }
  }
  const selling = createSelling({
    host: {
      env: bareEnv({ now: () => phone.now, setTimeout: () => undefined, powers }),
      session,
      connection,
      views,
      wire: wireOf(given.pictures),
      token: () => (session.get().user ? { token: 'token-1', sub: 'me' } : undefined),
      renew: () => Promise.resolve({ is: 'unknown' }),
      ask: given.ask ?? (() => Promise.resolve({ ok: false, status: 0, error: new AppError('network') })),
      markHolding: () => undefined,
    } as unknown as Host,
    stores: {
      own: storeOf,
      isDurable: () => true,
      withRoom: given.withRoom ?? ((work) => work()),
    } as unknown as SellingPorts['stores'],
    people: { active, guest: 'g_1' } as unknown as SellingPorts['people'],
    put,
    sent: () => Promise.resolve(),
    written: () => undefined,
  })
  return {
    selling,
    put,
    own,
    guest,
    phone,
    signIn: () => session.set({ user: { id: 'me' } }),
    /** The kind of network is another one. */
    changeRoad: () => network.dispatchEvent(new Event('change')),
    /** What screens see of the outbox. */
    showOutbox: (...states: string[]) =>
      views.set({ outbox: states.map((state) => ({ kind: 'fav.set', state })) }),
    items: () => own.transaction('read', ['outbox'], (tx) => tx.list('outbox', { index: 'seq' })),
    changeItem: (id: string, more: Partial<OutboxItem>) =>
      own.transaction('write', ['outbox'], async (tx) => {
        const item = await tx.get('outbox', id)
        if (item) await tx.put('outbox', { ...item, ...more })
      }),
  }
}

const wireOf = (server: UploadServer | undefined): Wire => ({
  fetch: server?.fetch ?? (() => Promise.reject(new TypeError('Failed to fetch'))),
  setTimeout: () => undefined,
  clearTimeout: () => undefined,
})

/** The name of a picture of this letter. */
export const imageOf = (letter: string) => `img_${letter.repeat(32)}`

/** A picture of a draft, as if it had been picked. */
export async function addPicture(store: OwnStore, draft: string, letter: string): Promise<string> {
  const buf = new TextEncoder().encode(letter).buffer
  const owner = `ad:${draft}`
  const id = blobIdOf(owner, imageOf(letter))
  const row: BlobRow = {
    id,
    owner,
    name: `${letter}.jpg`,
    type: 'image/webp',
    size: buf.byteLength,
    sha256: letter.repeat(64),
    width: 4,
    height: 3,
    buf,
    thumb: buf,
  }
  await store.transaction('write', ['blobs'], (tx) => tx.put('blobs', row))
  return id
}
export const picturesIn = (store: OwnStore) =>
  store.transaction('read', ['blobs'], async (tx) => (await tx.keys('blobs')).map(String).sort())
