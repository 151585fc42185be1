// The photo part of the local-first core on a page of the real app, controlled by a test.
import type { Fields } from '#contract/commands.ts'
import { imageIdOf } from '#contract/sync/uploads.ts'
import { openOwn } from '../../../src/local/database/dexie.ts'
import type { BlobRow } from '../../../src/local/database/records.ts'
import { acquireLeadership, hasLeadership } from '../../../src/local/outbox/sending/turn.ts'
import type { OwnStore } from '../../../src/local/outbox/command.ts'
import { digestOf } from '../../../src/local/upload/digest.ts'
import { enqueue } from '../../../src/local/outbox/enqueue.ts'
import { savePhoto, type SavePhotoResult } from '../../../src/local/upload/save-photo.ts'
import { createPhotoWorkerClient, spawnPhotoWorker } from '../../../src/local/upload/photo-worker-client.ts'
import { createShrink, imageToolsOf, type Shrink } from '../../../src/local/upload/shrink.ts'
import { uploadBlob } from '../../../src/local/upload/prepare.ts'

export interface Lab {
  /** Stores the file chosen in the input for this draft. */
  keep: (owner: string, where?: 'worker' | 'page') => Promise<SavePhotoResult>
  /** Takes the lead and uploads a photo; returns the result. */
  upload: (id: string, token: string) => Promise<string>
  row: (id: string) => Promise<Facts | undefined>
  /** Queues an ad with these photos in the outbox of the open database. */
  publish: (id: string, ad: Fields, blobIds: string[]) => Promise<string>
  /** Returns the state of an outbox item. */
  item: (id: string) => Promise<string | undefined>
  /** Switches to another database of this phone, as a sign-in does. */
  use: (database: string) => void
  draft: (text?: string) => Promise<string | undefined>
  /** Returns the longest time, in milliseconds, that the page was blocked since the last call. */
  stillness: () => number
}
export interface Facts extends Pick<BlobRow, 'width' | 'height' | 'type' | 'size' | 'sha256' | 'upload'> {
  /** The picture and its thumbnail, in base64. */
  buf: string
  thumb: string
}

declare global {
  // The test calls it by this name.
  var lab: Lab
}

const timers = {
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as number),
}
const imageTools = imageToolsOf()
const ways: Record<'worker' | 'page', Shrink> = {
  // Without a fallback to the page, the worker makes every picture.
  worker: createPhotoWorkerClient({ spawn: spawnPhotoWorker, onPage: undefined }),
  page: imageTools ? createShrink(imageTools) : () => Promise.resolve('unable'),
}

let name = 'lab'
let opened: Promise<OwnStore> | undefined
async function open(): Promise<OwnStore> {
  const store = await openOwn(name, { indexedDB, keyRange: IDBKeyRange, timers })
  if (!store) throw new Error('The database does not open.')
  return store
}
const db = () => (opened ??= open())

function base64(buf: ArrayBuffer = new ArrayBuffer()): string {
  const bytes = new Uint8Array(buf)
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

const input = document.createElement('input')
input.type = 'file'
input.id = 'lab-photo'
document.body.append(input)

let longest = 0
let before = performance.now()
const beat = () => {
  const now = performance.now()
  longest = Math.max(longest, now - before)
  before = now
}
setInterval(beat, 20)

const lab: Lab = {
  async keep(owner, where = 'worker') {
    const file = input.files?.[0]
    if (!file) throw new Error('No file is chosen.')
    return savePhoto({ owner, name: file.name, file }, { store: await db(), shrink: ways[where] })
  },
  async upload(id, token) {
    const store = await db()
    const epoch = await acquireLeadership(store, Date.now())
    const heard = await uploadBlob(id, {
      store,
      http: { fetch: (url, init) => fetch(url, init), ...timers },
      now: () => Date.now(),
      sha256: digestOf(),
      signed: (call) => call(token),
      stillLeads: () => hasLeadership(store, epoch),
    })
    return heard ? `${heard.status} ${heard.error.code}` : 'there'
  },
  async row(id) {
    const row = await (await db()).transaction('read', ['blobs'], (tx) => tx.get('blobs', id))
    return row && { ...row, buf: base64(row.buf), thumb: base64(row.thumb) }
  },
  async publish(id, ad, blobIds) {
    const store = await db()
    const rows = await store.transaction('read', ['blobs'], (tx) =>
      Promise.all(blobIds.map((blobId) => tx.get('blobs', blobId))),
    )
    const imageIds = rows.flatMap((row) => (row ? [imageIdOf(row.sha256)] : []))
    const payload = { adId: id, title: String(ad['title']), ad, imageIds }
    return enqueue(store, { id, kind: 'ad.create', payload, blobIds, now: Date.now(), appVersion: 'lab' })
  },
  async item(id) {
    const item = await (await db()).transaction('read', ['outbox'], (tx) => tx.get('outbox', id))
    return item && [item.state, item.hold, item.lastError?.code].filter(Boolean).join(' ')
  },
  use(database) {
    name = database
    opened = undefined
  },
  async draft(text) {
    const store = await db()
    return store.transaction(text === undefined ? 'read' : 'write', ['drafts'], async (tx) => {
      if (text !== undefined) await tx.put('drafts', { id: 'draft', values: { title: text }, updatedAt: 1 })
      return (await tx.get('drafts', 'draft'))?.values['title']
    })
  },
  stillness() {
    beat()
    const found = longest
    longest = 0
    return found
  },
}
globalThis.lab = lab
