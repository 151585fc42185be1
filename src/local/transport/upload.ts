import {
  isOurs,
  timedRequest,
  objectOf,
  type HttpClient,
  refusedBy,
  type Refused,
  unknownOutcome,
} from './http-client.ts'

/** A request with bytes instead of JSON. */
export interface BytesCall {
  method: 'POST' | 'HEAD' | 'PATCH'
  /** Absolute path with the base path. */
  path: string
  token: string | undefined
  headers: Readonly<Record<string, string>>
  body?: Uint8Array<ArrayBuffer> | Blob
  /** Milliseconds for the request with its response; the limit of one chunk when left out. */
  limit?: number
}
export type BytesAnswer =
  | {
      ok: true
      status: number
      /** `Upload-Offset`: number of bytes that the server has. */
      offset: number | undefined
      /** JSON of the response; empty when it had none. */
      body: unknown
    }
  | Refused

const chunkLimit = 30_000

function offsetOf(headers: Headers): number | undefined {
  const text = headers.get('upload-offset') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

async function read(response: Response): Promise<BytesAnswer> {
  if (!isOurs(response)) return unknownOutcome('not_our_server')
  const text = await response.text()
  const body = text === '' ? {} : objectOf(text)
  const { status, headers } = response
  if (!body) return unknownOutcome('bad_reply')
  if (response.ok && body['success'] !== false) return { ok: true, status, offset: offsetOf(headers), body }
  return refusedBy(response, body)
}

export function sendBytes(http: HttpClient, call: BytesCall): Promise<BytesAnswer> {
  const { method, token, body, limit = chunkLimit } = call
  const headers = {
    accept: 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...call.headers,
  }
  const init = { method, headers, ...(body ? { body } : {}) }
  return timedRequest(http, call.path, init, { limits: [limit, limit], read })
}
