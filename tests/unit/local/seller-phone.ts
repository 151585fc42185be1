import { AppError } from '#contract/errors.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { OutboxItem, OwnTables, BlobRow } from '../../../src/local/database/records.ts'
import { ownSchema, userPartition } from '../../../src/local/database/schema.ts'
import type { Host } from '../../../src/local/bootstrap/host.ts'
import { createAdDraftService } from '../../../src/local/ad-drafts/draft-service.ts'
import type { AdDraftsPorts } from '../../../src/local/ad-drafts/types.ts'
import type { OwnStore } from '../../../src/local/outbox/command.ts'
import { enqueue } from '../../../src/local/outbox/enqueue.ts'
import type { MakeRoom } from '../../../src/local/cache/eviction.ts'
import { cell } from '../../../src/local/platform/cell.ts'
import { bareEnv, type Events, type Capabilities, type NetworkInfo } from '../../../src/local/platform/env.ts'
import type { AuthedRequest, HttpClient } from '../../../src/local/transport/http-client.ts'
import { blobIdOf } from '../../../src/local/upload/blob-rows.ts'
import type { UploadServer } from './upload-server.ts'

/** A phone for writing ads, with its clock, its partitions and its server under control of the test. */
export const newStore = (): OwnStore => memoryStore<OwnTables>(ownSchema)

interface Given {
  own?: OwnStore
  guest?: OwnStore
  /** Id of the signed-in person; undefined for a guest. */
  user?: string | undefined
  ask?: AuthedRequest
  /** The server of pictures; without it no picture is uploaded. */
  pictures?: UploadServer
  networkInfo?: NetworkInfo
  withRoom?: MakeRoom['withRoom']
  /** Whether the browser stores nothing on disk. */
  inMemory?: boolean
}
export function seller(given: Given = {}) {
  const own = given.own ?? newStore()
  const guest = given.guest ?? newStore()
  const phone = {
    now: 1_760_000_000_000,
    /** Milliseconds by which the server's known time is ahead. */
    ahead: 0,
    /** Person who has signed in on this browser, where this tab has no notice of it. */
    bearer: undefined as string | undefined,
  }
  const timers = new Map<number, { work: () => void; ms: number }>()
  let handles = 0
  const page = new EventTarget()
  const user = 'user' in given ? given.user : 'me'
  const session = cell({ user: user === undefined ? undefined : { id: user } })
  const connection = cell({ state: 'online' as const, lastContact: undefined })
  const views = cell<{ outbox: { kind: string; state: string }[] }>({ outbox: [] })
  const network = new EventTarget()
  const capabilities: Capabilities = {
    networkInfo: () => given.networkInfo ?? {},
    network: network as unknown as Events,
  }
  const withRoom: MakeRoom['withRoom'] = given.withRoom ?? ((work) => work())
  let ids = 0
  const active = () => {
    const here = session.get().user?.id
    return here === undefined ? 'g_1' : userPartition(here)
  }
  const rooms = new Map([
    ['g_1', guest],
    [userPartition('me'), own],
  ])
  const storeOf = (partition: string) => {
    const room = rooms.get(partition)
    return room ? Promise.resolve(room) : Promise.reject(new Error('It was deleted'))
  }
  const put: AdDraftsPorts['put'] = async (kind, payload, base, pictures, draft) => {
    const about = { ...(base && { base }), ...(draft && { draft }) }
    const wish = { kind, payload, now: phone.now, appVersion: '1', blobIds: [...(pictures ?? [])], ...about }
    const id = await withRoom(() => enqueue(own, { ...wish, id: `item-${++ids}` }))
    return { ok: true, id, kept: true }
  }
  const selling = createAdDraftService({
    host: {
      env: bareEnv({
        now: () => phone.now,
        setTimeout(work, ms) {
          timers.set(++handles, { work, ms })
          return handles
        },
        clearTimeout: (handle) => void timers.delete(handle as number),
        document: page as unknown as Events,
      }),
      serverNow: () => phone.now + phone.ahead,
      session,
      connection,
      views,
      http: wireOf(given.pictures),
      token() {
        const here = session.get().user?.id
        return here === undefined ? undefined : { token: 'token-1', sub: phone.bearer ?? here }
      },
      renew: () => Promise.resolve({ is: 'unknown' }),
      ask: given.ask ?? (() => Promise.resolve({ ok: false, status: 0, error: new AppError('network') })),
      markHolding: () => undefined,
    } as unknown as Host,
    stores: {
      ownWithRoom: async (partition) => {
        const store = await storeOf(partition)
        return { ...store, transaction: (...of) => withRoom(() => store.transaction(...of)) }
      },
      isDurable: () => given.inMemory !== true,
    },
    partitions: { active, guest: 'g_1' } as unknown as AdDraftsPorts['partitions'],
    capabilities,
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
    signIn(id = 'me', room?: OwnStore) {
      if (room) rooms.set(userPartition(id), room)
      session.set({ user: { id } })
    },
    /** Deletes a person's data from this phone. */
    forget: (id: string) => rooms.delete(userPartition(id)),
    /** Makes the app visible again. */
    show: () => page.dispatchEvent(new Event('visibilitychange')),
    /** Returns the milliseconds of each pending timer. */
    due: () => [...timers.values()].map(({ ms }) => ms),
    /** Runs all pending timers. */
    wait() {
      const due = [...timers.values()]
      timers.clear()
      for (const { work } of due) work()
    },
    /** Changes the kind of network. */
    changeRoad: () => network.dispatchEvent(new Event('change')),
    /** Sets the outbox as screens see it. */
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

const wireOf = (server: UploadServer | undefined): HttpClient => ({
  fetch: server?.fetch ?? (() => Promise.reject(new TypeError('Failed to fetch'))),
  setTimeout: () => undefined,
  clearTimeout: () => undefined,
})

/** Returns the name of the picture for a letter. */
export const imageOf = (letter: string) => `img_${letter.repeat(32)}`

/** Stores a picture of a draft, as if the person had picked it. */
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

/** Returns the texts of a draft. */
export const texts = (draft: { fields: Record<string, { v: string }> } | undefined) =>
  draft && Object.fromEntries(Object.entries(draft.fields).map(([name, { v }]) => [name, v]))

/** The outbox item of an ad that the server refused. */
export const refused = {
  state: 'rejected',
  sentEver: true,
  tries: 0,
  lastError: {
    code: 'validation_failed',
    status: 422,
    msg: '',
    fields: { price: 'Please enter a price' },
    at: 1,
  },
} as const

export const draftId = 'draft-0001'

/** Returns a draft with a title and two pictures. */
export async function drafted(on = seller()) {
  await on.selling.change(draftId, { fields: { title: 'BMW X5' }, step: 'car' })
  const blobs = [await addPicture(on.own, draftId, 'a'), await addPicture(on.own, draftId, 'b')]
  await on.selling.change(draftId, { order: [imageOf('b'), imageOf('a')] })
  return { ...on, blobs }
}
