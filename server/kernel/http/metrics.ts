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
  /** Aggregation of the values of several workers; their sum when left out. */
  aggregator?: 'max' | 'min'
}
export type Gauges = Readonly<Record<string, GaugeRow>>

/** Adds gauges to a registry; each is read at a scrape. */
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

/** Adds gauges to `/metrics`. */
export const gauges = (app: FastifyInstance, all: Gauges): void => addGauges(registerOf(app), all)

/** Adds a counter to `/metrics`; the caller must keep the values of the labels few. */
export function counter<L extends string>(
  app: FastifyInstance,
  name: string,
  help: string,
  labelNames: L[],
): (labels: Record<L, string>) => void {
  const made = new Counter({ name, help, labelNames, registers: [registerOf(app)] })
  return (labels) => made.inc(labels)
}

/**
 * Returns a function that records the milliseconds of a response that bypasses the framework, together with all others of its
 * route.
 */
export function timesOf(app: FastifyInstance, method: string, route: string): (ms: number) => void {
  const answered = durationOf(app).labels({ method, route, status: 200 })
  return (ms) => answered.observe(ms / 1000)
}

/** Headers that proxies add to the requests that they forward. */
const byProxies = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** Returns whether a request was made on this machine and not forwarded by a proxy on it. */
const isFromHere = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopbackIp(socket.remoteAddress ?? '') && !byProxies.some((name) => headers[name] !== undefined)

/**
 * Throws `forbidden` unless the caller may read the operator's metrics: with METRICS_TOKEN its holder, without it this
 * machine only.
 */
function checkReader(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined && isFromHere(request)) return
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined || given === undefined || !isSameSecret(given, token))
    throw new AppError('forbidden')
}

/**
 * Mounts `GET /metrics`: the metrics of the process, or of all workers together, and the duration of each route, as
 * Prometheus text.
 */
export function mountMetrics(app: FastifyInstance, { metricsToken }: Pick<Config, 'metricsToken'>): void {
  const register = registerOf(app)
  const duration = durationOf(app)
  collectDefaultMetrics({ register })
  app.addHook('onResponse', (request, reply, done) => {
    // The label is the pattern of the route: a label per URL would grow without limit.
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

/** Adds a check to `/readyz`; the check throws while the server must not get requests. */
export const needs = (app: FastifyInstance, check: () => Promise<unknown>): void =>
  void checksOf(app).push(check)

/** Mounts `GET /healthz`: the process is alive; and `GET /readyz`: the database answers and all other checks succeed. */
export function answerProbes(app: FastifyInstance, deps: Pick<Deps, 'db'>): void {
  const fresh = ['cache-control', 'no-store'] as const
  needs(app, () => deps.db.exec`select 1`)
  app.get('/healthz', async (_, reply) => reply.header(...fresh).send({ ok: true }))
  app.get('/readyz', async (_, reply) => {
    for (const check of checksOf(app)) await check()
    return reply.header(...fresh).send({ ok: true })
  })
}
