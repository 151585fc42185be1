import type { ErrorCode } from '#contract/errors.ts'
import { headers as names } from '#contract/http.ts'
import { refusalOf, type Refusal } from './refusal.ts'
import type { Wire } from './send.ts'

/**
 * Bytes instead of JSON, under the promises of `send.ts`: an answer is from our server or it is no answer, it settles
 * within its time, no redirect is followed, and nothing is thrown for an expected failure.
 */
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
export const chunkLimit = 30_000

const unknown = (code: ErrorCode): BytesAnswer => ({ ok: false, status: 0, error: { code } })

function offsetOf(headers: Headers): number | undefined {
  const text = headers.get('upload-offset') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function objectOf(text: string): Record<string, unknown> | undefined {
  if (text === '') return {}
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    // Cut off on the way.
    return undefined
  }
}

async function read(response: Response): Promise<BytesAnswer> {
  if (response.redirected || response.headers.get(names.api) !== '1') return unknown('not_our_server')
  const body = objectOf(await response.text())
  const { status, headers } = response
  if (!body) return unknown('bad_reply')
  if (response.ok && body['success'] !== false) return { ok: true, status, offset: offsetOf(headers), body }
  return { ok: false, status, error: refusalOf(status, body, headers) }
}

export async function sendBytes(wire: Wire, call: BytesCall): Promise<BytesAnswer> {
  const controller = new AbortController()
  let timer: unknown
  // Raced as well as aborted: a request that ignores its signal must not hold the caller.
  const late = new Promise<BytesAnswer>((resolve) => {
    timer = wire.setTimeout(() => {
      resolve(unknown('timeout'))
      controller.abort()
    }, chunkLimit)
  })
  let date: number | undefined
  const exchange = async (): Promise<BytesAnswer> => {
    const response = await wire.fetch(call.path, {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
        ...call.headers,
      },
      ...(call.body ? { body: call.body } : {}),
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      signal: controller.signal,
    })
    const answer = await read(response)
    const stamp = Date.parse(response.headers.get('date') ?? '')
    if (answer.status !== 0 && !Number.isNaN(stamp)) date = stamp
    return answer
  }
  const answer = await Promise.race([exchange().catch(() => unknown('network')), late])
  wire.clearTimeout(timer)
  wire.observe?.({ reached: answer.status !== 0, date })
  return answer
}
