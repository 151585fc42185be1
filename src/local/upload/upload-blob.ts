import {
  chunkType,
  pictureWords,
  tusVersion,
  uploadPath,
  uploadsPath,
  imageIdOf,
} from '#contract/sync/uploads.ts'
import type { BlobRow } from '../database/records.ts'
import type { OwnStore } from '../outbox/command.ts'
import type { Failure } from '../outbox/sending/verdict.ts'
import type { HttpClient, Refused } from '../transport/http-client.ts'
import { sendBytes, type BytesAnswer, type BytesCall } from '../transport/upload.ts'
import { isUploaded, noteUpload, readBlob, type UploadState } from './blob-rows.ts'
import type { Digest } from './digest.ts'

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
  /** The token to use; read before each request. */
  token: () => string | undefined
  /** The token was refused: true when there is another one to try. */
  renew: () => Promise<boolean>
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
  const { row, epoch } = await readBlob(p.store, id)
  // Removed by the person, or no picture of this phone.
  if (!row || isUploaded(row, p.now())) return undefined
  if (p.sha256 && (await p.sha256(row.buf)) !== row.sha256) {
    return refused(row, no(422, { code: 'corrupt_record', msg: pictureWords.damaged }))
  }
  return new Upload(row, epoch, p).run()
}

/** A picture that is refused names itself, so that it can be marked. */
function refused(row: BlobRow, answer: No): No {
  if (![400, 413, 415, 422].includes(answer.status)) return answer
  const { fields: _fields, ...error } = answer.error
  const words = error.msg ?? pictureWords.damaged
  return { ...answer, error: { ...error, msg: words, fields: { [imageIdOf(row.sha256)]: words } } }
}

class Upload {
  readonly #row: BlobRow
  /** Read before the first `stillLeads`, so it is ours when that says yes. */
  readonly #epoch: number
  readonly #p: UploadPorts
  /** As last written down. */
  #at: UploadState | undefined
  /** The server named the offset in this run; it is not remembered. */
  #offsetConfirmed = false
  #surprises = 0
  #renewed = false

  constructor(row: BlobRow, epoch: number, p: UploadPorts) {
    this.#row = row
    this.#epoch = epoch
    this.#p = p
    // A picture whose arrival is too long ago is requested like a new one: the answer is one small request.
    this.#at = row.upload?.done === undefined ? row.upload : undefined
  }

  async run(): Promise<No | undefined> {
    while (this.#surprises <= mostSurprises) {
      if (!(this.#p.mayGoOn?.() ?? true)) return later()
      const step = await this.#step()
      if (step === 'done') return undefined
      if (step !== 'on') return refused(this.#row, step)
    }
    return surprised()
  }

  #step(): Promise<No | 'on' | 'done'> {
    if (!this.#at) return this.#begin()
    if (!this.#offsetConfirmed) return this.#ask(this.#at)
    // Everything is there, and the server has not confirmed it: beginning again makes it do so.
    return this.#at.offset >= this.#row.size ? this.#begin() : this.#send(this.#at)
  }

  async #begin(): Promise<No | 'on' | 'done'> {
    const answer = await this.#call({
      method: 'POST',
      path: uploadsPath,
      headers: { 'upload-length': String(this.#row.size), 'upload-metadata': metadataOf(this.#row) },
    })
    if (!answer.ok) return answer
    const data = (answer.body as { data?: { complete?: unknown; offset?: unknown } }).data
    const offset = data?.offset
    if (typeof offset !== 'number' || offset < 0 || offset > this.#row.size)
      return no(0, { code: 'bad_reply' })
    if (data?.complete === true)
      return this.#note({ ...this.#state(), offset: this.#row.size, done: this.#p.now() })
    // All was there, and the server does not say that it keeps it.
    if (this.#at) this.#surprises += 1
    this.#offsetConfirmed = true
    return this.#note({ ...this.#state(), offset })
  }

  async #ask(at: UploadState): Promise<No | 'on' | 'done'> {
    const answer = await this.#call({ method: 'HEAD', path: at.url, headers: {} })
    if (isGone(answer)) return this.#forget()
    if (!answer.ok) return answer
    if (answer.offset === undefined || answer.offset > this.#row.size) return no(0, { code: 'bad_reply' })
    // The server lost what it had confirmed: this is another upload.
    if (answer.offset < at.offset) return this.#forget()
    this.#offsetConfirmed = true
    return this.#note({ ...at, offset: answer.offset })
  }

  async #send(at: UploadState): Promise<No | 'on' | 'done'> {
    const { size, buf } = this.#row
    const chunk = Math.min(at.chunk ?? chunkSize.start, size - at.offset)
    const start = this.#p.now()
    const answer = await this.#call({
      method: 'PATCH',
      path: at.url,
      headers: { 'content-type': chunkType, 'upload-offset': String(at.offset) },
      body: new Uint8Array(buf, at.offset, chunk),
    })
    if (isGone(answer)) return this.#forget()
    if (!answer.ok) {
      if (answer.status === 409) {
        this.#surprises += 1
        this.#offsetConfirmed = false
        return 'on'
      }
      if (isTrouble(answer)) await this.#note({ ...at, chunk: afterFailure(at.chunk ?? chunkSize.start) })
      return answer
    }
    const { offset } = answer
    if (offset === undefined || offset <= at.offset || offset > size) return no(0, { code: 'bad_reply' })
    const next = afterSuccess(at.chunk ?? chunkSize.start, this.#p.now() - start)
    return this.#note({ ...at, offset, chunk: next, ...(offset === size ? { done: this.#p.now() } : {}) })
  }

  #state(): UploadState {
    return this.#at ?? { url: uploadPath(imageIdOf(this.#row.sha256)), offset: 0 }
  }

  async #note(next: UploadState | undefined): Promise<No | 'on' | 'done'> {
    const { store, now } = this.#p
    const noted = await noteUpload(store, this.#row.id, { next, epoch: this.#epoch, now: now() })
    this.#at = next
    if (noted === 'fenced') return later()
    // Nobody wants it any more, or it is there.
    return noted === 'removed' || next?.done !== undefined ? 'done' : 'on'
  }

  #forget(): Promise<No | 'on' | 'done'> {
    this.#surprises += 1
    this.#offsetConfirmed = false
    return this.#note(undefined)
  }

  async #call(call: Omit<BytesCall, 'token'>): Promise<BytesAnswer> {
    const headers = { 'tus-resumable': tusVersion, ...call.headers }
    // What is settled with this is thrown away: the new leader decides.
    if (!(await this.#p.stillLeads())) return later()
    const answer = await sendBytes(this.#p.http, { ...call, headers, token: this.#p.token() })
    if (answer.ok || answer.status !== 401 || this.#renewed) return answer
    this.#renewed = true
    return (await this.#p.renew()) ? this.#call(call) : answer
  }
}
