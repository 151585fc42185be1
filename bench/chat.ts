import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findPrograms, startCluster } from '../tests/support/cluster.ts'
import { openPhone, Senders } from './chat/phones.ts'
import { fill, type ServerUnderLoad, start, tokensOf } from './chat/world.ts'

/**
 * Measures the server's cost of the chat, over loopback, on the embedded database and on PostgreSQL: memory per open stream,
 * and the time of a message from the tap to the other phone. `-- chat 10000` opens that many streams. Prints ratios; times
 * are never judged.
 */
const streams = Number(process.argv[2] ?? 10_000)
const pairs = Number(process.env['CHAT_PAIRS'] ?? Math.min(1000, streams / 2))
const seconds = Number(process.env['CHAT_SECONDS'] ?? 10)
/** Messages before the measurement: the embedded database is compiled while it runs. */
const warmUp = 8000
const rates = (process.env['CHAT_RATES'] ?? '50,100,250,500,1000').split(',').map(Number)

const show = (what: string, figure: string, ratio = ''): void =>
  console.log(what.padEnd(72), figure.padStart(26), ratio.padStart(8))
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Opens streams in batches of 100, like phones that connect one after another. */
async function openAll(port: number, tokens: readonly string[], heard: (n: number, words: string) => void) {
  const open: Socket[] = []
  for (let from = 0; from < tokens.length; from += 100) {
    const some = tokens.slice(from, from + 100)
    open.push(
      ...(await Promise.all(some.map((t, i) => openPhone(port, t, (words) => heard(from + i, words))))),
    )
  }
  return open
}

/** Sends messages: the pairs take turns, and so do the two people of each pair. */
async function load(
  server: ServerUnderLoad,
  tokens: readonly string[],
  delays: number[],
  o: { rate?: number; atOnce?: number; messages?: number },
) {
  const senders = new Senders(server.port)
  const refused = new Map<number, number>()
  let [next, done] = [0, 0]
  const one = async (tapped = performance.now()) => {
    const [pair, turn] = [next % pairs, Math.floor(next / pairs) % 2]
    next += 1
    const [from, to] = [2 * pair + turn, 2 * pair + 1 - turn]
    const status = await senders.send(tokens[from] ?? '', to, `${to}t${tapped}`)
    if (status === 200) done += 1
    else refused.set(status, (refused.get(status) ?? 0) + 1)
  }
  delays.length = 0
  const used = server.cpu()
  const began = performance.now()
  const ends = began + seconds * 1000
  const under: Promise<void>[] = []
  if (o.rate === undefined) {
    const worker = async () => {
      while (o.messages === undefined ? performance.now() < ends : next < o.messages) await one()
    }
    await Promise.all(Array.from({ length: o.atOnce ?? 1 }, worker))
  } else {
    // Each message has its own due time, regardless of earlier answers; a late start counts as delay.
    for (let sent = 0; performance.now() < ends; await pause(5)) {
      const due = ((performance.now() - began) / 1000) * o.rate
      for (; sent < due; sent += 1) under.push(one(began + (sent * 1000) / o.rate))
    }
    await Promise.all(under)
  }
  const took = (performance.now() - began) / 1000
  for (let n = 0; n < 50 && delays.length < done; n += 1) await pause(100)
  const cpu = (server.cpu() - used) / done
  senders.close()
  const sorted = [...delays].sort((a, b) => a - b)
  return { perSecond: done / took, done, refused, sorted, cpu }
}

async function measure(name: string, place: { dataDir: string; databaseUrl?: string }): Promise<void> {
  await fill(place, streams)
  const tokens = await tokensOf(streams)
  const server = await start(place)
  const delays: number[] = []
  const heard = (n: number, words: string) => {
    // Only the receiver's phone records the delay.
    if (words.startsWith(`${n}t`)) delays.push(performance.now() - Number(words.slice(`${n}t`.length)))
  }
  // Compilation and caches of the first calls are not part of the cost of a stream.
  const warm = await openAll(server.port, tokens.slice(0, 200), () => undefined)
  for (const socket of warm) socket.destroy()
  await pause(500)
  const before = await server.memory()
  const began = performance.now()
  const open = await openAll(server.port, tokens, heard)
  const opened = (performance.now() - began) / 1000
  const after = await server.memory()
  show(`${name}: memory of the process without streams`, `${before.toFixed(0)} MB`)
  show(`${name}: with ${streams} open streams`, `${after.toFixed(0)} MB`, `${(after / before).toFixed(2)} x`)
  show(`${name}: of each stream`, `${(((after - before) * 1024) / streams).toFixed(1)} KB`)
  show(`${name}: streams opened`, `${(streams / opened).toFixed(0)} /s`)

  const tell = ({ refused, done, sorted }: Awaited<ReturnType<typeof load>>) => {
    const all = [...refused].map(([status, times]) => `${times} x ${status}`).join(', ')
    if (refused.size > 0) show('  of these refused', all)
    if (sorted.length < done) show('  of these not delivered', `${done - sorted.length}`)
  }
  // The same is true of the cost of a message.
  await load(server, tokens, delays, { atOnce: 128, messages: warmUp })
  const most = await load(server, tokens, delays, { atOnce: 128 })
  show(`${name}: most messages, 128 at once`, `${most.perSecond.toFixed(0)} /s`, '1.00 x')
  show(`${name}: processor of the server a message, to two phones`, `${most.cpu.toFixed(2)} ms`)
  tell(most)
  for (const rate of rates) {
    // A rate above the server's maximum would only measure the length of the queue.
    if (rate > most.perSecond * 1.2) {
      show(`${name}: ${rate} messages a second`, 'more than it takes')
      continue
    }
    const under = await load(server, tokens, delays, { rate })
    const { sorted, perSecond, cpu } = under
    show(
      `${name}: ${rate} a second (${perSecond.toFixed(0)} done, ${cpu.toFixed(2)} ms of processor each)`,
      `p50 ${at(sorted, 0.5).toFixed(1)} p99 ${at(sorted, 0.99).toFixed(1)} ms`,
      `${(rate / most.perSecond).toFixed(2)} x`,
    )
    tell(under)
  }
  for (const socket of open) socket.removeAllListeners('close').destroy()
  await server.stop()
}

const home = mkdtempSync(join(tmpdir(), 'motorkin-bench-'))
const programs = findPrograms()
console.log(`${streams} streams, ${pairs} pairs, load of the machine ${loadavg()[0]?.toFixed(1)}\n`)
try {
  await measure('embedded', { dataDir: join(home, 'embedded') })
  if (programs === undefined) show('PostgreSQL', 'not on this machine')
  else {
    const cluster = await startCluster(programs)
    try {
      await measure(`PostgreSQL ${/\d+/.exec(cluster.version)?.[0]}`, {
        dataDir: join(home, 'postgres'),
        databaseUrl: cluster.url,
      })
    } finally {
      await cluster.remove()
    }
  }
} finally {
  rmSync(home, { recursive: true, force: true })
}
console.log(`\nload of the machine ${loadavg()[0]?.toFixed(1)}`)
