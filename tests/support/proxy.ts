import { createServer, request as forward } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What may happen to one request on its way between a phone and our server. */
export type Fault =
  /** Goes through untouched. */
  | { kind: 'pass' }
  /** The radio drops before the request reaches the server. */
  | { kind: 'request-lost' }
  /** The server does the work, its answer never arrives. */
  | { kind: 'answer-lost' }
  /** As `answer-lost`, by a reset on a socket that served before: a browser then sends again by itself. */
  | { kind: 'reset-when-reused' }
  /** Neither forwarded nor answered. */
  | { kind: 'hang' }
  /** The server does the work, the answer waits until `release` is called. */
  | { kind: 'hold' }
  /** The request itself waits on its way until `release` is called, even when nobody waits for it any more. */
  | { kind: 'late' }
  /** Headers at once, the body never ends. */
  | { kind: 'slow-body' }
  /** The server does the work; half of its answer arrives, the rest waits until `release` is called. */
  | { kind: 'stalled-answer' }
  /** The server gets the same request twice, one after the other; the second answer is handed on. */
  | { kind: 'twice' }
  /** The server's answer with another body, as if another build had made it. */
  | { kind: 'rewrite'; edit: (body: string) => string }
  /** The server is asked for another address than the phone asked for. */
  | { kind: 'readdress'; to: (path: string) => string }
  /** An answer made up on the way, without our server's mark. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string }

export const captivePortal: Fault = {
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Welcome to Airport Wi-Fi</title><p>Please sign in.',
}
export const redirectToPortal: Fault = {
  kind: 'answer',
  status: 302,
  headers: { location: 'http://portal.invalid/' },
}
/** An error of our own server: with its mark, its envelope and its code. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): Fault {
  return {
    kind: 'answer',
    status,
    headers: { 'content-type': 'application/json', 'x-api': '1', ...headers },
    body: JSON.stringify({ success: false, code, msg: code }),
  }
}

/** A refusal that names what is wrong with each field. */
export const fieldRefusal = (fields: Record<string, string>): Fault => ({
  kind: 'answer',
  status: 422,
  headers: { 'content-type': 'application/json', 'x-api': '1' },
  body: JSON.stringify({
    success: false,
    code: 'validation_failed',
    msg: 'Please check the marked fields.',
    fields,
  }),
})

/** One request as the proxy saw it. */
export interface ProxiedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** It was handed on to the server. */
  forwarded: boolean
  /** Status the server answered with. */
  status: number | undefined
  /** The socket had carried a request before. */
  reused: boolean
  /** Milliseconds; only differences mean something. */
  at: number
}

export interface Rule {
  method?: string
  path: RegExp
  /** Applies only to requests with this header. */
  header?: { name: string; value: string }
  /** How often it applies; for ever when left out. */
  times?: number
  /** A function is asked anew for each request. */
  fault: Fault | (() => Fault)
}

export interface ProxyOptions {
  /** The address a request seems to come from, where the server trusts its proxy: many phones need many. */
  from?: () => string
}

export interface Proxy {
  origin: string
  /** The newest rule that fits a request decides. */
  rule: (rule: Rule) => { hits: () => number; release: () => void; end: () => void }
  /** Forgets all rules and lets go of everything held or hanging. */
  clear: () => void
  /** Requests that fit, in the order they came. */
  seen: (method: string, path: RegExp) => readonly ProxiedRequest[]
  /** How many of them reached the server. */
  reached: (method: string, path: RegExp) => number
  forget: () => void
  close: () => Promise<void>
}

interface LiveRule extends Rule {
  left: number
  hits: number
  waiting: (() => void)[]
  released: boolean
}

/** A proxy that hands on to `target` and breaks what its rules tell it to break. */
export async function startProxy(target: () => string, o: ProxyOptions = {}): Promise<Proxy> {
  let rules: LiveRule[] = []
  let seen: ProxiedRequest[] = []
  const served = new WeakMap<Socket, number>()

  const server = createServer((req, res) => {
    void handle(req, res).catch(() => req.socket.destroy())
  })
  // A fault must not come from the proxy's own patience.
  server.keepAliveTimeout = 60_000
  server.requestTimeout = 0

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const { socket } = req
    const before = served.get(socket) ?? 0
    served.set(socket, before + 1)
    const entry: ProxiedRequest = {
      method: req.method ?? '',
      path: req.url ?? '',
      headers: req.headers,
      body: body.toString('utf8'),
      forwarded: false,
      status: undefined,
      reused: before > 0,
      at: performance.now(),
    }
    seen.push(entry)

    const rule = pick(entry)
    const wanted = rule?.fault ?? { kind: 'pass' }
    const fault = typeof wanted === 'function' ? wanted() : wanted
    switch (fault.kind) {
      case 'request-lost':
        socket.destroy()
        return
      case 'hang':
        rule?.waiting.push(() => socket.destroy())
        return
      case 'answer':
        res.writeHead(fault.status, fault.headers)
        res.end(fault.body)
        return
      case 'slow-body':
        res.writeHead(200, { 'content-type': 'application/json', 'x-api': '1' })
        res.write('{"success":')
        rule?.waiting.push(() => socket.destroy())
        return
      case 'pass':
      case 'hold':
      case 'late':
      case 'answer-lost':
      case 'reset-when-reused':
      case 'stalled-answer':
      case 'twice':
      case 'rewrite':
      case 'readdress':
        break
    }

    if (fault.kind === 'pass' && req.headers.accept === 'text/event-stream') {
      flow(req, res, entry)
      return
    }
    if (fault.kind === 'late' && rule?.released === false)
      await new Promise<void>((resolve) => rule.waiting.push(resolve))
    // What is to be edited must come unpacked.
    if (fault.kind === 'rewrite') delete req.headers['accept-encoding']
    const path = fault.kind === 'readdress' ? fault.to(entry.path) : entry.path
    if (fault.kind === 'twice') await pass(req, body, entry, path)
    const answer = await pass(req, body, entry, path)
    if (answer === undefined || fault.kind === 'answer-lost') {
      socket.destroy()
      return
    }
    if (fault.kind === 'reset-when-reused') {
      // A fresh socket gives the browser no reason to try again by itself.
      if (entry.reused) socket.resetAndDestroy()
      else socket.destroy()
      return
    }
    if (fault.kind === 'hold' && rule?.released === false)
      await new Promise<void>((resolve) => rule.waiting.push(resolve))
    if (socket.destroyed) return
    if (fault.kind === 'rewrite') {
      const { 'content-length': _length, etag: _etag, ...headers } = answer.headers
      res.writeHead(answer.status, headers)
      res.end(fault.edit(answer.body.toString('utf8')))
      return
    }
    res.writeHead(answer.status, answer.headers)
    if (fault.kind === 'stalled-answer' && rule?.released === false) {
      const half = Math.floor(answer.body.length / 2)
      res.write(answer.body.subarray(0, half))
      await new Promise<void>((resolve) => rule.waiting.push(resolve))
      res.end(answer.body.subarray(half))
      return
    }
    res.end(answer.body)
  }

  function pick(entry: ProxiedRequest): LiveRule | undefined {
    const found = rules.findLast(
      (r) =>
        r.left > 0 &&
        (r.header === undefined || entry.headers[r.header.name] === r.header.value) &&
        (r.method === undefined || r.method === entry.method) &&
        r.path.test(entry.path) &&
        (typeof r.fault === 'function' || r.fault.kind !== 'reset-when-reused' || entry.reused),
    )
    if (found) {
      found.left -= 1
      found.hits += 1
    }
    return found
  }

  /** A stream never ends: it is handed on piece by piece, for as long as both sides hold it. */
  function flow(req: IncomingMessage, res: ServerResponse, entry: ProxiedRequest): void {
    const headers = { ...req.headers, ...sender() }
    const out = forward(new URL(entry.path, target()), { headers, agent: false }, (reply) => {
      entry.status = reply.statusCode
      res.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.on('error', () => res.destroy())
      reply.pipe(res)
    })
    out.on('error', () => req.socket.destroy())
    out.on('socket', (upstream) => upstream.once('connect', () => (entry.forwarded = true)))
    res.on('close', () => out.destroy())
    out.end()
  }

  /** The server's whole answer, or nothing when it is not there. */
  function pass(
    req: IncomingMessage,
    body: Buffer,
    entry: ProxiedRequest,
    path: string,
  ): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const out = forward(
        new URL(path, target()),
        { method: entry.method, headers: { ...req.headers, ...sender(), connection: 'close' }, agent: false },
        (reply) => {
          entry.status = reply.statusCode
          const parts: Buffer[] = []
          reply.on('data', (part: Buffer) => parts.push(part))
          reply.on('error', () => resolve(undefined))
          reply.on('end', () => {
            const headers = { ...reply.headers }
            for (const name of ['connection', 'keep-alive', 'transfer-encoding']) delete headers[name]
            resolve({ status: reply.statusCode ?? 502, headers, body: Buffer.concat(parts) })
          })
        },
      )
      out.on('error', () => resolve(undefined))
      out.on('socket', (upstream) => upstream.once('connect', () => (entry.forwarded = true)))
      out.end(body)
    })
  }

  const sender = (): Record<string, string> => (o.from ? { 'x-forwarded-for': o.from() } : {})
  const letGo = (rule: LiveRule) => {
    rule.released = true
    for (const go of rule.waiting.splice(0)) go()
  }
  const fitting = (method: string, path: RegExp) =>
    seen.filter((entry) => entry.method === method && path.test(entry.path))

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    origin: `http://127.0.0.1:${port}`,
    rule(rule) {
      const live: LiveRule = { ...rule, left: rule.times ?? Infinity, hits: 0, waiting: [], released: false }
      rules.push(live)
      return {
        hits: () => live.hits,
        release: () => letGo(live),
        end: () => {
          rules = rules.filter((other) => other !== live)
          letGo(live)
        },
      }
    },
    clear() {
      for (const rule of rules.splice(0)) letGo(rule)
    },
    seen: fitting,
    reached: (method, path) => fitting(method, path).filter((entry) => entry.forwarded).length,
    forget: () => {
      seen = []
    },
    close: () =>
      new Promise((resolve) => {
        for (const rule of rules.splice(0)) letGo(rule)
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}
