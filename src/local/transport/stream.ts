import { isOurs, objectOf, type HttpClient, refusedBy, type Refused, unknownOutcome } from './http-client.ts'

/** A request whose response is a stream of events. */
export interface StreamCall {
  /** Absolute path with the base path. */
  path: string
  /** Body of a POST; when left out, the request is a GET. */
  body?: unknown
  token: string
  /** Id of the last event received earlier: the server continues after it. */
  lastEventId?: string | undefined
  /** Called with the name and the JSON of each event. */
  onEvent: (name: string, data: unknown) => void
  /** Called when bytes arrive, including a heartbeat. */
  sign?: (bytes: number) => void
  /** Aborted when the caller no longer waits. */
  signal: AbortSignal
  limits?: StreamLimits
}
export interface StreamLimits {
  /** Milliseconds without any bytes. */
  silence: number
  /** Characters of one event. */
  event: number
  /** Bytes of all events; left out for a stream without an end. */
  total?: number
}
/** End of a stream; `status` is 0 when the response was incomplete. */
export type StreamEnd = { ok: true } | Refused

/** Milliseconds without any bytes; the server sends a heartbeat every few seconds. */
const streamSilence = 20_000
const usual: StreamLimits = { silence: streamSilence, event: 64 * 1024, total: 512 * 1024 }

function dispatch(block: string, onEvent: StreamCall['onEvent']): void {
  const name = /^event: ?(.*)$/m.exec(block)?.[1]
  const data = /^data: ?(.*)$/m.exec(block)?.[1]
  const value = data === undefined ? undefined : objectOf(data)
  if (name !== undefined && value !== undefined) onEvent(name, value)
}

async function listen(
  body: ReadableStream<Uint8Array>,
  { onEvent, signal }: Pick<StreamCall, 'onEvent' | 'signal'>,
  limits: StreamLimits,
  sign: (bytes: number) => void,
) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let buffer = ''
  let total = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return unknownOutcome('network')
    sign(value.length)
    // The part of the buffer that was searched before is not searched again, because a big event arrives in many chunks.
    const seen = Math.max(0, buffer.length - 1)
    buffer += decoder.decode(value, { stream: true }).replaceAll('\r', '')
    total += value.length
    for (let end = buffer.indexOf('\n\n', seen); end !== -1; end = buffer.indexOf('\n\n')) {
      const block = buffer.slice(0, end)
      buffer = buffer.slice(end + 2)
      // Events that arrive after the abort are dropped.
      if (signal.aborted) break
      dispatch(block, onEvent)
      if (/^event: ?(?:done|error)$/m.test(block)) return { ok: true } as const
    }
    if (buffer.length > limits.event || total > (limits.total ?? Infinity)) {
      await reader.cancel()
      return unknownOutcome('bad_reply')
    }
  }
}

/** Requests a stream with the guarantees of `timedRequest`; it settles at the end of the stream or after a silence. */
export async function streamEvents(
  http: Pick<HttpClient, 'fetch' | 'setTimeout' | 'clearTimeout'>,
  call: StreamCall,
): Promise<StreamEnd> {
  const limits = call.limits ?? usual
  const controller = new AbortController()
  let timer: unknown
  let giveUp: (end: StreamEnd) => void = () => undefined
  // The promise is raced as well as the request aborted: a `fetch` that ignores its signal must not block the caller.
  const late = new Promise<StreamEnd>((resolve) => {
    giveUp = resolve
  })
  const leave = () => {
    giveUp(unknownOutcome('network'))
    controller.abort()
  }
  call.signal.addEventListener('abort', leave)
  const wait = () => {
    http.clearTimeout(timer)
    timer = http.setTimeout(() => {
      giveUp(unknownOutcome('timeout'))
      controller.abort()
    }, limits.silence)
  }
  const sign = (bytes: number) => {
    wait()
    call.sign?.(bytes)
  }
  const ask = async (): Promise<StreamEnd> => {
    const { body, lastEventId } = call
    const response = await http.fetch(call.path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'text/event-stream',
        'accept-language': 'en',
        authorization: `Bearer ${call.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      signal: controller.signal,
    })
    if (!isOurs(response)) return unknownOutcome('not_our_server')
    if (!response.ok) return refusedBy(response, objectOf(await response.text()))
    const { headers, body: events } = response
    if (!(headers.get('content-type') ?? '').startsWith('text/event-stream') || !events)
      return unknownOutcome('bad_reply')
    return listen(events, { onEvent: call.onEvent, signal: controller.signal }, limits, sign)
  }
  wait()
  const end = await Promise.race([ask().catch(() => unknownOutcome('network')), late])
  http.clearTimeout(timer)
  call.signal.removeEventListener('abort', leave)
  controller.abort()
  return end
}
