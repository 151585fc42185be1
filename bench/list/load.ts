// A program of its own that asks as fast as it is answered, over plain sockets, so that asking costs less than answering.
import { connect } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ListQueryInput } from '#contract/list-query.ts'
import { sortValues } from '#contract/limits.ts'
import { dice, kinds } from '../engine/cars.ts'

export interface Job {
  port: number
  path: string
  /** Addresses to be read instead of bodies to be sent to `path`. */
  paths?: string[]
  connections: number
  seconds: number
  /** Asked in turn; `again` picks any of them each time. Made here where they are described, and not beside the server. */
  bodies: string[] | readonly Described[]
  again: boolean
  acceptEncoding?: string
  /**
   * Calls a second, begun when they are due and not when the one before is answered: what waits because the server is
   * slow has waited since then. Without it every connection asks again at once.
   */
  rate?: number
}
/** Questions that a seed makes; of several descriptions they take turns. */
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
  /** The longest time that this program itself did not get its turn, in ms: part of what it measures. */
  stall: number
}

function questions({ seed, count, over = {} }: Described): string[] {
  const d = dice(seed)
  const names = Object.keys(kinds)
  return Array.from({ length: count }, (_, i) => {
    const kind = kinds[names[d.below(names.length)] ?? '']
    // A price that nobody asks about twice makes a question new.
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

/** Texts as one buffer, which the collector passes over in one step; each by its number, from the first on again. */
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
  /** Connections that wait for a call, and calls that wait for a connection: when they were due. */
  const idle: ((due: number) => void)[] = []
  const due: number[] = []
  const client = () =>
    new Promise<void>((done, fail) => {
      // One piece of memory for all that comes over it: fresh memory for each answer is work for the collector.
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
  // What making the questions left would else be collected while they are asked.
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
