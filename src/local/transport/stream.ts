import type { ErrorCode } from '#contract/errors.ts'
import { headers as names } from '#contract/http.ts'
import { objectOf, type Wire } from './exchange.ts'
import { refusalOf, type Refusal } from './refusal.ts'

/** A call whose answer comes as events. */
export interface StreamCall {
  /** Absolute path with the base path. */
  path: string
  body: unknown
  token: string
  /** Each event as it comes: its name and its JSON. */
  heard: (name: string, data: unknown) => void
  /** Whoever asked does not wait any more. */
  signal: AbortSignal
}
/** `status` is 0 when the answer did not come to its end. */
export type StreamEnd = { ok: true } | { ok: false; status: number; error: Refusal }

/** Milliseconds without a sign; the server gives one every few seconds. */
export const streamSilence = 20_000
/** Characters of one event, and of all. */
const longestEvent = 64 * 1024
const mostHeard = 512 * 1024

const lost = (code: ErrorCode): StreamEnd => ({ ok: false, status: 0, error: { code } })

function tell(block: string, heard: StreamCall['heard']): void {
  const name = /^event: ?(.*)$/m.exec(block)?.[1]
  const data = /^data: ?(.*)$/m.exec(block)?.[1]
  const value = data === undefined ? undefined : objectOf(data)
  if (name !== undefined && value !== undefined) heard(name, value)
}

async function listen(body: ReadableStream<Uint8Array>, o: Pick<StreamCall, 'heard'>, sign: () => void) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let held = ''
  let total = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return lost('network')
    sign()
    held += decoder.decode(value, { stream: true }).replaceAll('\r', '')
    total += value.length
    if (held.length > longestEvent || total > mostHeard) {
      await reader.cancel()
      return lost('bad_reply')
    }
    const blocks = held.split('\n\n')
    held = blocks.pop() ?? ''
    for (const block of blocks) tell(block, o.heard)
    if (blocks.some((block) => /^event: ?(?:done|error)$/m.test(block))) return { ok: true } as const
  }
}

/** Promises what `exchange` promises, for an answer that takes its time: settled at its end or after a silence. */
export async function streamEvents(
  wire: Pick<Wire, 'fetch' | 'setTimeout' | 'clearTimeout'>,
  call: StreamCall,
): Promise<StreamEnd> {
  const controller = new AbortController()
  const leave = () => controller.abort()
  call.signal.addEventListener('abort', leave)
  let timer: unknown
  let giveUp: (end: StreamEnd) => void = () => undefined
  // Raced as well as aborted: a request that ignores its signal must not hold the caller.
  const late = new Promise<StreamEnd>((resolve) => {
    giveUp = resolve
  })
  const sign = () => {
    wire.clearTimeout(timer)
    timer = wire.setTimeout(() => {
      giveUp(lost('timeout'))
      controller.abort()
    }, streamSilence)
  }
  const ask = async (): Promise<StreamEnd> => {
    const response = await wire.fetch(call.path, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        'accept-language': 'en',
        'content-type': 'application/json',
        authorization: `Bearer ${call.token}`,
      },
      body: JSON.stringify(call.body),
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      signal: controller.signal,
    })
    const { headers, status } = response
    if (response.redirected || headers.get(names.api) !== '1') return lost('not_our_server')
    if (!response.ok) {
      return { ok: false, status, error: refusalOf(status, objectOf(await response.text()) ?? {}, headers) }
    }
    if (!(headers.get('content-type') ?? '').startsWith('text/event-stream') || !response.body)
      return lost('bad_reply')
    return listen(response.body, call, sign)
  }
  sign()
  const end = await Promise.race([ask().catch(() => lost('network')), late])
  wire.clearTimeout(timer)
  call.signal.removeEventListener('abort', leave)
  controller.abort()
  return end
}
