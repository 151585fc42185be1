import type { ErrorCode } from '#contract/errors.ts'
import { headers as names } from '#contract/http.ts'
import { timedRequest, objectOf, type HttpClient, refusalOf, type Refusal } from './http-client.ts'

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
  /** `status` is 0 when nothing is known about what the server did. */
  | { ok: false; status: number; error: Refusal }

/** Milliseconds one chunk may take, its answer included. */
const chunkLimit = 30_000

const unknown = (code: ErrorCode): BytesAnswer => ({ ok: false, status: 0, error: { code } })

function offsetOf(headers: Headers): number | undefined {
  const text = headers.get('upload-offset') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

async function read(response: Response): Promise<BytesAnswer> {
  if (response.redirected || response.headers.get(names.api) !== '1') return unknown('not_our_server')
  const text = await response.text()
  const body = text === '' ? {} : objectOf(text)
  const { status, headers } = response
  if (!body) return unknown('bad_reply')
  if (response.ok && body['success'] !== false) return { ok: true, status, offset: offsetOf(headers), body }
  return { ok: false, status, error: refusalOf(status, body, headers) }
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
    unknown,
    isContact: ({ status }) => status !== 0,
  })
}
