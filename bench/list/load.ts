// A load generator in its own process. It sends the next request after each response, over plain sockets, so that its own
// cost stays low.
import { connect } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ListQueryInput } from '#contract/list-query.ts'
import { sortValues } from '#contract/limits.ts'
import { dice, kinds } from '../engine/cars.ts'

export interface Job {
  port: number
  path: string
  /** Addresses to request with GET, in place of bodies to send to `path`. */
  paths?: string[]
  connections: number
  seconds: number
  /**
   * Bodies in their order, or any of them each time with `again`. Described bodies are made in this process, not in the
   * server's.
   */
  bodies: string[] | readonly Described[]
  again: boolean
  acceptEncoding?: string
  /**
   * Requests per second, due at fixed times and independent of earlier responses: the latency counts from the due time.
   * Without a rate every connection sends its next request at once.
   */
  rate?: number
}
/** Queries generated from a seed; several descriptions take turns. */
export interface Described {
  seed: number
  count: number
  over?: ListQueryInput
}
export interface Done {
  answers: number
  seconds: number
  bytes: number
  failures: number
  p50: number
  p99: number
  /** Longest delay of this process's own event loop, in ms; it is part of the measured latency. */
  stall: number
}

function questions({ seed, count, over = {} }: Described): string[] {
  const d = dice(seed)
  const names = Object.keys(kinds)
  return Array.from({ length: count }, (_, i) => {
    const kind = kinds[names[d.below(names.length)] ?? '']
    // A unique mileage limit makes each query new.
    const fresh = over.facets === undefined ? { max_kms: 150_000 + ((seed * 7919 + i) % 99_991) } : {}
    const sortBy = d.roll() < 0.5 ? 'most_recent' : d.pick(sortValues)
    return JSON.stringify({
      ...fresh,
      page: d.roll() < 0.8 ? 1 : 1 + d.below(20),
      sortBy,
      ...kind?.(d),
      ...over,
    })
  })
}

function bodiesOf(bodies: Job['bodies']): string[] {
  const lists = bodies.map((body) => (typeof body === 'string' ? [body] : questions(body)))
  const longest = Math.max(0, ...lists.map((list) => list.length))
  if (lists.every((list) => list.length === 1)) return lists.flat()
  return Array.from({ length: longest }, (_, i) => i).flatMap((i) =>
    lists.map((list) => list[i % list.length] ?? ''),
  )
}

const headEnd = Buffer.from('\r\n\r\n')
const lengthIs = /\r\ncontent-length: (\d+)/i
const inChunks = /\r\ntransfer-encoding: chunked/i
const lastChunk = Buffer.from('0\r\n\r\n')
const none = Buffer.alloc(0)

/**
 * Stores the texts in one buffer, which the garbage collector handles as one object. The returned function gives the text at
 * an index, modulo the number of texts.
 */
function inOnePiece(texts: readonly string[]) {
  const all = Buffer.from(texts.join(''))
  const ends = new Uint32Array(texts.length)
  for (const [i, text] of texts.entries()) ends[i] = (ends[i - 1] ?? 0) + Buffer.byteLength(text)
  const at = (number: number) => {
    const i = number % ends.length
    return all.subarray(ends[i - 1] ?? 0, ends[i])
  }
  return Object.assign(at, { count: texts.length })
}

async function run(job: Job): Promise<Done> {
  const times: number[] = []
  let failures = 0
  let bytes = 0
  let next = 0
  let over = false
  const accept = job.acceptEncoding === undefined ? '' : `accept-encoding: ${job.acceptEncoding}\r\n`
  const asks = bodiesOf(job.bodies).map(
    (body) =>
      `POST ${job.path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n${accept}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  const reads = (job.paths ?? []).map((path) => `GET ${path} HTTP/1.1\r\nhost: bench\r\n${accept}\r\n`)
  const request = inOnePiece([...reads, ...asks])
  const one = (): Buffer => request(job.again ? Math.floor(Math.random() * request.count) : next++)
  /** Connections that wait for a request; `due` holds the due times of requests that wait for a connection. */
  const idle: ((due: number) => void)[] = []
  const due: number[] = []
  const client = () =>
    new Promise<void>((done, fail) => {
      // All reads of a socket share one buffer, since a new buffer per response would burden the garbage collector.
      const room = Buffer.allocUnsafeSlow(64 * 1024)
      const socket = connect({
        port: job.port,
        host: '127.0.0.1',
        onread: {
          buffer: room,
          callback: (length) => {
            read(room.subarray(0, length))
            return true
          },
        },
      })
      socket.setNoDelay(true)
      let asked = 0
      let head: Buffer | undefined
      let left = -1
      let chunked = false
      let tail: Buffer = none
      const ask = (at: number) => {
        if (over) {
          socket.destroy()
          done()
          return
        }
        asked = at
        socket.write(one())
      }
      const askNext = () => {
        if (over || job.rate === undefined) return ask(performance.now())
        const waiting = due.shift()
        if (waiting === undefined) idle.push(ask)
        else ask(waiting)
      }
      socket.on('connect', askNext)
      socket.on('error', fail)
      const read = (chunk: Buffer) => {
        let rest = chunk
        if (left < 0) {
          const all = head === undefined ? chunk : Buffer.concat([head, chunk])
          const end = all.indexOf(headEnd)
          if (end < 0) {
            head = Buffer.from(all)
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
        tail = none
        times.push(performance.now() - asked)
        askNext()
      }
    })
  // Collects the garbage of the generated queries before the measurement.
  globalThis.gc?.()
  const stalls = monitorEventLoopDelay({ resolution: 1 })
  stalls.enable()
  const begun = performance.now()
  const { rate } = job
  let begunCalls = 0
  const clock =
    rate !== undefined &&
    setInterval(() => {
      for (; begunCalls < ((performance.now() - begun) / 1000) * rate; begunCalls += 1) {
        const at = begun + (begunCalls / rate) * 1000
        const ask = idle.pop()
        if (ask) ask(at)
        else due.push(at)
      }
    }, 1)
  setTimeout(() => {
    over = true
    if (clock) clearInterval(clock)
    for (const ask of idle) ask(0)
  }, job.seconds * 1000)
  await Promise.all(Array.from({ length: job.connections }, client))
  const seconds = (performance.now() - begun) / 1000
  stalls.disable()
  times.sort((a, b) => a - b)
  const at = (p: number) => times[Math.min(times.length - 1, Math.floor(times.length * p))] ?? 0
  return {
    answers: times.length,
    seconds,
    bytes,
    failures,
    p50: at(0.5),
    p99: at(0.99),
    stall: stalls.max / 1e6,
  }
}

const answer = async (job: Job) => process.send?.(await run(job))
process.on('message', (job: Job) => void answer(job))
