import type { ErrorCode } from '#contract/errors.ts'
import { headers as names, type Method } from '#contract/http.ts'
import { refusalOf, type Refusal } from './refusal.ts'

/**
 * The only `fetch` of the app. It promises: an answer is either from our server or it is not an answer; it always
 * settles within its time limits; it never follows a redirect, and it never throws for an expected failure.
 */
export interface Wire {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  setTimeout: (work: () => void, ms: number) => unknown
  clearTimeout: (handle: unknown) => void
  /** Told after each call: whether our server answered, and its `Date` header. */
  observe?: (seen: { reached: boolean; date: number | undefined }) => void
}
export interface Call {
  method: Method
  /** Absolute path with the base path. */
  path: string
  body?: unknown
  token?: string | undefined
  /** Idempotency key; every write carries one. */
  key?: string | undefined
  device?: string | undefined
  /** `kind@version` of a queued payload. */
  payload?: string | undefined
}
export type Answer<T = unknown, E = Refusal> =
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

function headersOf(call: Call): Record<string, string> {
  const out: Record<string, string> = { accept: 'application/json', 'accept-language': 'en' }
  if (call.body !== undefined) out['content-type'] = 'application/json'
  if (call.token !== undefined) out['authorization'] = `Bearer ${call.token}`
  if (call.key !== undefined) out[names.idempotencyKey] = `"${call.key}"`
  if (call.device !== undefined) out[names.device] = call.device
  if (call.payload !== undefined) out[names.payload] = call.payload
  return out
}

const unknown = (code: ErrorCode): Answer => ({ ok: false, status: 0, error: { code } })

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/** Whether our server itself answered; a shape we do not understand still came from it. */
function isContact(answer: Answer): boolean {
  return answer.ok ? !answer.fromPhone : answer.status !== 0 || answer.error.code === 'bad_reply'
}

function read(response: Response, text: string): Answer {
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  const fromPhone = response.headers.get('x-from') === 'cache'
  const ours = response.headers.get(names.api) === '1' || fromPhone
  if (response.redirected || !ours) return unknown('not_our_server')
  const json = isJson ? parsed(text) : undefined
  if (!json || typeof json.value !== 'object' || json.value === null) return unknown('bad_reply')
  const body = json.value as Record<string, unknown>
  if (response.ok && body['success'] !== false) {
    const replayed = response.headers.get(names.replayed) === 'true'
    return { ok: true, status: response.status, body, replayed, fromPhone }
  }
  return { ok: false, status: response.status, error: refusalOf(response.status, body, response.headers) }
}

export async function send(wire: Wire, call: Call): Promise<Answer> {
  const controller = new AbortController()
  let giveUp: () => void = () => undefined
  // Raced as well as aborted: a request that ignores its signal must not hold the caller.
  const late = new Promise<'late'>((resolve) => {
    giveUp = () => {
      resolve('late')
      controller.abort()
    }
  })
  const timers = [
    wire.setTimeout(giveUp, timeLimits.headers),
    wire.setTimeout(giveUp, timeLimits.total),
  ] as const
  let date: number | undefined
  const exchange = async (): Promise<Answer> => {
    const response = await wire.fetch(call.path, {
      method: call.method,
      headers: headersOf(call),
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      signal: controller.signal,
    })
    wire.clearTimeout(timers[0])
    const answer = read(response, await response.text())
    const stamp = Date.parse(response.headers.get('date') ?? '')
    if (isContact(answer) && !Number.isNaN(stamp)) date = stamp
    return answer
  }
  const settled = await Promise.race([exchange().catch(() => unknown('network')), late])
  for (const timer of timers) wire.clearTimeout(timer)
  const answer = settled === 'late' ? unknown('timeout') : settled
  wire.observe?.({ reached: isContact(answer), date })
  return answer
}
