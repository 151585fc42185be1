import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Text service on a socket that speaks the wire format of chat completions, correctly or not, as a test needs. */

export interface ChatAsked {
  url: string
  authorization: string | undefined
  body: Record<string, unknown>
}
export type ChatAnswer = (response: ServerResponse) => void | Promise<void>

/** Returns one chunk as text services send it. */
export const piece = (content: string, finish: string | null = null): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'test',
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
  })}\n\n`
const first = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] })}\n\n`
const last = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`
const usage = `data: ${JSON.stringify({ choices: [], usage: { total_tokens: 12 } })}\n\n`
export const done = 'data: [DONE]\n\n'

export const stream = (...parts: string[]): ChatAnswer => {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const part of parts) response.write(part)
    response.end()
  }
}
/** Streams a text as a correct service does. */
export const wellSaid = (...texts: string[]): ChatAnswer =>
  stream(': hello\n\n', first, ...texts.map((text) => piece(text)), last, usage, done)

export interface ChatServiceHouse {
  url: string
  asked: ChatAsked[]
  answer: (how: ChatAnswer) => void
  close: () => Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString('utf8')
  return JSON.parse(text) as Record<string, unknown>
}

export async function chatService(): Promise<ChatServiceHouse> {
  let how: ChatAnswer = wellSaid('Hello.')
  const asked: ChatAsked[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then(async (body) => {
      asked.push({ url: request.url ?? '', authorization: request.headers.authorization, body })
      await how(response)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    answer: (next) => {
      how = next
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}
