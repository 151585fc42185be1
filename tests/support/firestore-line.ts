import {
  type ClientHttp2Session,
  connect,
  createServer,
  constants,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'

/** Connection from one phone to Firestore in the SDK's protocol for Node (gRPC); tests can cut it and drop a response. */
export interface FirestoreLine {
  /** Address for the phone as host:port. */
  host: string
  cut: () => void
  /** Lets nothing pass and closes nothing, like a network that drops all packets. */
  freeze: () => void
  mend: () => void
  /** Ends the streams of listeners and refuses new ones; other calls pass. */
  refuseListening: () => void
  /** Delivers the next commit to the store, and drops its response and the connection. */
  loseNextAnswer: () => void
  close: () => Promise<void>
}

const { HTTP2_HEADER_PATH, NGHTTP2_FLAG_END_STREAM, NGHTTP2_CANCEL, NGHTTP2_ENHANCE_YOUR_CALM } = constants
/** Headers that belong to one connection only. */
const local = new Set([':status', ':scheme', ':authority', 'connection', 'host'])
const carried = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !local.has(name)))

export async function openLine(emulator: string): Promise<FirestoreLine> {
  let isCut = false
  let losing = false
  let refusesListening = false
  const streams = new Set<ServerHttp2Stream>()
  /** Refuses a stream with the error code after which the SDK waits longest. */
  const refuse = (stream: ServerHttp2Stream) => stream.close(NGHTTP2_ENHANCE_YOUR_CALM)
  const frozen = new WeakSet<ServerHttp2Session>()
  const sessions = new Map<ServerHttp2Session, ClientHttp2Session>()
  const server = createServer()
  server.on('session', (down) => {
    if (isCut) return down.destroy()
    const up = connect(`http://${emulator}`)
    sessions.set(down, up)
    const end = () => {
      sessions.delete(down)
      down.destroy()
      up.destroy()
    }
    for (const one of [down, up]) {
      one.on('error', end)
      one.on('close', end)
    }
    down.on('stream', (stream, headers) => {
      stream.on('error', () => stream.close(NGHTTP2_CANCEL))
      if (frozen.has(down)) return
      if (up.destroyed) return stream.close(NGHTTP2_CANCEL)
      if (String(headers[HTTP2_HEADER_PATH]).endsWith('/Listen')) {
        if (refusesListening) return refuse(stream)
        streams.add(stream)
        stream.on('close', () => streams.delete(stream))
      }
      const request = up.request({ ...carried(headers), ':method': 'POST', te: 'trailers' })
      request.on('error', () => stream.close(NGHTTP2_CANCEL))
      stream.on('close', () => request.close(NGHTTP2_CANCEL))
      stream.pipe(request)
      const isLost = losing && String(headers[HTTP2_HEADER_PATH]).endsWith('/Commit')
      if (isLost) losing = false
      request.on('response', (answer, flags) => {
        if (isLost) return end()
        const status = { ...carried(answer), ':status': Number(answer[':status']) }
        if (stream.destroyed) return
        if ((flags & NGHTTP2_FLAG_END_STREAM) !== 0) return stream.respond(status, { endStream: true })
        stream.respond(status, { waitForTrailers: true })
        let trailers = {}
        request.on('trailers', (last) => (trailers = carried(last)))
        stream.on('wantTrailers', () => {
          if (request.readableEnded || request.destroyed) stream.sendTrailers(trailers)
          else request.once('end', () => stream.sendTrailers(trailers))
        })
        request.on('data', (chunk: Buffer) => {
          if (!frozen.has(down)) stream.write(chunk)
        })
        request.once('end', () => {
          if (!frozen.has(down)) stream.end()
        })
      })
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const cutAll = () => {
    for (const [down, up] of sessions) for (const one of [down, up]) one.destroy()
  }
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true
      cutAll()
    },
    freeze() {
      for (const down of sessions.keys()) frozen.add(down)
    },
    mend() {
      isCut = false
    },
    refuseListening() {
      refusesListening = true
      for (const stream of streams) refuse(stream)
    },
    loseNextAnswer() {
      losing = true
    },
    async close() {
      cutAll()
      await new Promise<void>((done) => void server.close(() => done()))
    },
  }
}
