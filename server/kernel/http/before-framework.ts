// Sends prepared responses before the framework routes, hooks and parses, for the call that gets more requests than all
// others together. A request that is unusual in any way goes to the framework, which gives the same response.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Successful response as it is sent. */
export interface ReadyAnswer {
  /** Header names and values in turn, without the content length. */
  headers: readonly string[]
  bytes: Buffer
  /** Called when the operating system has taken the bytes. */
  over?: (() => void) | undefined
}

export interface PlainCall {
  body: string
  request: IncomingMessage
}

export interface ReadyCall {
  /** Complete URL of the call; a URL with a query does not match. */
  url: string
  /** Maximum bytes of a body that is handled here. */
  longest: number
  /**
   * Returns a response for each of the calls that arrived together; undefined passes a call to the framework. Must not throw.
   */
  answer: (calls: readonly PlainCall[]) => (ReadyAnswer | Promise<ReadyAnswer> | undefined)[]
  /** Called for each sent response with the milliseconds since its request arrived. */
  sent: (ms: number) => void
}

/** Request that waits for its group. */
interface Waiting {
  request: IncomingMessage
  response: ServerResponse
  begun: number
  goOn: () => void
  /** Body; empty until it is read. */
  body: Buffer
}

/**
 * Maximum requests of one group, so that the first ones do not wait long. The requests of one turn of the event loop are
 * first all read, then all answered, then all sent: the code and data of one step fit into the caches of a processor, those
 * of all steps do not.
 */
const mostTogether = 32

const nothing = Buffer.alloc(0)

/** Answers a POST of JSON at once where possible. Must be called once, before the server listens. */
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
    // Most bodies arrive with the headers, so they are readable when `setImmediate` runs.
    else if (waiting.push({ request, response, begun: performance.now(), goOn, body: nothing }) === 1)
      setImmediate(answerAll)
  })
}

/** Returns whether a request has a short JSON body, no token and only usual headers. */
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
      // The operating system usually takes all bytes at once.
      if (response.writableFinished) done()
      else response.once('finish', done)
    }
    const answer = ready[i]
    if (answer === undefined) putBack(request, body, goOn)
    else if (answer instanceof Promise) void answer.then(send)
    else send(answer)
  }
}

/**
 * Puts the body back and passes the request to the framework. The stream accepts the body, because its end was not read yet.
 */
function putBack(request: IncomingMessage, body: Buffer | null, goOn: () => void): void {
  if (body !== null) request.unshift(body)
  goOn()
}
