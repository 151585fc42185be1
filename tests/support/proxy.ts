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
  /** Headers at once, the body never ends. */
  | { kind: 'slow-body' }
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

/** One request as the proxy saw it. */
export interface Seen {
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
}

export interface Rule {
  method?: string
  path: RegExp
  /** How often it applies; for ever when left out. */
  times?: number
  fault: Fault
}

export interface Proxy {
  origin: string
  /** The newest rule that fits a request decides. */
  rule: (rule: Rule) => { hits: () => number; release: () => void; end: () => void }
  /** Forgets all rules and lets go of everything held or hanging. */
  clear: () => void
  /** Requests that fit, in the order they came. */
  seen: (method: string, path: RegExp) => readonly Seen[]
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
export async function startProxy(target: () => string): Promise<Proxy> {
  let rules: LiveRule[] = []
  let seen: Seen[] = []
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
    const entry: Seen = {
      method: req.method ?? '',
      path: req.url ?? '',
      headers: req.headers,
      body: body.toString('utf8'),
      forwarded: false,
      status: undefined,
      reused: before > 0,
    }
    seen.push(entry)

    const rule = pick(entry)
    const fault: Fault = rule?.fault ?? { kind: 'pass' }
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
      case 'answer-lost':
      case 'reset-when-reused':
        break
    }

    const answer = await pass(req, body, entry)
    if (answer === undefined || fault.kind === 'answer-lost') {
      socket.destroy()
      return
    }
    if (fault.kind === 'reset-when-reused') {
      socket.resetAndDestroy()
      return
    }
    if (fault.kind === 'hold' && rule?.released === false)
      await new Promise<void>((resolve) => rule.waiting.push(resolve))
    if (socket.destroyed) return
    res.writeHead(answer.status, answer.headers)
    res.end(answer.body)
  }

  function pick(entry: Seen): LiveRule | undefined {
    const found = rules.findLast(
      (r) =>
        r.left > 0 &&
        (r.method === undefined || r.method === entry.method) &&
        r.path.test(entry.path) &&
        (r.fault.kind !== 'reset-when-reused' || entry.reused),
    )
    if (found) {
      found.left -= 1
      found.hits += 1
    }
    return found
  }

  /** The server's whole answer, or nothing when it is not there. */
  function pass(req: IncomingMessage, body: Buffer, entry: Seen): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const out = forward(
        new URL(entry.path, target()),
        { method: entry.method, headers: { ...req.headers, connection: 'close' }, agent: false },
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
