import { createServer, request as forward } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** Fault of one request between a phone and our server. */
export type Fault =
  /** Passes the request unchanged. */
  | { kind: 'pass' }
  /** Loses the connection before the request reaches the server. */
  | { kind: 'request-lost' }
  /** The server handles the request; its response is lost. */
  | { kind: 'answer-lost' }
  /** Like `answer-lost`, by a reset of a reused socket: a browser then retries by itself. */
  | { kind: 'reset-when-reused' }
  /** Neither forwards nor answers the request. */
  | { kind: 'hang' }
  /** The server handles the request; the response waits until `release` is called. */
  | { kind: 'hold' }
  /** The request waits until `release` is called, even after the phone has given up. */
  | { kind: 'late' }
  /** Sends the headers at once; the body never ends. */
  | { kind: 'slow-body' }
  /** The server handles the request; half of the response arrives, the rest waits until `release` is called. */
  | { kind: 'stalled-answer' }
  /** Sends the request to the server twice, one after the other; returns the second response. */
  | { kind: 'twice' }
  /** Returns the server's response with another body, as of another build. */
  | { kind: 'rewrite'; edit: (body: string) => string }
  /** Sends the request to another path of the server. */
  | { kind: 'readdress'; to: (path: string) => string }
  /** Returns a response of the proxy, with our server's mark only if `headers` contain it. */
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
/** Returns an error of our own server, with its mark, envelope and code. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): Fault {
  return {
    kind: 'answer',
    status,
    headers: { 'content-type': 'application/json', 'x-api': '1', ...headers },
    body: JSON.stringify({ success: false, code, msg: code }),
  }
}

/** Returns a refusal with an error per field. */
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

/** Request as the proxy saw it. */
export interface ProxiedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** Whether the request was forwarded to the server. */
  forwarded: boolean
  /** Status of the server's response. */
  status: number | undefined
  /** Whether the socket had carried an earlier request. */
  reused: boolean
  /** Milliseconds of a monotonic clock; only differences are meaningful. */
  at: number
}

export interface Rule {
  method?: string
  path: RegExp
  /** Header that a request must have. */
  header?: { name: string; value: string }
  /** Maximum applications of the rule; unlimited when omitted. */
  times?: number
  /** Fault, or a function that returns the fault of each request. */
  fault: Fault | (() => Fault)
}

export interface ProxyOptions {
  /** Returns the client address that a trusting server sees; tests with many phones need many addresses. */
  from?: () => string
}

export interface Proxy {
  origin: string
  /** Adds a rule; the newest matching rule applies to a request. */
  rule: (rule: Rule) => { hits: () => number; release: () => void; end: () => void }
  /** Removes all rules and releases everything that is held or hanging. */
  clear: () => void
  /** Returns the matching requests in the order of arrival. */
  seen: (method: string, path: RegExp) => readonly ProxiedRequest[]
  /** Returns the number of matching requests that reached the server. */
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

/** Starts a proxy that forwards to `target` and applies the faults of its rules. */
export async function startProxy(target: () => string, o: ProxyOptions = {}): Promise<Proxy> {
  let rules: LiveRule[] = []
  let seen: ProxiedRequest[] = []
  const served = new WeakMap<Socket, number>()

  const server = createServer((req, res) => {
    void handle(req, res).catch(() => req.socket.destroy())
  })
  // Timeouts of the proxy must not cause faults.
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
    // The body must arrive uncompressed to be edited.
    if (fault.kind === 'rewrite') delete req.headers['accept-encoding']
    const path = fault.kind === 'readdress' ? fault.to(entry.path) : entry.path
    if (fault.kind === 'twice') await pass(req, body, entry, path)
    const answer = await pass(req, body, entry, path)
    if (answer === undefined || fault.kind === 'answer-lost') {
      socket.destroy()
      return
    }
    if (fault.kind === 'reset-when-reused') {
      // Browsers do not retry after a reset of a fresh socket.
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

  /** Forwards a stream chunk by chunk while both sides keep it open. */
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

  /** Returns the complete response of the server; `undefined` when there is none. */
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
