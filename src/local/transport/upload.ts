import { headers as names } from '#contract/http.ts'
import {
  timedRequest,
  objectOf,
  type HttpClient,
  refusedBy,
  type Refused,
  unknownOutcome,
} from './http-client.ts'

/** Bytes instead of JSON. */
export interface BytesCall {
  method: 'POST' | 'HEAD' | 'PATCH'
  /** Absolute path with the base path. */
  path: string
  token: string | undefined
  headers: Readonly<Record<string, string>>
  body?: Uint8Array<ArrayBuffer>
}
export type BytesAnswer =
  | {
      ok: true
      status: number
      /** `Upload-Offset`: bytes the server has. */
      offset: number | undefined
      /** The JSON of the answer, when it had any. */
      body: unknown
    }
  | Refused

/** Milliseconds one chunk may take, its answer included. */
const chunkLimit = 30_000

function offsetOf(headers: Headers): number | undefined {
  const text = headers.get('upload-offset') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

async function read(response: Response): Promise<BytesAnswer> {
  if (response.redirected || response.headers.get(names.api) !== '1') return unknownOutcome('not_our_server')
  const text = await response.text()
  const body = text === '' ? {} : objectOf(text)
  const { status, headers } = response
  if (!body) return unknownOutcome('bad_reply')
  if (response.ok && body['success'] !== false) return { ok: true, status, offset: offsetOf(headers), body }
  return refusedBy(response, body)
}

export function sendBytes(http: HttpClient, call: BytesCall): Promise<BytesAnswer> {
  const headers = {
    accept: 'application/json',
    ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
    ...call.headers,
  }
  const init = { method: call.method, headers, ...(call.body ? { body: call.body } : {}) }
  const limits = [chunkLimit, chunkLimit] as const
  return timedRequest(http, call.path, init, {
    limits,
    read,
    unknown: unknownOutcome,
    isContact: ({ status }) => status !== 0,
  })
}
