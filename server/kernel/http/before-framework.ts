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

export interface PlainCall {
  body: string
  request: IncomingMessage
}

export interface ReadyCall {
  /** The whole address; with a query it is another one. */
  url: string
  /** Characters of a body that is looked at. */
  longest: number
  /** An answer for each of some calls that came together; undefined: the framework is asked. Must not throw. */
  answer: (calls: readonly PlainCall[]) => (ReadyAnswer | Promise<ReadyAnswer> | undefined)[]
  /** Called with each answer that was sent, and the milliseconds since its call came. */
  sent: (ms: number) => void
}

/** A call that waits for its turn. */
interface Waiting {
  request: IncomingMessage
  response: ServerResponse
  begun: number
  goOn: () => void
  /** Once it is there. */
  body: Buffer
}

/**
 * Calls that came in the same turn of the event loop are read, then answered, then sent: what a processor needs for one of
 * these steps fits into its caches, and all of them do not. So many at a time, so that the first ones do not wait for long.
 */
const mostTogether = 32

const nothing = Buffer.alloc(0)

/** Answers a POST of JSON at once where it can; to be called once, before the server listens. */
export function answerBeforeFramework(app: FastifyInstance, call: ReadyCall): void {
  const { server } = app
  const framework = server.listeners('request') as ((q: IncomingMessage, r: ServerResponse) => void)[]
  server.removeAllListeners('request')
  let waiting: Waiting[] = []
  const answerAll = () => {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += mostTogether)
      answerTogether(call, all.slice(from, from + mostTogether))
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const goOn = () => {
      for (const listener of framework) listener.call(server, request, response)
    }
    if (request.url !== call.url || request.method !== 'POST' || !isPlain(request, call.longest)) goOn()
    // By then most bodies are there, which come with the head.
    else if (waiting.push({ request, response, begun: performance.now(), goOn, body: nothing }) === 1)
      setImmediate(answerAll)
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

function answerTogether(call: ReadyCall, waiting: readonly Waiting[]): void {
  const whole: Waiting[] = []
  for (const one of waiting) {
    const { request, goOn } = one
    if (request.readableLength === 0) {
      request.once('readable', () => (request.readableLength > 0 ? answerTogether(call, [one]) : goOn()))
      continue
    }
    const body = request.read() as Buffer | null
    if (body?.length === Number(request.headers['content-length'])) {
      one.body = body
      whole.push(one)
    } else putBack(request, body, goOn)
  }
  const ready = call.answer(whole.map(({ request, body }) => ({ request, body: body.toString() })))
  for (const [i, { request, response, body, begun, goOn }] of whole.entries()) {
    const send = ({ headers, bytes, over }: ReadyAnswer) => {
      response.writeHead(200, [...headers, 'content-length', String(bytes.length)])
      response.end(bytes)
      const done = () => {
        call.sent(performance.now() - begun)
        over?.()
      }
      // The system mostly takes all of it at once.
      if (response.writableFinished) done()
      else response.once('finish', done)
    }
    const answer = ready[i]
    if (answer === undefined) putBack(request, body, goOn)
    else if (answer instanceof Promise) void answer.then(send)
    else send(answer)
  }
}

/** As if nobody had looked; the end of the body was not seen yet. */
function putBack(request: IncomingMessage, body: Buffer | null, goOn: () => void): void {
  if (body !== null) request.unshift(body)
  goOn()
}
