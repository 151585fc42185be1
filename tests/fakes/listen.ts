import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type FakeOptions, FakePayfast } from '../../server/integrations/payfast/fake-payfast.ts'

/** Makes the stand-in of an external service listen on the loopback address only; port 0 picks a free port. */
export async function listenLocally(
  server: Server,
  port: number,
): Promise<{ origin: string; close: () => Promise<void> }> {
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const address = server.address()
  const taken = typeof address === 'object' && address ? address.port : port
  return {
    origin: `http://127.0.0.1:${taken}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** Largest accepted form, in bytes. */
const mostBytes = 16 * 1024 + 1
async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= mostBytes) chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('latin1')
}

export interface ListeningPayfast {
  /** Value of PAYFAST_URL. */
  url: string
  fake: FakePayfast
  close: () => Promise<void>
}

/** Starts the payment provider of a demo; it listens on the loopback address only. */
export async function fakePayfast(o: FakeOptions, port = 0): Promise<ListeningPayfast> {
  const fake = new FakePayfast(o)
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://fake')
    void bodyOf(request).then(async (body) => {
      if (pathname.endsWith('/validate') && fake.confirms === 'hangs-up') return reply.destroy()
      const answer = await fake.answer(request.method ?? 'GET', pathname, body)
      return reply.writeHead(answer?.status ?? 404, answer?.headers).end(answer?.body ?? '')
    })
  })
  const { origin, close } = await listenLocally(server, port)
  return { url: origin + (o.base ?? ''), fake, close: () => fake.stop().then(close) }
}
