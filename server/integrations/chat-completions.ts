// The wire format of chat completions, which many services share: one request, and a response in pieces. The response is
// untrusted: its lines and its size are limited, and everything but text is a failure.
import { z } from 'zod/mini'
import { jsonIn } from '#contract/values/unknown.ts'
import { chunksOf } from './bounded-fetch.ts'

export interface CompletionService {
  baseUrl: string
  key: string
  model: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
}
export interface CompletionMessage {
  role: 'system' | 'user'
  content: string
}

/** Reason for a missing text, for the log; the person gets less detail. */
export class ChatFailure extends Error {
  /** Whether some of the text had arrived. */
  readonly cut: boolean
  constructor(message: string, cut = false) {
    super(message)
    this.name = 'ChatFailure'
    this.cut = cut
  }
}

/** R-EXT-07 */
const parameters = { max_tokens: 3000, temperature: 0.7, stream: true } as const
/** Maximum characters of one line, and maximum bytes of the response. */
const longestLine = 64 * 1024
const mostRead = 2 * 1024 * 1024

const content = z.optional(z.nullable(z.string()))
const answer = z.object({
  choices: z.array(
    z.object({
      delta: z.optional(z.nullable(z.object({ content }))),
      message: z.optional(z.nullable(z.object({ content }))),
      finish_reason: z.optional(z.nullable(z.string())),
    }),
  ),
})

interface Piece {
  text: string
  isLast: boolean
}

function pieceOf(json: string): Piece {
  const read = answer.safeParse(jsonIn(json))
  if (!read.success) throw new ChatFailure('a piece of another shape')
  const [choice] = read.data.choices
  const text = choice?.delta?.content ?? choice?.message?.content ?? ''
  return { text, isLast: choice?.finish_reason != null }
}

/** Yields the lines of a response. */
async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let held = ''
  let total = 0
  for await (const chunk of body) {
    total += chunk.length
    if (total > mostRead) throw new ChatFailure('more bytes than any description has')
    held += decoder.decode(chunk, { stream: true })
    const lines = held.split(/\r\n|\n|\r(?!$)/)
    held = lines.pop() ?? ''
    if (held.length > longestLine) throw new ChatFailure('a line without an end')
    yield* lines
  }
  if (held !== '') yield held
}

async function* piecesOf(response: Response, signal: AbortSignal): AsyncGenerator<Piece> {
  if (!response.body) throw new ChatFailure('an answer without a body')
  const lines = linesOf(chunksOf(response, signal))
  if ((response.headers.get('content-type') ?? '').includes('application/json')) {
    // The service was asked for a stream, but sent one JSON object.
    let whole = ''
    for await (const line of lines) whole += `${line}\n`
    yield { ...pieceOf(whole), isLast: true }
    return
  }
  for await (const line of lines) {
    const data = /^data: ?(.*)$/.exec(line)?.[1]
    // Comments, event names and blank lines contain no text.
    if (data === undefined) continue
    if (data.trim() === '[DONE]') yield { text: '', isLast: true }
    else yield pieceOf(data)
  }
}

/** Yields pieces of text as they arrive; throws `ChatFailure` when the response ends too early or contains no text. */
export async function* chatText(
  service: CompletionService,
  messages: readonly CompletionMessage[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  let any = false
  let ended = false
  try {
    const response = await service.fetch(`${service.baseUrl.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream, application/json',
        authorization: `Bearer ${service.key}`,
      },
      body: JSON.stringify({ model: service.model, messages, ...parameters }),
      redirect: 'error',
      signal,
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new ChatFailure(`status ${response.status}`)
    }
    for await (const { text, isLast } of piecesOf(response, signal)) {
      any ||= text.trim() !== ''
      if (text !== '') yield text
      ended ||= isLast
      if (ended) break
    }
  } catch (error) {
    if (error instanceof ChatFailure) throw new ChatFailure(error.message, any)
    // Only the kind of a network error is reported, because its text may contain addresses and keys.
    throw new ChatFailure(error instanceof Error ? error.name : 'a failure', any)
  }
  if (!ended) throw new ChatFailure('an end before the end', any)
  if (!any) throw new ChatFailure('no text at all')
}
