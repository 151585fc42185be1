import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Connection to the server that breaks after a number of bytes, and a record of what was sent over it. */
export interface LeakyLine {
  origin: string
  /** Makes the connection break after every so many bytes of the phone; `undefined`: it no longer breaks. */
  breakEvery: (bytes: number | undefined) => void
  /** Number of breaks. */
  breaks: () => number
  /** Returns the pieces of pictures that the phone sent, each with the bytes that passed. */
  pieces: () => readonly Piece[]
  close: () => Promise<void>
}
export interface Piece {
  /** Path of the upload. */
  path: string
  from: number
  length: number
  /** Bytes of the piece that reached the server. */
  through: number
}

/** Parses the requests of one connection; bodies have a declared length. */
function reader(found: (piece: Piece) => void) {
  let head = ''
  let left = 0
  let piece: Piece | undefined
  return (bytes: Buffer) => {
    for (let at = 0; at < bytes.length;) {
      if (left > 0) {
        const part = Math.min(left, bytes.length - at)
        left -= part
        at += part
        if (piece) piece.through += part
        continue
      }
      const end = bytes.indexOf('\r\n\r\n', at)
      if (end < 0) {
        head += bytes.toString('latin1', at)
        return
      }
      head += bytes.toString('latin1', at, end)
      at = end + 4
      const of = (name: string) => Number(new RegExp(`^${name}: *(\\d+)`, 'im').exec(head)?.[1] ?? 0)
      left = of('content-length')
      const [, path] = /^PATCH (\S+)/.exec(head) ?? []
      piece = path === undefined ? undefined : { path, from: of('upload-offset'), length: left, through: 0 }
      if (piece) found(piece)
      head = ''
    }
  }
}

export async function openLeakyLine(target: string): Promise<LeakyLine> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const pieces: Piece[] = []
  let every: number | undefined
  let since = 0
  let breaks = 0
  const server = createServer((phone) => {
    const there = connect(Number(port), hostname)
    const read = reader((piece) => pieces.push(piece))
    const end = () => {
      phone.destroy()
      there.destroy()
    }
    for (const socket of [phone, there]) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    there.pipe(phone)
    phone.on('data', (bytes: Buffer) => {
      const room = every === undefined ? bytes.length : Math.max(0, every - since)
      const through = bytes.subarray(0, room)
      since += through.length
      read(through)
      there.write(through)
      if (through.length === bytes.length) return
      since = 0
      breaks += 1
      // The written bytes are sent before the connection breaks.
      there.end()
      setTimeout(end, 50)
      phone.pause()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakEvery(bytes) {
      every = bytes
      since = 0
    },
    breaks: () => breaks,
    pieces: () => pieces,
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => done())
      }),
  }
}
