import {
  chunkType,
  pictureWords,
  tusVersion,
  uploadPath,
  uploadsPath,
  imageIdOf,
} from '#contract/sync/uploads.ts'
import type { BlobRow, OutboxItem } from '../database/records.ts'
import { meta, numberOf, picturesNeeded, type OwnStore } from '../outbox/command.ts'
import type { Failure, SendResult } from '../outbox/sending/verdict.ts'
import type { HttpClient, Refused } from '../transport/http-client.ts'
import { sendBytes, type BytesAnswer, type BytesCall } from '../transport/upload.ts'
import { isUploaded, noteUpload, type UploadState } from './blob-rows.ts'
import { digestOf, type Digest } from './digest.ts'

/** What goes ahead of a write: its pictures. */

interface PreparePorts extends Pick<UploadPorts, 'store' | 'http' | 'now' | 'mayGoOn'> {
  /** Makes calls under the login of a token. */
  signed: (token: string | undefined) => UploadPorts['signed']
}

/**
 * The step before an item that has pictures: brings them to the server one after the other. Undefined when all of
 * them are there; else the answer, as if the item itself had been answered so.
 */
export function createPrepare(p: PreparePorts) {
  return async (
    item: Pick<OutboxItem, 'blobIds'>,
    o: { token: string | undefined; goOn: () => Promise<boolean> },
  ): Promise<SendResult | undefined> => {
    const ports = { ...p, sha256: digestOf(), signed: p.signed(o.token), stillLeads: o.goOn }
    for (const id of item.blobIds ?? []) {
      const result = await uploadBlob(id, ports)
      if (result) return result
    }
    return undefined
  }
}

/** Removes the bytes of pictures whose ad has arrived; those that another write still needs stay. */
export function sweepBlobs(store: OwnStore): Promise<void> {
  return store.transaction('write', ['outbox', 'blobs'], async (tx) => {
    const items = await tx.list('outbox')
    const needed = picturesNeeded(items)
    for (const item of items) {
      if (item.state !== 'done' || !item.blobIds) continue
      const { blobIds, ...receipt } = item
      for (const id of blobIds) if (!needed.has(id)) await tx.delete('blobs', id)
      // Who picks the same photo again wishes for something new.
      await tx.put('outbox', receipt)
    }
  })
}

/** How much is sent at a time: little on a bad radio, so that little is lost when it drops (I13). */
export const chunkSize = {
  start: 256 * 1024,
  most: 2 * 1024 * 1024,
  least: 16 * 1024,
  /** Milliseconds; a chunk that took less may be followed by one of twice its size. */
  quick: 5000,
} as const

const afterSuccess = (size: number, took: number): number =>
  took >= 0 && took < chunkSize.quick ? Math.min(size * 2, chunkSize.most) : size

const afterFailure = (size: number): number => Math.max(Math.floor(size / 2), chunkSize.least)

export interface UploadPorts {
  store: OwnStore
  http: HttpClient
  now: () => number
  /** Hex SHA-256; without it a picture that was damaged on the phone is found out by the server. */
  sha256?: Digest | undefined
  /** Makes a call under the login of the moment. */
  signed: (call: (token: string | undefined) => Promise<BytesAnswer>) => Promise<BytesAnswer>
  /** False when someone else leads. Asked before each request (I17). */
  stillLeads: () => Promise<boolean>
  /** False when there is no time left: the next event goes on from the last confirmed byte. */
  mayGoOn?: () => boolean
}

/** How often a server may lose an upload, or disagree about its offset, before this round gives up. */
const mostSurprises = 3

type No = Refused
const no = (status: number, error: Failure): No => ({ ok: false, status, error })
/** Nothing failed, it just goes on later. */
const later = (): No => no(425, { code: 'key_in_progress' })
const surprised = (): No => no(500, { code: 'internal' })

const isGone = (answer: BytesAnswer) =>
  !answer.ok && (answer.status === 404 || answer.status === 410) && answer.error.code !== 'unknown_route'
/** Nothing is known, or the server is in trouble: smaller pieces have a better chance. */
const isTrouble = (answer: BytesAnswer) =>
  answer.status === 0 || answer.status === 408 || answer.status >= 500

/** `sha256` as tus writes it: a name and base64. */
const metadataOf = (row: BlobRow) => `sha256 ${btoa(row.sha256)},filetype ${btoa(row.type)}`

/**
 * Brings one picture to the server, from where it stands there: undefined when it is there, else the answer, which
 * counts as the answer to whatever needs the picture. Can be stopped and begun again at any point, by anyone.
 */
export async function uploadBlob(id: string, p: UploadPorts): Promise<No | undefined> {
  const { row, epoch } = await p.store.transaction('read', ['blobs', 'meta'], async (tx) => ({
    row: await tx.get('blobs', id),
    // Of who leads the sending while it is read.
    epoch: await numberOf(tx, meta.epoch),
  }))
  // Removed by the person, or no picture of this phone.
  if (!row || isUploaded(row, p.now())) return undefined
  if (p.sha256 && (await p.sha256(row.buf)) !== row.sha256) {
    return refused(row, no(422, { code: 'corrupt_record', msg: pictureWords.damaged }))
  }
  return upload(row, epoch, p)
}

/** A picture that is refused names itself, so that it can be marked. */
function refused(row: BlobRow, answer: No): No {
  if (![400, 413, 415, 422].includes(answer.status)) return answer
  const { fields: _fields, ...error } = answer.error
  const words = error.msg ?? pictureWords.damaged
  return { ...answer, error: { ...error, msg: words, fields: { [imageIdOf(row.sha256)]: words } } }
}

/** `epoch` was read before the first `stillLeads`, so it is ours when that says yes. */
async function upload(row: BlobRow, epoch: number, p: UploadPorts): Promise<No | undefined> {
  /** As last written down. A picture whose arrival is too long ago is requested like a new one: that is one small request. */
  let at: UploadState | undefined = row.upload?.done === undefined ? row.upload : undefined
  /** The server named the offset in this run; it is not remembered. */
  let offsetConfirmed = false
  let surprises = 0
  type Step = No | 'on' | 'done'

  function step(): Promise<Step> {
    if (!at) return begin()
    if (!offsetConfirmed) return ask(at)
    // Everything is there, and the server has not confirmed it: beginning again makes it do so.
    return at.offset >= row.size ? begin() : send(at)
  }
  async function begin(): Promise<Step> {
    const answer = await call({
      method: 'POST',
      path: uploadsPath,
      headers: { 'upload-length': String(row.size), 'upload-metadata': metadataOf(row) },
    })
    if (!answer.ok) return answer
    const data = (answer.body as { data?: { complete?: unknown; offset?: unknown } }).data
    const offset = data?.offset
    if (typeof offset !== 'number' || offset < 0 || offset > row.size) return no(0, { code: 'bad_reply' })
    const now = at ?? { url: uploadPath(imageIdOf(row.sha256)), offset: 0 }
    if (data?.complete === true) return note({ ...now, offset: row.size, done: p.now() })
    // All was there, and the server does not say that it keeps it.
    if (at) surprises += 1
    offsetConfirmed = true
    return note({ ...now, offset })
  }
  async function ask(known: UploadState): Promise<Step> {
    const answer = await call({ method: 'HEAD', path: known.url, headers: {} })
    if (isGone(answer)) return forget()
    if (!answer.ok) return answer
    if (answer.offset === undefined || answer.offset > row.size) return no(0, { code: 'bad_reply' })
    // The server lost what it had confirmed: this is another upload.
    if (answer.offset < known.offset) return forget()
    offsetConfirmed = true
    return note({ ...known, offset: answer.offset })
  }
  async function send(known: UploadState): Promise<Step> {
    const size = known.chunk ?? chunkSize.start
    const start = p.now()
    const answer = await call({
      method: 'PATCH',
      path: known.url,
      headers: { 'content-type': chunkType, 'upload-offset': String(known.offset) },
      body: new Uint8Array(row.buf, known.offset, Math.min(size, row.size - known.offset)),
    })
    if (isGone(answer)) return forget()
    if (!answer.ok) {
      if (answer.status === 409) {
        surprises += 1
        offsetConfirmed = false
        return 'on'
      }
      if (isTrouble(answer)) await note({ ...known, chunk: afterFailure(size) })
      return answer
    }
    const { offset } = answer
    if (offset === undefined || offset <= known.offset || offset > row.size)
      return no(0, { code: 'bad_reply' })
    const chunk = afterSuccess(size, p.now() - start)
    return note({ ...known, offset, chunk, ...(offset === row.size ? { done: p.now() } : {}) })
  }
  async function note(next: UploadState | undefined): Promise<Step> {
    const noted = await noteUpload(p.store, row.id, { next, epoch, now: p.now() })
    at = next
    if (noted === 'fenced') return later()
    // Nobody wants it any more, or it is there.
    return noted === 'removed' || next?.done !== undefined ? 'done' : 'on'
  }
  function forget(): Promise<Step> {
    surprises += 1
    offsetConfirmed = false
    return note(undefined)
  }
  function call(given: Omit<BytesCall, 'token'>): Promise<BytesAnswer> {
    const headers = { 'tus-resumable': tusVersion, ...given.headers }
    return p.signed(async (token) =>
      // What is settled without the lead is thrown away: the new leader decides.
      (await p.stillLeads()) ? sendBytes(p.http, { ...given, headers, token }) : later(),
    )
  }

  while (surprises <= mostSurprises) {
    if (!(p.mayGoOn?.() ?? true)) return later()
    const next = await step()
    if (next === 'done') return undefined
    if (next !== 'on') return refused(row, next)
  }
  return surprised()
}
