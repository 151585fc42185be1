import { basePath, headers } from '#contract/http.ts'
import type { OutboxItem } from '../../src/local/database/records.ts'
import type { HttpClient } from '../../src/local/transport/http-client.ts'
import type { ModelServer, Reply, Request } from './server.ts'

/** The possible outcomes of one request. */
export const outcomes = [
  'ok',
  'requestLost',
  'answerLost',
  'twice',
  'later',
  'failure',
  'busy',
  'captive',
  'dies',
  'serverDies',
] as const
export type Outcome = (typeof outcomes)[number]

/** Returns the part of a `Response` that the transport reads; a real `Response` would cost more time than the rest of the
 * model. */
function responseOf({ status, body, retryAfter, replayed }: Reply, type = 'application/json'): Response {
  const named: Record<string, string> = {
    'content-type': type,
    ...(type === 'application/json' ? { [headers.api]: '1' } : {}),
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    ...(replayed ? { [headers.replayed]: 'true' } : {}),
  }
  const words = JSON.stringify(body)
  const response = {
    ok: status < 300,
    status,
    redirected: false,
    headers: { get: (name: string) => named[name] ?? null },
    text: () => Promise.resolve(words),
  }
  return response as unknown as Response
}

const lost = new TypeError('Load failed')
const failure = (status: number, code: string, retryAfter?: number): Reply => ({
  status,
  body: { success: false, code, msg: '' },
  ...(retryAfter === undefined ? {} : { retryAfter }),
})

/** Returns the request as the server receives it. */
export function requestOf(
  path: string,
  init: RequestInit,
  { item, partition }: { item: OutboxItem | undefined; partition: string },
): Request {
  if (!item) throw new Error('Nothing to send')
  const sent = init.headers as Record<string, string>
  const raw = typeof init.body === 'string' ? init.body : '{}'
  return {
    item,
    partition,
    path: path.slice(basePath.length),
    raw,
    body: JSON.parse(raw) as Record<string, unknown>,
    token: sent['authorization']?.slice('Bearer '.length),
    key: (sent[headers.idempotencyKey] ?? '').slice(1, -1),
    device: sent[headers.device] ?? '',
    payload: sent[headers.payload] ?? '',
  }
}

/** Carries one request. `later` keeps a copy, which arrives at a random later step. */
export function carry(
  server: ModelServer,
  outcome: Outcome,
  request: Request,
  onTheWay: Request[],
): Response {
  switch (outcome) {
    case 'ok':
      return responseOf(server.handle(request))
    case 'twice':
      server.handle(request)
      return responseOf(server.handle(request))
    case 'failure':
      return responseOf(failure(500, 'internal'))
    case 'busy':
      return responseOf(failure(409, 'key_in_progress', 1))
    case 'captive':
      return responseOf({ status: 200, body: {} }, 'text/html')
    case 'later':
      onTheWay.push(request)
      throw lost
    case 'requestLost':
      throw lost
    case 'serverDies':
      server.handle(request, true)
      throw lost
    case 'answerLost':
    case 'dies':
      server.handle(request)
      throw lost
  }
}

/** Returns the ports of the transport without a clock: a timeout is one of the outcomes. */
export const wireOf = (fetch: HttpClient['fetch']): HttpClient => ({
  fetch,
  setTimeout: () => 0,
  clearTimeout: () => undefined,
})
