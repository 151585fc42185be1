import { connect, type Socket } from 'node:net'
import { type Agent, request } from 'node:http'
import { personOf } from './world.ts'

/** Many phones in one process: bare sockets for their streams, a few kept connections for what they send. */

/** Calls `heard` with the text of each message that a stream brings. */
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
      for (const [, words = ''] of rest.slice(0, end).matchAll(/"message":"([^"]*)"/g)) heard(words)
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

let refs = 0
/** Sends one message; resolves with the status. */
export function sendMessage(
  o: { port: number; agent: Agent; token: string },
  to: number,
  words: string,
): Promise<number> {
  const body = JSON.stringify({
    receiver: personOf(to),
    message: words,
    timestamp: Date.now(),
    client_ref: `m${(refs += 1)}`,
  })
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        port: o.port,
        host: '127.0.0.1',
        agent: o.agent,
        method: 'POST',
        path: '/api/v1/chat/send-message',
        headers: {
          authorization: `Bearer ${o.token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}
