import { connect, type Socket } from 'node:net'
import { personOf } from './world.ts'

/** Many phones in one process: plain sockets for the streams, and a few persistent connections for sending. */

const mark = '"message":"'

/** Opens a stream and calls `heard` with the text of each message. */
export function openPhone(port: number, token: string, heard: (words: string) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let begun = false
    let rest = ''
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('A stream was closed.')))
    socket.on('data', (chunk: string) => {
      rest += chunk
      const end = rest.lastIndexOf('\n\n')
      if (end < 0) return
      for (let at = rest.indexOf(mark); at >= 0 && at < end; at = rest.indexOf(mark, at)) {
        at += mark.length
        heard(rest.slice(at, rest.indexOf('"', at)))
      }
      if (!begun && rest.includes('event: chats')) {
        begun = true
        resolve(socket)
      }
      rest = rest.slice(end)
    })
    socket.write(
      `GET /api/v1/chat/events HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`,
    )
  })
}

/** A persistent connection, and the callback for the response of its current request. */
interface Line {
  socket: Socket
  answered: (status: number) => void
}

let refs = 0

/** Senders for several phones; each connection serves one request at a time, as in HTTP/1.1. */
export class Senders {
  readonly #port: number
  #free: Line[] = []
  #all: Line[] = []

  constructor(port: number) {
    this.#port = port
  }

  /** Sends one message as a phone does, with an id and an idempotency key; resolves with the status. */
  send(token: string, to: number, words: string): Promise<number> {
    const line = this.#free.pop() ?? this.#open()
    const ref = `m${(refs += 1)}-${process.pid}`
    const body = JSON.stringify({
      receiver: personOf(to),
      message: words,
      timestamp: Date.now(),
      client_ref: ref,
    })
    return new Promise((resolve) => {
      line.answered = (status) => {
        this.#free.push(line)
        resolve(status)
      }
      line.socket.write(
        `POST /api/v1/chat/send-message HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n` +
          `idempotency-key: "${ref}"\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
    })
  }

  close(): void {
    for (const { socket } of this.#all) socket.destroy()
  }

  #open(): Line {
    const socket = connect(this.#port, '127.0.0.1').setNoDelay().setEncoding('latin1')
    const line: Line = { socket, answered: () => undefined }
    this.#all.push(line)
    let rest = ''
    socket.on('data', (chunk: string) => {
      rest += chunk
      const body = rest.indexOf('\r\n\r\n') + 4
      if (body < 4) return
      const length = Number(/content-length: (\d+)/i.exec(rest)?.[1] ?? 0)
      if (rest.length < body + length) return
      const status = Number(rest.slice(9, 12))
      rest = ''
      line.answered(status)
    })
    return line
  }
}
