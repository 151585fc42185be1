// A program of its own that asks as fast as it is answered, over plain sockets, so that asking costs less than answering.
import { connect, type Socket } from 'node:net'

export interface Job {
  port: number
  path: string
  /** Addresses to be read instead of bodies to be sent to `path`. */
  paths?: string[]
  connections: number
  seconds: number
  /** Asked in turn; `again` picks any of them each time. */
  bodies: string[]
  again: boolean
  acceptEncoding?: string
}
export interface Done {
  answers: number
  seconds: number
  bytes: number
  failures: number
  p50: number
  p99: number
}

const headEnd = Buffer.from('\r\n\r\n')
const lengthIs = /\r\ncontent-length: (\d+)/i
const inChunks = /\r\ntransfer-encoding: chunked/i
const lastChunk = Buffer.from('0\r\n\r\n')

async function run(job: Job): Promise<Done> {
  const times: number[] = []
  let failures = 0
  let bytes = 0
  let next = 0
  let over = false
  const accept = job.acceptEncoding === undefined ? '' : `accept-encoding: ${job.acceptEncoding}\r\n`
  const asks = job.bodies.map(
    (body) =>
      `POST ${job.path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n${accept}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  const reads = (job.paths ?? []).map((path) => `GET ${path} HTTP/1.1\r\nhost: bench\r\n${accept}\r\n`)
  const requests = [...reads, ...asks].map((text) => Buffer.from(text))
  const one = (): Buffer => {
    const at = job.again ? Math.floor(Math.random() * requests.length) : next++ % requests.length
    return requests[at] ?? Buffer.alloc(0)
  }
  const client = () =>
    new Promise<void>((done, fail) => {
      const socket: Socket = connect(job.port, '127.0.0.1')
      socket.setNoDelay(true)
      let asked = 0
      let head: Buffer | undefined
      let left = -1
      let chunked = false
      let tail: Buffer = Buffer.alloc(0)
      const ask = () => {
        if (over) {
          socket.destroy()
          done()
          return
        }
        asked = performance.now()
        socket.write(one())
      }
      socket.on('connect', ask)
      socket.on('error', fail)
      socket.on('data', (chunk: Buffer) => {
        let rest = chunk
        if (left < 0) {
          const all = head === undefined ? chunk : Buffer.concat([head, chunk])
          const end = all.indexOf(headEnd)
          if (end < 0) {
            head = all
            return
          }
          const text = all.toString('latin1', 0, end)
          if (!text.startsWith('HTTP/1.1 200')) failures += 1
          chunked = inChunks.test(text)
          left = chunked ? 0 : Number(lengthIs.exec(text)?.[1] ?? 0)
          bytes += left
          rest = all.subarray(end + headEnd.length)
          head = undefined
        }
        if (chunked) {
          bytes += rest.length
          tail = Buffer.concat([tail, rest]).subarray(-lastChunk.length)
        } else left -= rest.length
        if (chunked ? !tail.equals(lastChunk) : left > 0) return
        left = -1
        tail = Buffer.alloc(0)
        times.push(performance.now() - asked)
        ask()
      })
    })
  const begun = performance.now()
  setTimeout(() => (over = true), job.seconds * 1000)
  await Promise.all(Array.from({ length: job.connections }, client))
  const seconds = (performance.now() - begun) / 1000
  times.sort((a, b) => a - b)
  const at = (p: number) => times[Math.min(times.length - 1, Math.floor(times.length * p))] ?? 0
  return { answers: times.length, seconds, bytes, failures, p50: at(0.5), p99: at(0.99) }
}

const answer = async (job: Job) => process.send?.(await run(job))
process.on('message', (job: Job) => void answer(job))
