import type { ErrorCode, FieldErrors, Versioned } from '#contract/errors.ts'
import { propertiesOf, versionedOf } from '#contract/values/unknown.ts'

/**
 * A failure as plain data. The worker stores it as it is; the page makes an `AppError` of it, whose catalogue of
 * words the worker has no room for.
 */
export interface Refusal {
  code: ErrorCode
  /** The server's own words, when it had any. */
  msg?: string
  fields?: FieldErrors
  /** Seconds. */
  retryAfter?: number
  /** With a conflict: the thing as it is now. */
  current?: Versioned
}

/** What a status means when the body names no code. */
const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_json',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'timeout',
  409: 'version_conflict',
  410: 'gone',
  412: 'version_conflict',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  425: 'key_in_progress',
  426: 'upgrade_required',
  429: 'rate_limited',
  503: 'unavailable',
}
export const codeOfStatus = (status: number): ErrorCode =>
  codes[status] ?? (status >= 500 ? 'internal' : 'validation_failed')

interface Headers {
  get: (name: string) => string | null
}

/** Seconds; the date form is read against the server's own `Date`, because the phone's clock may be wrong. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const gap = Date.parse(value) - Date.parse(headers.get('date') ?? '')
  return Number.isNaN(gap) ? undefined : Math.max(0, Math.ceil(gap / 1000))
}

function fieldsOf(value: unknown): FieldErrors | undefined {
  const texts = Object.entries(propertiesOf(value)).filter(
    (e): e is [string, string] => typeof e[1] === 'string',
  )
  return texts.length > 0 ? Object.fromEntries(texts) : undefined
}

/** The server's no: its code decides, its words are only shown (R-ERR-03). */
export function refusalOf(status: number, body: Record<string, unknown>, headers: Headers): Refusal {
  const { code, msg } = body
  const fields = fieldsOf(body['fields'])
  const retryAfter = retryAfterOf(headers)
  const current = versionedOf(body['current'])
  return {
    // A code that this app does not know yet is stored; where it decides nothing, the status does.
    code: typeof code === 'string' && code !== '' ? (code as ErrorCode) : codeOfStatus(status),
    ...(typeof msg === 'string' && msg !== '' ? { msg } : {}),
    ...(fields ? { fields } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(current ? { current } : {}),
  }
}
