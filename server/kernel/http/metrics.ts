import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod/mini'
import type { Deps } from '../deps.ts'

const registers = new WeakMap<FastifyInstance, Registry>()

/** Adds numbers to `/metrics`, each asked for when somebody looks. */
export function gauges(
  app: FastifyInstance,
  all: Readonly<Record<string, { help: string; read: () => number }>>,
): void {
  const register = registers.get(app)
  if (!register) throw new Error('This server measures nothing.')
  for (const [name, { help, read }] of Object.entries(all)) {
    const gauge: Gauge = new Gauge({ name, help, registers: [register], collect: () => gauge.set(read()) })
  }
}

/** Adds a number that only grows to `/metrics`; whoever counts keeps the values of the labels few. */
export function counter<L extends string>(
  app: FastifyInstance,
  name: string,
  help: string,
  labelNames: L[],
): (labels: Record<L, string>) => void {
  const register = registers.get(app)
  if (!register) throw new Error('This server measures nothing.')
  const made = new Counter({ name, help, labelNames, registers: [register] })
  return (labels) => made.inc(labels)
}

/** `GET /metrics`: the process and how long each route takes, as Prometheus text. */
export function measure(app: FastifyInstance): void {
  const register = new Registry()
  registers.set(app, register)
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address: a label per address would grow without end.
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (_, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics()),
  )
}

const needed = new WeakMap<FastifyInstance, (() => Promise<unknown>)[]>()

/** Adds what `/readyz` waits for: throws as long as the server should get no calls. */
export function needs(app: FastifyInstance, check: () => Promise<unknown>): void {
  needed.get(app)?.push(check)
}

/** `GET /healthz`: the process is alive; `GET /readyz`: the database answers, and whatever else is needed. */
export function answerProbes(app: FastifyInstance, deps: Pick<Deps, 'db'>): void {
  const fresh = ['cache-control', 'no-store'] as const
  const checks: (() => Promise<unknown>)[] = [
    () => deps.db.row(z.object({ one: z.int() }), { name: 'ready', text: 'select 1 as one' }),
  ]
  needed.set(app, checks)
  app.get('/healthz', async (_, reply) => reply.header(...fresh).send({ ok: true }))
  app.get('/readyz', async (_, reply) => {
    for (const check of checks) await check()
    return reply.header(...fresh).send({ ok: true })
  })
}
