import cluster from 'node:cluster'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { AppError } from '#contract/errors.ts'
import type { Config } from '../config.ts'
import { type Deps, onePer } from '../deps.ts'
import { isSameSecret } from '../secrets.ts'
import { isLoopbackIp } from './network.ts'
import { shareNumbers } from '../workers.ts'

const registerOf = onePer<FastifyInstance, Registry>(() => new Registry())
const durationOf = onePer(
  (app: FastifyInstance) =>
    new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of the answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers: [registerOf(app)],
    }),
)

interface GaugeRow {
  help: string
  read: () => number
  /** What is reported of several workers; their sum when left out. */
  aggregator?: 'max' | 'min'
}
export type Gauges = Readonly<Record<string, GaugeRow>>

/** Adds numbers to a register, each read when they are scraped. */
export function addGauges(register: Registry, all: Gauges): void {
  for (const [name, { help, read, aggregator = 'sum' }] of Object.entries(all)) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      aggregator,
      registers: [register],
      collect: () => gauge.set(read()),
    })
  }
}

/** Adds numbers to `/metrics`. */
export const gauges = (app: FastifyInstance, all: Gauges): void => addGauges(registerOf(app), all)

/** Adds a number that only grows to `/metrics`; the caller keeps the values of the labels few. */
export function counter<L extends string>(
  app: FastifyInstance,
  name: string,
  help: string,
  labelNames: L[],
): (labels: Record<L, string>) => void {
  const made = new Counter({ name, help, labelNames, registers: [registerOf(app)] })
  return (labels) => made.inc(labels)
}

/** Counts answers that the framework does not see, among all others of their route; called with the milliseconds they took. */
export function timesOf(app: FastifyInstance, method: string, route: string): (ms: number) => void {
  const answered = durationOf(app).labels({ method, route, status: 200 })
  return (ms) => answered.observe(ms / 1000)
}

/** What proxies add to the calls they hand on. */
const byProxies = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** A call made on this machine, and not one that a proxy on it hands on. */
const isFromHere = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopbackIp(socket.remoteAddress ?? '') && !byProxies.some((name) => headers[name] !== undefined)

/** Who may read numbers of the operator's: with METRICS_TOKEN its holder, else this machine alone. */
function checkReader(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined && isFromHere(request)) return
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined || given === undefined || !isSameSecret(given, token))
    throw new AppError('forbidden')
}

/** `GET /metrics`: the process, of several workers all together, and how long each route takes, as Prometheus text. */
export function mountMetrics(app: FastifyInstance, { metricsToken }: Pick<Config, 'metricsToken'>): void {
  const register = registerOf(app)
  const duration = durationOf(app)
  collectDefaultMetrics({ register })
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the address: a label per address would grow without end.
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  gauges(app, { http_workers: { help: 'Processes that answer at this address.', read: () => 1 } })
  const numbers = cluster.isWorker ? shareNumbers(register) : () => register.metrics()
  app.get('/metrics', async (request, reply) => {
    checkReader(request, metricsToken)
    return reply
      .header('cache-control', 'no-store')
      .type(register.contentType)
      .send(await numbers())
  })
}

const checksOf = onePer<FastifyInstance, (() => Promise<unknown>)[]>(() => [])

/** Adds what `/readyz` waits for: throws as long as the server should get no calls. */
export const needs = (app: FastifyInstance, check: () => Promise<unknown>): void =>
  void checksOf(app).push(check)

/** `GET /healthz`: the process is alive; `GET /readyz`: the database answers, and whatever else is needed. */
export function answerProbes(app: FastifyInstance, deps: Pick<Deps, 'db'>): void {
  const fresh = ['cache-control', 'no-store'] as const
  needs(app, () => deps.db.exec`select 1`)
  app.get('/healthz', async (_, reply) => reply.header(...fresh).send({ ok: true }))
  app.get('/readyz', async (_, reply) => {
    for (const check of checksOf(app)) await check()
    return reply.header(...fresh).send({ ok: true })
  })
}
