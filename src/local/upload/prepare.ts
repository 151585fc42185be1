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

interface PreparePorts extends Pick<UploadPorts, 'store' | 'http' | 'now' | 'mayGoOn'> {
  /** Returns a function that sends requests under the login of a token. */
  signed: (token: string | undefined) => UploadPorts['signed']
}

/**
 * Creates the step before an item with pictures, which uploads them one after the other. It resolves to undefined when all are on
 * the server, else to the failed response, which counts as the response to the item.
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

/** Deletes the pictures of delivered items; those that another write needs stay. */
export function sweepBlobs(store: OwnStore): Promise<void> {
  return store.transaction('write', ['outbox', 'blobs'], async (tx) => {
    const items = await tx.list('outbox')
    const needed = picturesNeeded(items)
    for (const item of items) {
      if (item.state !== 'done' || !item.blobIds) continue
      const { blobIds, ...receipt } = item
      for (const id of blobIds) if (!needed.has(id)) await tx.delete('blobs', id)
      // Without its picture ids the finished item does not delete the same photo when the person picks it again.
      await tx.put('outbox', receipt)
    }
  })
}

/** Bytes per request: few on a bad network, so that a lost connection costs little (I13). */
export const chunkSize = {
  start: 256 * 1024,
  most: 2 * 1024 * 1024,
  least: 16 * 1024,
  /** Milliseconds; the chunk after a faster one may have twice its size. */
  quick: 5000,
} as const

const afterSuccess = (size: number, took: number): number =>
  took >= 0 && took < chunkSize.quick ? Math.min(size * 2, chunkSize.most) : size

const afterFailure = (size: number): number => Math.max(Math.floor(size / 2), chunkSize.least)

export interface UploadPorts {
  store: OwnStore
  http: HttpClient
  now: () => number
  /** Hex SHA-256; without it only the server finds pictures that were damaged on the phone. */
  sha256?: Digest | undefined
  /** Sends a request under the current login. */
  signed: (call: (token: string | undefined) => Promise<BytesAnswer>) => Promise<BytesAnswer>
  /** Resolves to false when another sender leads. Called before each request (I17). */
  stillLeads: () => Promise<boolean>
  /** Returns false when the time is over: the next event continues from the last confirmed byte. */
  mayGoOn?: () => boolean
}

/** Maximum number of times that the server loses an upload, or disagrees about its offset, before this round stops. */
const mostSurprises = 3

type No = Refused
const no = (status: number, error: Failure): No => ({ ok: false, status, error })
/** Returns the result of an upload that did not fail and continues later. */
const later = (): No => no(425, { code: 'key_in_progress' })
const surprised = (): No => no(500, { code: 'internal' })

const isGone = (answer: BytesAnswer) =>
  !answer.ok && (answer.status === 404 || answer.status === 410) && answer.error.code !== 'unknown_route'
/** Whether the outcome is unknown or the server failed: smaller chunks then have a better chance. */
const isTrouble = (answer: BytesAnswer) =>
  answer.status === 0 || answer.status === 408 || answer.status >= 500

/** Returns `sha256` and the file type in the form of tus: names and base64. */
const metadataOf = (row: BlobRow) => `sha256 ${btoa(row.sha256)},filetype ${btoa(row.type)}`

/**
 * Uploads one picture from the server's offset. Resolves to undefined when the server has it, else to the failed response, which
 * counts as the response to the item that needs the picture. Any sender can stop and resume it at any point.
 */
export async function uploadBlob(id: string, p: UploadPorts): Promise<No | undefined> {
  const { row, epoch } = await p.store.transaction('read', ['blobs', 'meta'], async (tx) => ({
    row: await tx.get('blobs', id),
    // Epoch of the current leader.
    epoch: await numberOf(tx, meta.epoch),
  }))
  // The person removed the picture, or it does not belong to this phone.
  if (!row || isUploaded(row, p.now())) return undefined
  if (p.sha256 && (await p.sha256(row.buf)) !== row.sha256) {
    return refused(row, no(422, { code: 'corrupt_record', msg: pictureWords.damaged }))
  }
  return upload(row, epoch, p)
}

/** Adds the picture's name to a refusal, so that the screen can mark the picture. */
function refused(row: BlobRow, answer: No): No {
  if (![400, 413, 415, 422].includes(answer.status)) return answer
  const { fields: _fields, ...error } = answer.error
  const words = error.msg ?? pictureWords.damaged
  return { ...answer, error: { ...error, msg: words, fields: { [imageIdOf(row.sha256)]: words } } }
}

/** Uploads the row. `epoch` was read before the first `stillLeads`, so it is this sender's own if that resolves to true. */
async function upload(row: BlobRow, epoch: number, p: UploadPorts): Promise<No | undefined> {
  /** Last stored state. A picture that arrived too long ago starts like a new one, which costs one small request. */
  let at: UploadState | undefined = row.upload?.done === undefined ? row.upload : undefined
  /** Whether the server has named the offset in this run; it is not stored. */
  let offsetConfirmed = false
  let surprises = 0
  type Step = No | 'on' | 'done'

  function step(): Promise<Step> {
    if (!at) return begin()
    if (!offsetConfirmed) return ask(at)
    // The server has all bytes but has not confirmed the picture: creating the upload again makes it confirm.
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
    // The server had all bytes and does not confirm that it stores them.
    if (at) surprises += 1
    offsetConfirmed = true
    return note({ ...now, offset })
  }
  async function ask(known: UploadState): Promise<Step> {
    const answer = await call({ method: 'HEAD', path: known.url, headers: {} })
    if (isGone(answer)) return forget()
    if (!answer.ok) return answer
    if (answer.offset === undefined || answer.offset > row.size) return no(0, { code: 'bad_reply' })
    // The server lost confirmed bytes, so a new upload is needed.
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
    // The picture was removed, or it is on the server.
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
      // A sender without the leadership sends nothing; the new leader continues the upload.
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
