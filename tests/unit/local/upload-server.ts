import { createHash } from 'node:crypto'
import { imageIdOf, uploadPath, uploadsPath } from '#contract/sync/uploads.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { BlobRow, OwnTables } from '../../../src/local/database/records.ts'
import { ownSchema } from '../../../src/local/database/schema.ts'
import type { OwnStore } from '../../../src/local/outbox/command.ts'
import { acquireLeadership, hasLeadership } from '../../../src/local/outbox/sending/turn.ts'
import { blobIdOf } from '../../../src/local/upload/blob-rows.ts'
import type { UploadPorts } from '../../../src/local/upload/prepare.ts'

/** A small upload server in memory, and a phone with one picture. */
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The outcome of one request. */
export type Luck =
  | 'ok'
  /** The request does not reach the server. */
  | 'request lost'
  /** The server handles the request; the response is lost. */
  | 'answer lost'
  /** Half of the body arrives, then the connection drops. */
  | 'half'
  /** A captive portal answers. */
  | 'portal'
  | { status: number; code: string; retryAfter?: number }
  /** No response ever arrives. */
  | 'hang'

export interface Sent {
  method: string
  path: string
  token: string | undefined
  offset: number
  /** Bytes in the body. */
  length: number
}
interface Kept {
  sha256: string
  size: number
  bytes: Uint8Array
  done: boolean
}

export function uploadServer() {
  const uploads = new Map<string, Kept>()
  const sent: Sent[] = []
  let stored = 0
  const world = {
    sent,
    uploads,
    /** Returns the number of pictures that the server stored. */
    stored: () => stored,
    luck: (() => 'ok') as (sent: Sent) => Luck | Promise<Luck>,
    /** Tokens that the server accepts; all when undefined. */
    tokens: undefined as ReadonlySet<string> | undefined,
    /** The server's result for a complete picture. */
    verdict: (() => undefined) as () => { status: number; code: string } | undefined,
    timers: new Set<() => void>(),
    /** Ends all time limits. */
    timePasses: () => {
      for (const ring of world.timers) ring()
    },
    fetch: async (path: string, init: RequestInit): Promise<Response> => {
      const headers = init.headers as Record<string, string>
      const body = init.body as Uint8Array | undefined
      const call: Sent = {
        method: init.method ?? '',
        path,
        token: headers['authorization']?.replace('Bearer ', ''),
        offset: Number(headers['upload-offset'] ?? 0),
        length: body?.length ?? 0,
      }
      sent.push(call)
      const luck = await world.luck(call)
      if (luck === 'request lost') throw new TypeError('Failed to fetch')
      if (luck === 'hang') return new Promise(() => undefined)
      if (luck === 'portal') return new Response('<p>Sign in', { headers: { 'content-type': 'text/html' } })
      if (typeof luck === 'object') return refusal(luck)
      const part = luck === 'half' ? body?.slice(0, Math.floor(body.length / 2)) : body
      const answer = work(call, headers, part ?? new Uint8Array())
      if (luck !== 'ok') throw new TypeError('Load failed')
      return answer
    },
  }
  const refusal = ({ status, code, retryAfter }: { status: number; code: string; retryAfter?: number }) =>
    new Response(JSON.stringify({ success: false, code, msg: `No: ${code}.` }), {
      status,
      headers: {
        'content-type': 'application/json',
        'x-api': '1',
        ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      },
    })
  const yes = (status: number, offset: number, body?: object) =>
    new Response(body ? JSON.stringify(body) : null, {
      status,
      headers: { 'x-api': '1', 'upload-offset': String(offset) },
    })

  function seal(path: string, upload: Kept): Response | undefined {
    const wrong = sha256(upload.bytes) === upload.sha256 ? world.verdict() : { status: 410, code: 'gone' }
    if (wrong) {
      uploads.delete(path)
      return refusal(wrong)
    }
    if (!upload.done) stored += 1
    upload.done = true
    return undefined
  }
  function begin(headers: Record<string, string>): Response {
    const size = Number(headers['upload-length'])
    const hash = atob(/sha256 (\S+?)(,|$)/.exec(headers['upload-metadata'] ?? '')?.[1] ?? '')
    const path = uploadPath(imageIdOf(hash))
    const upload = uploads.get(path) ?? { sha256: hash, size, bytes: new Uint8Array(), done: false }
    uploads.set(path, upload)
    if (upload.bytes.length === size) {
      const no = seal(path, upload)
      if (no) return no
    }
    const data = { id: imageIdOf(hash), offset: upload.bytes.length, complete: upload.done }
    return yes(201, data.offset, { success: true, msg: '', data })
  }
  function work(call: Sent, headers: Record<string, string>, body: Uint8Array): Response {
    if (world.tokens && !world.tokens.has(call.token ?? ''))
      return refusal({ status: 401, code: 'token_expired' })
    if (call.method === 'POST' && call.path === uploadsPath) return begin(headers)
    const upload = uploads.get(call.path)
    if (!upload) return refusal({ status: 404, code: 'not_found' })
    if (call.method === 'HEAD') return yes(200, upload.bytes.length)
    if (call.offset !== upload.bytes.length || upload.done)
      return refusal({ status: 409, code: 'key_in_progress' })
    upload.bytes = Buffer.concat([upload.bytes, body])
    const no = upload.bytes.length === upload.size ? seal(call.path, upload) : undefined
    return no ?? yes(204, upload.bytes.length)
  }
  return world
}
export type UploadServer = ReturnType<typeof uploadServer>

export const pictureOf = (size: number, seed = 7) =>
  new Uint8Array(size).map((_, i) => (i * seed + (i >> 8)) & 0xff)

export function blobRow(
  bytes: Uint8Array<ArrayBuffer>,
  owner = 'draft-1',
  more: Partial<BlobRow> = {},
): BlobRow {
  const hash = sha256(bytes)
  return {
    id: blobIdOf(owner, imageIdOf(hash)),
    owner,
    name: 'car.jpg',
    type: 'image/webp',
    size: bytes.length,
    sha256: hash,
    width: 10,
    height: 10,
    buf: bytes.buffer,
    ...more,
  }
}

export function uploadPhone(server: UploadServer, store: OwnStore = memoryStore<OwnTables>(ownSchema)) {
  const phone = {
    store,
    now: 1_760_000_000_000,
    token: 'token-1' as string | undefined,
    put: (row: BlobRow) => store.transaction('write', ['blobs'], (tx) => tx.put('blobs', row)),
    blob: (id: string) => store.transaction('read', ['blobs'], (tx) => tx.get('blobs', id)),
    /** Returns a new sender that takes the lead and fences off the previous sender. */
    async sender(more: Partial<UploadPorts> = {}): Promise<UploadPorts> {
      const epoch = await acquireLeadership(store, phone.now)
      return {
        store,
        http: {
          fetch: server.fetch,
          setTimeout: (ring) => {
            server.timers.add(ring)
            return ring
          },
          clearTimeout: (ring) => server.timers.delete(ring as () => void),
        },
        now: () => phone.now,
        signed: (call) => call(phone.token),
        stillLeads: () => hasLeadership(store, epoch),
        ...more,
      }
    },
  }
  return phone
}
