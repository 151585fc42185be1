import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** `GET /metrics`: the process and how long each route takes, as Prometheus text. */
export function measure(app: FastifyInstance): void {
  const register = new Registry()
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
