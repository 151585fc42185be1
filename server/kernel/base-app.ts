// The server before any group is mounted: limits of a request, headers, errors, health.
import { fastify, type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { headers } from '#contract/http.ts'
import { limits } from '#contract/limits.ts'
import type { Mount } from './call.ts'
import type { Deps } from './deps.ts'
import { answerErrors, callsOf, sendError } from './errors.ts'
import { compressAnswers } from './http/compress.ts'
import { takeBodies } from './http/bodies.ts'
import { limitCalls } from './http/limits.ts'
import { answerProbes, mountMetrics } from './http/metrics.ts'
import { makeMount, type MountOptions } from './mount.ts'
import { secure } from './http/security.ts'

/**
 * The log of the whole process, one JSON object a line on stderr: the same pino that Fastify brings, usable before
 * there is a server.
 */
export function makeLog(level: string): FastifyBaseLogger {
  return fastify({ logger: { level, stream: process.stderr } }).log
}

/** `2` = the two nearest hops, else addresses; a trusted proxy names the caller's address. */
function proxiesOf(
  setting: string | undefined,
): boolean | string | ((address: string, hop: number) => boolean) {
  if (setting === undefined) return false
  return /^\d+$/.test(setting) ? (_, hop) => hop < Number(setting) : setting
}

export async function baseApp(deps: Deps, o: MountOptions): Promise<{ app: FastifyInstance; mount: Mount }> {
  const { config } = deps
  const app = fastify({
    loggerInstance: typeof deps.log === 'object' ? deps.log : makeLog(deps.log ? config.logLevel : 'silent'),
    // A line per request says what /metrics says better; failures are logged where they are answered.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.jsonBody,
    trustProxy: proxiesOf(config.trustProxy),
    routerOptions: { maxParamLength: 500 },
    requestTimeout: 60_000,
    // Longer than the proxies in front of it, or they meet a connection that is just being closed.
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply)
    },
  })
  takeBodies(app)
  app.addHook('onRequest', (_, reply, done) => {
    void reply.header(headers.api, '1')
    done()
  })
  const paths = callsOf(app)
  secure(app, config)
  mountMetrics(app, config)
  compressAnswers(app)
  if (o.limits) await limitCalls(app, deps)
  const mount = makeMount(app, deps, o)
  answerErrors(app, paths)

  answerProbes(app, deps)
  return { app, mount }
}
