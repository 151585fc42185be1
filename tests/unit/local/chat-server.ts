import type { ChatChange, ChatMessage, ChatsEvent } from '#contract/chat/conversation.ts'
import type { Env } from '../../../src/local/platform/env.ts'
import { serverOf, type Call, type Reply } from './page.ts'

/** A chat server under control of the test: the events of its streams and the responses of its calls. */
export interface OpenStream {
  /** `Last-Event-ID` of the phone. */
  from: string | undefined
  token: string
  open: boolean
  tell: (event: ChatsEvent) => Promise<void>
  beat: () => Promise<void>
  /** Breaks the connection. */
  drop: () => Promise<void>
}
/** Waits until all pending callbacks have run. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 12; turns++) await new Promise((resolve) => setImmediate(resolve))
}

export function chatServer(answer: (call: Call) => Reply | Promise<Reply> = () => ({ body: { data: [] } })) {
  const streams: OpenStream[] = []
  const o = { asked: 0, signal: true, refusal: undefined as { status: number; code: string } | undefined }
  const calls = serverOf((call) => (o.signal ? answer(call) : undefined))
  const text = new TextEncoder()
  const fetch: Env['fetch'] = (url, init) => {
    if (!url.endsWith('chat/events')) return calls.fetch(url, init)
    o.asked++
    if (!o.signal) return Promise.reject(new TypeError('Failed to fetch'))
    const headers = init.headers as Record<string, string>
    if (o.refusal) {
      const { status, code } = o.refusal
      const body = JSON.stringify({ success: false, msg: '', code })
      return Promise.resolve(new Response(body, { status, headers: { 'x-api': '1' } }))
    }
    let controller: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given
      },
      cancel: () => {
        stream.open = false
      },
    })
    const say = (words: string) => {
      if (stream.open) controller.enqueue(text.encode(words))
      return settled()
    }
    const stream: OpenStream = {
      from: headers['last-event-id'],
      token: (headers['authorization'] ?? '').replace('Bearer ', ''),
      open: true,
      tell: (event) => say(`id: ${event.number}\nevent: chats\ndata: ${JSON.stringify(event)}\n\n`),
      beat: () => say(':\n\n'),
      drop: () => {
        stream.open = false
        controller.error(new TypeError('The connection broke'))
        return settled()
      },
    }
    init.signal?.addEventListener('abort', () => {
      if (stream.open) controller.error(new DOMException('Aborted', 'AbortError'))
      stream.open = false
    })
    streams.push(stream)
    return Promise.resolve(
      new Response(body, { headers: { 'x-api': '1', 'content-type': 'text/event-stream; charset=utf-8' } }),
    )
  }
  return {
    o,
    fetch,
    streams,
    to: calls.to,
    open: () => streams.filter((stream) => stream.open),
    last(): OpenStream {
      const stream = streams.at(-1)
      if (!stream) throw new Error('No stream was opened')
      return stream
    },
  }
}

/** Returns a clock that the test moves. */
export function handClock(start = 1_760_000_000_000) {
  const due = new Set<{ at: number; work: () => void }>()
  let now = start
  return {
    now: () => now,
    setTimeout: (work: () => void, ms: number): unknown => {
      const one = { at: now + ms, work }
      due.add(one)
      return one
    },
    clearTimeout: (handle: unknown) => {
      due.delete(handle as never)
    },
    pass: async (ms: number) => {
      await settled()
      const end = now + ms
      for (;;) {
        const [next] = [...due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        due.delete(next)
        now = Math.max(now, next.at)
        next.work()
        await settled()
      }
      now = end
    },
  }
}

export const me = 'ada'
export const message = (n: number, sender: string, words = `message ${n}`): ChatMessage => ({
  id: `m${n}-${sender}`,
  n,
  sender,
  message: words,
  timestamp: 1_700_000_000_000 + n,
})
/** Returns messages `from` to `to` of a chat; the two people alternate. */
export const messages = (from: number, to: number, other = 'bob'): ChatMessage[] =>
  Array.from({ length: to - from + 1 }, (_, i) => message(from + i, (from + i) % 2 === 0 ? me : other))

export function change(
  other: string,
  all: readonly ChatMessage[],
  more: Partial<ChatChange> = {},
): ChatChange {
  const last = all.at(-1)
  return {
    other,
    messages: [...all],
    last: last?.n ?? 0,
    whole: false,
    last_sender: last?.sender ?? me,
    receiver_has_read: false,
    delivered_to: 0,
    read_to: 0,
    own_read_to: 0,
    updated_at: new Date(1_700_000_000_000 + (last?.n ?? 0) * 1000).toISOString(),
    ...more,
  }
}
export const full = (number: number, chats: ChatChange[], count = chats.length): ChatsEvent => ({
  number,
  full: true,
  count,
  chats: chats.map((chat) => ({ ...chat, whole: true })),
})
export const delta = (number: number, count: number, chats: ChatChange[] = []): ChatsEvent => ({
  number,
  full: false,
  count,
  chats,
})
