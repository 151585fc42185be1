import { createServer, connect, type AddressInfo, type Socket } from 'node:net'

/** Properties of a connection: the latency of a round trip, and the rates of the whole link. */
export interface LinkSpeed {
  latencyMs: number
  downBitsPerSecond: number
  upBitsPerSecond: number
}
/** Slow 4G as in Chromium's developer tools. */
export const slow4G: LinkSpeed = { latencyMs: 150, downBitsPerSecond: 1_600_000, upBitsPerSecond: 750_000 }

/** One request that passed the link. */
export interface Passed {
  path: string
  /** Milliseconds of this process's clock. */
  begun: number
  lastByte: number
  bytes: number
}

export interface SlowLink {
  origin: string
  /** Sets the speed; undefined removes all limits. */
  speed: (speed: LinkSpeed | undefined) => void
  /** Closes every connection and refuses new ones. */
  cut: () => Promise<void>
  mend: () => Promise<void>
  /** Returns every request since the last call. */
  take: () => Passed[]
  /** Returns the time at which the last byte of anything but a picture was received, in ms of this process's clock. */
  lastByte: () => number
  close: () => Promise<void>
}

/** Maximum number of bytes that one connection sends before the next one has its turn. */
const packet = 1460
const tickMs = 4
const requestLine = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\S+) HTTP\/1\.1\r\n/
const isPicture = (path: string) => /\.(avif|webp|png|jpe?g|svg)$/.test(path)

interface Piece {
  ready: number
  bytes: Buffer
  sent: () => void
}
/** One direction of the link: pieces wait for half a round trip, and then for their turn. */
class Lane {
  #waiting = new Map<Socket, Piece[]>()
  #credit = 0
  #last = 0
  #timer: NodeJS.Timeout | undefined
  speed: { delayMs: number; bytesPerMs: number } | undefined

  push(to: Socket, bytes: Buffer, sent: () => void = () => {}): void {
    const queue = this.#waiting.get(to)
    if (!this.speed && !queue) {
      to.write(bytes)
      sent()
      return
    }
    const piece = { ready: performance.now() + (this.speed?.delayMs ?? 0), bytes, sent }
    if (queue) queue.push(piece)
    else this.#waiting.set(to, [piece])
    if (this.#timer) return
    this.#last = performance.now()
    this.#timer = setInterval(() => this.#send(), tickMs)
  }

  /** Ends the connection after all queued bytes. */
  end(to: Socket): void {
    const queue = this.#waiting.get(to)
    const ready = performance.now() + (this.speed?.delayMs ?? 0)
    if (queue) queue.push({ ready, bytes: Buffer.alloc(0), sent: () => {} })
    else to.end()
  }

  #send(): void {
    const now = performance.now()
    const rate = this.speed?.bytesPerMs ?? Number.POSITIVE_INFINITY
    this.#credit = Math.min(this.#credit + (now - this.#last) * rate, Math.max(packet, 50 * rate))
    this.#last = now
    let sent = true
    while (sent && this.#credit > 0) {
      sent = false
      for (const [socket, queue] of this.#waiting) {
        const [piece] = queue
        if (!piece || (piece.ready > now && this.speed)) continue
        const part = piece.bytes.subarray(0, packet)
        piece.bytes = piece.bytes.subarray(packet)
        if (part.length === 0) socket.end()
        else if (!socket.destroyed) socket.write(part)
        this.#credit -= part.length
        piece.sent()
        if (piece.bytes.length === 0) queue.shift()
        if (queue.length === 0) this.#waiting.delete(socket)
        sent = true
        if (this.#credit <= 0) break
      }
    }
    // Unused bandwidth does not accumulate.
    if (![...this.#waiting.values()].some(([piece]) => piece && piece.ready <= now))
      this.#credit = Math.min(this.#credit, packet)
    if (this.#waiting.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#credit = 0
  }
}

/**
 * Opens a slow connection to `target`. The emulation of the developer tools does not slow the requests of a service worker;
 * this link slows all requests of a phone. As in that emulation, opening a connection costs no time.
 */
export async function openSlowLink(target: string): Promise<SlowLink> {
  const { port: targetPort } = new URL(target)
  const up = new Lane()
  const down = new Lane()
  const sockets = new Set<Socket>()
  let passed: Passed[] = []
  let lastByte = 0

  const server = createServer((phone) => {
    const out = connect(Number(targetPort), '127.0.0.1')
    let request: Passed | undefined
    for (const socket of [phone, out]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('close', () => sockets.delete(socket))
    }
    phone.on('data', (bytes) => {
      const path = requestLine.exec(bytes.toString('latin1', 0, 2000))?.[1]
      if (path !== undefined) {
        request = { path, begun: performance.now(), lastByte: 0, bytes: 0 }
        passed.push(request)
      }
      up.push(out, bytes)
    })
    out.on('data', (bytes) => {
      const answered = request
      if (!answered) return down.push(phone, bytes)
      answered.bytes += bytes.length
      down.push(phone, bytes, () => {
        answered.lastByte = performance.now()
        if (!isPicture(answered.path)) lastByte = answered.lastByte
      })
    })
    phone.on('end', () => up.end(out))
    out.on('end', () => down.end(phone))
    phone.on('error', () => out.destroy())
    out.on('error', () => phone.destroy())
  })
  const listen = (at: number) => new Promise<void>((done) => server.listen(at, '127.0.0.1', done))
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      for (const socket of sockets) socket.destroy()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    speed(speed) {
      const lane = (bits: number) => speed && { delayMs: speed.latencyMs / 2, bytesPerMs: bits / 8 / 1000 }
      up.speed = lane(speed?.upBitsPerSecond ?? 0)
      down.speed = lane(speed?.downBitsPerSecond ?? 0)
    },
    cut: stop,
    mend: () => listen(port),
    take() {
      const all = passed
      passed = []
      return all
    },
    lastByte: () => lastByte,
    close: stop,
  }
}
