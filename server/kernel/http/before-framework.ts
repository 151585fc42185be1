// Answers that are there as bytes, given before the framework routes, hooks and parses: for a call that is asked more often
// than all others together. Whatever is unusual about a call goes the framework's way, which gives the same answer.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** A successful answer as it goes over the wire. */
export interface ReadyAnswer {
  /** Names and values in turn, without the length. */
  headers: readonly string[]
  bytes: Buffer
  /** Called when the bytes are with the system. */
  over?: (() => void) | undefined
}

export interface ReadyCall {
  /** The whole address; with a query it is another one. */
  url: string
  /** Characters of a body that is looked at. */
  longest: number
  /** Undefined: the framework is asked. Must not throw. */
  answer: (body: string, request: IncomingMessage) => ReadyAnswer | Promise<ReadyAnswer> | undefined
  /** Called with each answer that was sent, and the milliseconds since its call came. */
  sent: (ms: number) => void
}

/** Answers a POST of JSON at once where it can; to be called once, before the server listens. */
export function answerBeforeFramework(app: FastifyInstance, call: ReadyCall): void {
  const { server } = app
  const framework = server.listeners('request') as ((q: IncomingMessage, r: ServerResponse) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const goOn = () => {
      for (const listener of framework) listener.call(server, request, response)
    }
    if (request.url !== call.url || request.method !== 'POST' || !isPlain(request, call.longest)) goOn()
    else answer(call, request, response, goOn)
  })
}

/** A short body of JSON from somebody who is not signed in, all of whose headers are the usual ones. */
function isPlain({ headers }: IncomingMessage, longest: number): boolean {
  const length = Number(headers['content-length'])
  return (
    length > 0 &&
    length <= longest &&
    headers.authorization === undefined &&
    headers['content-type'] === 'application/json' &&
    headers['content-encoding'] === undefined &&
    headers.expect === undefined
  )
}

function answer(call: ReadyCall, request: IncomingMessage, response: ServerResponse, goOn: () => void): void {
  const begun = performance.now()
  const look = () => {
    const body = request.read() as Buffer | null
    const isWhole = body !== null && body.length === Number(request.headers['content-length'])
    const ready = isWhole ? call.answer(body.toString(), request) : undefined
    if (ready === undefined) {
      // Put back as if nobody had looked; the end of the body was not seen yet.
      if (body !== null) request.unshift(body)
      goOn()
      return
    }
    const send = ({ headers, bytes, over }: ReadyAnswer) => {
      response.writeHead(200, [...headers, 'content-length', String(bytes.length)])
      response.end(bytes, () => {
        call.sent(performance.now() - begun)
        over?.()
      })
    }
    if (ready instanceof Promise) void ready.then(send)
    else send(ready)
  }
  // Most bodies come with the head and are there by then: listening for one costs more than all of this.
  process.nextTick(() => (request.readableLength > 0 ? look() : request.once('readable', look)))
}
