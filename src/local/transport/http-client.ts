import { type ErrorCode, AppError, isErrorCode, type FieldErrors, type Versioned } from '#contract/errors.ts'
import {
  headers as names,
  type HttpMethod,
  pathOf,
  type BodyInputOf,
  type ReplyOf,
  type Route,
} from '#contract/http.ts'
import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { propertiesOf, versionedOf } from '#contract/values/unknown.ts'

/**
 * Ports of the only `fetch` of the app. It guarantees: a response that is not from our server does not count as one; each request
 * settles within its time limits; redirects are never followed; an expected failure is never thrown.
 */
export interface HttpClient {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  setTimeout: (work: () => void, ms: number) => unknown
  clearTimeout: (handle: unknown) => void
  /** Called after each request: whether our server responded, its `Date` header, and the bytes of the response. */
  observe?: (seen: { reached: boolean; date: number | undefined; bytes?: number }) => void
}

interface Answer {
  ok: true
  /** Whether the worker responded from its cache, because the server did not respond. */
  fromPhone?: boolean
}
/** Whether our server itself responded; a response in an unknown form came from it too. */
const isContact = (answer: Answer | Refused) =>
  answer.ok ? answer.fromPhone !== true : answer.status !== 0 || answer.error.code === 'bad_reply'

/** Whether our server sent the response, and not a captive portal. */
export const isOurs = ({ redirected, headers }: Pick<Response, 'redirected' | 'headers'>) =>
  !redirected && headers.get(names.api) === '1'

export interface TimedRequest<A> {
  /** Milliseconds until the headers and until the whole response have arrived. */
  limits: readonly [headers: number, total: number]
  /** Reads a response of any sender and reports its length, for a sender that sends no `content-length`. */
  read: (response: Response, length: (count: number) => void) => Promise<A | Refused>
}

export async function timedRequest<A extends Answer>(
  http: HttpClient,
  url: string,
  init: RequestInit,
  { limits, read }: TimedRequest<A>,
): Promise<A | Refused> {
  const controller = new AbortController()
  let giveUp: () => void = () => undefined
  // The promise is raced as well as the request aborted: a `fetch` that ignores its signal must not block the caller.
  const late = new Promise<Refused>((resolve) => {
    giveUp = () => {
      resolve(unknownOutcome('timeout'))
      controller.abort()
    }
  })
  const timers = limits.map((limit) => http.setTimeout(giveUp, limit))
  let date: number | undefined
  let bytes = 0
  const ask = async (): Promise<A | Refused> => {
    const response = await http.fetch(url, {
      ...init,
      redirect: 'error',
      cache: 'no-store',
      credentials: init.credentials ?? 'omit',
      signal: controller.signal,
    })
    http.clearTimeout(timers[0])
    const answer = await read(response, (count) => (bytes = count))
    bytes = Number(response.headers.get('content-length')) || bytes
    const stamp = Date.parse(response.headers.get('date') ?? '')
    if (isContact(answer) && !Number.isNaN(stamp)) date = stamp
    return answer
  }
  const answer = await Promise.race([ask().catch(() => unknownOutcome('network')), late])
  for (const timer of timers) http.clearTimeout(timer)
  const reached = isContact(answer)
  http.observe?.({ reached, date, ...(reached && { bytes }) })
  return answer
}

/** Returns the object in a text; undefined when the text was cut off or holds something else. */
export function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** A request in JSON. */
export interface JsonCall {
  method: HttpMethod
  /** Absolute path with the base path. */
  path: string
  body?: unknown
  token?: string | undefined
  /** Idempotency key; every write has one. */
  key?: string | undefined
  device?: string | undefined
  /** `kind@version` of a queued payload. */
  payload?: string | undefined
  /** Whether to send the cookie of the login; no other request may send it. */
  cookies?: boolean | undefined
}
export type HttpResult<T = unknown, E = Refusal> =
  | {
      ok: true
      status: number
      body: T
      replayed: boolean
      fromPhone: boolean
    }
  | Refused<E>
/** A refused request; `status` is 0 when the effect on the server is unknown. */
export interface Refused<E = Refusal> {
  ok: false
  status: number
  error: E
}
export const unknownOutcome = (code: ErrorCode): Refused => ({ ok: false, status: 0, error: { code } })

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

async function read(response: Response, length: (count: number) => void): Promise<HttpResult> {
  const text = await response.text()
  length(text.length)
  const { headers, status } = response
  const isJson = (headers.get('content-type') ?? '').includes('json')
  const fromPhone = headers.get('x-from') === 'cache'
  const ours = headers.get(names.api) === '1' || fromPhone
  if (response.redirected || !ours) return unknownOutcome('not_our_server')
  const body = isJson ? objectOf(text) : undefined
  if (!body) return unknownOutcome('bad_reply')
  if (response.ok && body['success'] !== false) {
    return { ok: true, status, body, replayed: headers.get(names.replayed) === 'true', fromPhone }
  }
  return refusedBy(response, body)
}

export function send(http: HttpClient, call: JsonCall): Promise<HttpResult> {
  const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) }
  const cookies = call.cookies ? { credentials: 'same-origin' as const } : {}
  const init = { method: call.method, headers: headersOf(call), ...body, ...cookies }
  return timedRequest(http, call.path, init, { limits: [timeLimits.headers, timeLimits.total], read })
}

/** Options of a request of the contract, whose reply is parsed by its schema if it has one. */
export interface RequestOptions<R extends Route> extends Pick<
  JsonCall,
  'token' | 'key' | 'device' | 'cookies'
> {
  params?: Record<string, string>
  body?: BodyInputOf<R>
}

/** Result of a request of the contract. */
export type Reply<R extends Route> = HttpResult<ReplyOf<R>, AppError>

export function errorOf({ code, ...rest }: Refusal, status: number): AppError {
  return new AppError(isErrorCode(code) ? code : codeOfStatus(status), rest)
}

/** Route of the contract that the first view does not need: it is loaded, with its schemas, when it is first used. */
export type LazyRoute<R extends Route> = () => Promise<R>
/** Loads a route; undefined when that fails or takes too long: offline the contract may not be on this phone yet. */
export async function loadedRoute<R extends Route>(
  http: HttpClient,
  load: LazyRoute<R>,
): Promise<R | undefined> {
  let timer: unknown
  const late = new Promise<undefined>((resolve) => {
    timer = http.setTimeout(() => resolve(undefined), timeLimits.headers)
  })
  const route = await Promise.race([load().catch(ignoreExpected('contract', isMissingFile)), late])
  http.clearTimeout(timer)
  if (!route) http.observe?.({ reached: false, date: undefined })
  return route
}

export async function request<R extends Route>(
  http: HttpClient,
  given: R | LazyRoute<R>,
  o: RequestOptions<R> = {},
): Promise<Reply<R>> {
  const route = typeof given === 'function' ? await loadedRoute(http, given) : given
  if (!route) return { ok: false, status: 0, error: new AppError('network') }
  const { params, ...call } = o
  const token = route.auth === 'none' ? undefined : o.token
  const answer = await send(http, { ...call, method: route.method, path: pathOf(route, params), token })
  if (!answer.ok) return { ...answer, error: errorOf(answer.error, answer.status) }
  const reply = route.reply?.safeParse(answer.body)
  if (reply?.success === false) return { ok: false, status: 0, error: new AppError('bad_reply') }
  return { ...answer, body: (route.reply ? reply?.data : answer.body) as ReplyOf<R> }
}

/** Sends a request in the name of the signed-in person. */
export type AuthedRequest = <R extends Route>(
  route: R | LazyRoute<R>,
  o?: Pick<RequestOptions<R>, 'params' | 'body' | 'key' | 'cookies'>,
) => Promise<Reply<R>>

/** A failure as plain data. The page makes an `AppError` of it, whose texts exceed the worker's size budget. */
export interface Refusal {
  code: ErrorCode
  /** Message of the server, if any. */
  msg?: string
  fields?: FieldErrors
  /** Seconds. */
  retryAfter?: number
  /** Current state of the entity, with a conflict. */
  current?: Versioned
}

/** Error code of a status, for a body without a code. */
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
const codeOfStatus = (status: number): ErrorCode =>
  codes[status] ?? (status >= 500 ? 'internal' : 'validation_failed')

/** Returns seconds; the date form is compared with the server's own `Date`, because the phone's clock may be wrong. */
export function retryAfterOf(headers: Pick<Headers, 'get'>): number | undefined {
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

/** Returns a refusal of the server: its code decides, its message is only shown (R-ERR-03). */
export function refusedBy(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: Record<string, unknown> = {},
): Refused {
  const { code, msg } = body
  const fields = fieldsOf(body['fields'])
  const retryAfter = retryAfterOf(headers)
  const current = versionedOf(body['current'])
  const error: Refusal = {
    // A code that this app does not know is stored too; if no rule uses the code, the status decides.
    code: typeof code === 'string' && code !== '' ? (code as ErrorCode) : codeOfStatus(status),
    ...(typeof msg === 'string' && msg !== '' ? { msg } : {}),
    ...(fields ? { fields } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(current ? { current } : {}),
  }
  return { ok: false, status, error }
}
