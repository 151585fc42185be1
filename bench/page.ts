import { fork, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { listingDefaults, queryOf, readListingUrl, writeListingUrl } from '#catalogue'
import type { CarCard, CarPage } from '#contract/cars.ts'
import { pageSizes, sortValues } from '#contract/limits.ts'
import { distDir, startServer } from '../tests/support/server.ts'
import { dice } from './engine/cars.ts'
import { median, table } from './first-view/report.ts'
import type { Done, Job } from './list/load.ts'

/**
 * Measures the document of /listings on the built server against the call that returns the same list as JSON, in the same
 * run: for repeated and for new addresses, compressed. `-- page --cars 5000 --seconds 4 --rounds 3`. Prints ratios; times are
 * never judged.
 */
const { values: given } = parseArgs({
  options: {
    cars: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
  },
})
const seconds = Number(given.seconds)
const rounds = Number(given.rounds)
const listPath = '/api/v1/cars/get-car-list'
/** Minimum ratio of documents per second to calls per second, for repeated addresses. */
const goal = 0.5
const few = 200
const many = 20_000

const data = mkdtempSync(join(tmpdir(), 'motorkin-bench-page-'))
spawnSync(process.execPath, [join(resolve(distDir), 'server/seed.js'), '--cars', given.cars], {
  env: { ...process.env, DATA_DIR: data, DEMO: '1' },
  stdio: 'inherit',
})
const server = await startServer({ env: { DATA_DIR: data, LOG_LEVEL: 'silent' } })
const port = Number(new URL(server.origin).port)
const loader: ChildProcess = fork(join(import.meta.dirname, 'list/load.ts'), {
  execArgv: ['--import', 'tsx'],
})

async function list(body: object): Promise<CarCard[]> {
  const reply = await fetch(server.origin + listPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return ((await reply.json()) as CarPage).data
}

interface Question {
  path: string
  body: string
}
/** Returns a list as its address and as the body of the call, which the app derives from the address. */
function asked(query: string): Question {
  const state = readListingUrl(new URLSearchParams(query))
  return {
    path: `/listings${query === '' ? '' : `?${query}`}`,
    body: JSON.stringify(queryOf(state, false)),
  }
}

/** Returns queries that are the same in every run; with `fresh` each has a unique maximum price. */
function questions(seed: number, count: number, makes: readonly string[], fresh: boolean): Question[] {
  const d = dice(seed)
  return Array.from({ length: count }, (_, i) => {
    const state = {
      ...listingDefaults,
      make: d.roll() < 0.5 ? [d.pick(makes)] : [],
      sortBy: d.pick(sortValues),
      page: d.roll() < 0.8 ? 1 : 1 + d.below(5),
      max_price: fresh ? 4_900_000 - seed * many - i : listingDefaults.max_price,
    }
    return asked(writeListingUrl(state))
  })
}

/** Returns the server's own metrics: memory in MB, and used CPU time in s. */
async function state(): Promise<{ memory: number; processor: number }> {
  const text = await (await fetch(`${server.origin}/metrics`)).text()
  const value = (name: string) =>
    Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  return {
    memory: value('process_resident_memory_bytes') / 2 ** 20,
    processor: value('process_cpu_seconds_total'),
  }
}

interface Heard extends Done {
  rate: number
  /** CPU milliseconds of the server per response. */
  cost: number
  size: number
}
type Kind = 'document' | 'call'
async function load(kind: Kind, all: readonly Question[], again: boolean, time = seconds): Promise<Heard> {
  const what =
    kind === 'call'
      ? { bodies: all.map(({ body }) => body) }
      : { bodies: [], paths: all.map(({ path }) => path) }
  const job: Job = {
    port,
    path: listPath,
    connections: 64,
    seconds: time,
    again,
    acceptEncoding: 'br',
    ...what,
  }
  const before = await state()
  const done = await new Promise<Done>((heard) => {
    loader.once('message', heard)
    loader.send(job)
  })
  const after = await state()
  if (done.failures > 0) throw new Error(`${done.failures} answers were no success`)
  return {
    ...done,
    rate: done.answers / done.seconds,
    cost: ((after.processor - before.processor) * 1000) / done.answers,
    size: done.bytes / done.answers,
  }
}

/** Counts the documents that contain every car of the call's response for the same list. */
async function wholeDocuments(all: readonly Question[]): Promise<{ whole: number; cards: number }> {
  let whole = 0
  let cards = 0
  for (const { path, body } of all) {
    const wanted = await list(JSON.parse(body) as object)
    const html = await (await fetch(server.origin + path)).text()
    const body1 = html.slice(html.indexOf('<body'))
    const links = new Set(
      [...body1.matchAll(/<a\b[^>]*\bhref="(\/listing\/[^"]+)"/g)].map(([, href]) => href),
    )
    const there = wanted.filter(({ slug }) => links.has(`/listing/${encodeURIComponent(slug)}`)).length
    cards = Math.max(cards, there)
    if (there === wanted.length) whole += 1
  }
  return { whole, cards }
}

async function compare(name: string, make: (round: number) => Question[], again: boolean): Promise<number> {
  const heard: Record<Kind, Heard[]> = { call: [], document: [] }
  // The server must have rendered all repeated documents before the measurement.
  if (again) for (const { path } of make(rounds)) await (await fetch(server.origin + path)).text()
  for (const kind of ['call', 'document'] as const) await load(kind, make(rounds), again, seconds / 2)
  for (let round = 0; round < rounds; round++)
    for (const kind of ['call', 'document'] as const) heard[kind].push(await load(kind, make(round), again))
  const of = (kind: Kind, what: (one: Heard) => number) => median(heard[kind].map(what))
  const row = (kind: Kind, words: string) => [
    words,
    of(kind, (one) => one.rate).toFixed(0),
    of(kind, (one) => one.p50).toFixed(1),
    of(kind, (one) => one.p99).toFixed(1),
    of(kind, (one) => one.cost).toFixed(3),
    (of(kind, (one) => one.size) / 1024).toFixed(1),
  ]
  table(
    name,
    ['', 'answers a second', 'p50, ms', 'p99, ms', 'processor, ms', 'KB'],
    [row('call', 'the list as JSON'), row('document', 'the document')],
  )
  const ratios = heard.document.map(({ rate }, i) => rate / (heard.call[i]?.rate ?? Number.NaN))
  const costs = heard.document.map(({ cost }, i) => (heard.call[i]?.cost ?? Number.NaN) / cost)
  console.log(
    `document : call = ${median(ratios).toFixed(2)} answers a second (${ratios.map((r) => r.toFixed(2)).join(' ')}), ${median(costs).toFixed(2)} by processor time`,
  )
  return median(ratios)
}

const memory: [string, number][] = []
const look = async (when: string) => void memory.push([when, (await state()).memory])
try {
  console.log(
    `load of this machine ${loadavg()
      .map((l) => l.toFixed(1))
      .join(' ')}; 64 connections, brotli`,
  )
  const sample = await list({ limit: 100 })
  const counts = new Map<string, number>()
  for (const { make } of sample) counts.set(make, (counts.get(make) ?? 0) + 1)
  const makes = [...counts].sort((a, b) => b[1] - a[1]).map(([make]) => make)
  const known = [asked(''), ...questions(1, few - 1, makes.slice(0, 10), false)]
  const fresh = (round: number) => questions(2 + round, many, makes.slice(0, 10), true)
  const checked = [...known.slice(0, 10), ...fresh(rounds + 1).slice(0, 10)]
  const { whole, cards } = await wholeDocuments(checked)
  if (whole < checked.length)
    console.log(
      `\n!!! THE DOCUMENT DOES NOT HOLD ITS CARS: ${checked.length - whole} of ${checked.length} lack some; at most ${cards} of ${pageSizes.search} cards stand in one. What follows compares an empty page.`,
    )
  else console.log(`Each of ${checked.length} documents holds its ${cards} cars.`)
  await look('before')
  const ratio = await compare('asked for before', () => known, true)
  const verdict =
    whole < checked.length ? 'says nothing of empty pages' : ratio >= goal ? 'reached' : 'NOT reached'
  console.log(`goal ${goal}: ${verdict}`)
  await look('after what was asked for before')
  await compare('new each time', fresh, false)
  await look('after what was new')
  table(
    'memory of the server',
    ['', 'MB'],
    memory.map(([when, mb]) => [when, mb.toFixed(0)]),
  )
} finally {
  loader.disconnect()
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}
