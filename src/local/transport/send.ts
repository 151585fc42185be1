import type { ErrorCode } from '#contract/errors.ts'
import { headers as names, type HttpMethod } from '#contract/http.ts'
import { timedRequest, objectOf, type HttpClient } from './http-client.ts'
import { refusalOf, type Refusal } from './refusal.ts'

export type { HttpClient }

/** Calls in JSON. */
export interface JsonCall {
  method: HttpMethod
  /** Absolute path with the base path. */
  path: string
  body?: unknown
  token?: string | undefined
  /** Idempotency key; every write carries one. */
  key?: string | undefined
  device?: string | undefined
  /** `kind@version` of a queued payload. */
  payload?: string | undefined
  /** The cookie that keeps a login goes along; no other call may carry it. */
  cookies?: boolean | undefined
}
export type HttpResult<T = unknown, E = Refusal> =
  | {
      ok: true
      status: number
      body: T
      replayed: boolean
      /** The worker answered from what it keeps, because the server was silent. */
      fromPhone: boolean
    }
  /** `status` is 0 when nothing is known about what the server did. */
  | { ok: false; status: number; error: E }

/** Milliseconds. */
export const timeLimits = { headers: 10_000, total: 30_000 } as const

function headersOf(call: JsonCall): Record<string, string> {
  const out: Record<string, string> = { accept: 'application/json', 'accept-language': 'en' }
  if (call.body !== undefined) out['content-type'] = 'application/json'
  if (call.token !== undefined) out['authorization'] = `Bearer ${call.token}`
  if (call.key !== undefined) out[names.idempotencyKey] = `"${call.key}"`
  if (call.device !== undefined) out[names.device] = call.device
  if (call.payload !== undefined) out[names.payload] = call.payload
  return out
}

const unknown = (code: ErrorCode): HttpResult => ({ ok: false, status: 0, error: { code } })

/** Whether our server itself answered; a shape we do not understand still came from it. */
function isContact(answer: HttpResult): boolean {
  return answer.ok ? !answer.fromPhone : answer.status !== 0 || answer.error.code === 'bad_reply'
}

async function read(response: Response, length: (count: number) => void): Promise<HttpResult> {
  const text = await response.text()
  length(text.length)
  const { headers, status } = response
  const isJson = (headers.get('content-type') ?? '').includes('json')
  const fromPhone = headers.get('x-from') === 'cache'
  const ours = headers.get(names.api) === '1' || fromPhone
  if (response.redirected || !ours) return unknown('not_our_server')
  const body = isJson ? objectOf(text) : undefined
  if (!body) return unknown('bad_reply')
  if (response.ok && body['success'] !== false) {
    return { ok: true, status, body, replayed: headers.get(names.replayed) === 'true', fromPhone }
  }
  return { ok: false, status, error: refusalOf(status, body, headers) }
}

export function send(http: HttpClient, call: JsonCall): Promise<HttpResult> {
  const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) }
  const cookies = call.cookies ? { credentials: 'same-origin' as const } : {}
  const init = { method: call.method, headers: headersOf(call), ...body, ...cookies }
  const limits = [timeLimits.headers, timeLimits.total] as const
  return timedRequest(http, call.path, init, { limits, read, unknown, isContact })
}
