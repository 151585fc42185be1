import {
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { headers } from '#contract/http.ts'
import { limits } from '#contract/limits.ts'
import type { Mount } from './call.ts'
import type { Deps } from './deps.ts'
import { answerErrors, methodsIn, sendError } from './errors.ts'
import { compressAnswers } from './http/compress.ts'
import { limitCalls } from './http/limits.ts'
import { answerProbes, mountMetrics } from './http/metrics.ts'
import { makeMount, type MountOptions } from './mount.ts'
import { secure } from './http/security.ts'
import type { Readable } from 'node:stream'
import { AppError } from '#contract/errors.ts'
import { StreamedForm } from './http/form-parts.ts'

// What a call may be sent: JSON, and forms with files where it says so.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes multipart forms. */
    form?: boolean
  }
}

function takeForms(app: FastifyInstance): void {
  const parse = async (request: FastifyRequest, payload: Readable) => {
    if (!request.routeOptions.config.form) throw new AppError('unsupported_media_type')
    return new StreamedForm(payload, request.headers['content-type'] ?? '')
  }
  app.addContentTypeParser('multipart/form-data', parse)
}

/** JSON and no other text; no body at all is fine, as many clients name the type of a body they do not send. */
function takeOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else void parse(request, text, done)
  })
}

// The server before any group is mounted: limits of a request, headers, errors, health.

/**
 * The log of the whole process, one JSON object a line on stderr: the same pino that Fastify brings, usable before
 * there is a server.
 */
export function makeLog(level: string): FastifyBaseLogger {
  return fastify({ logger: { level, stream: process.stderr } }).log
}

/** `2` = the two nearest hops, else addresses; a trusted proxy names the caller's address. */
function proxiesOf(setting = '') {
  if (setting === '') return false
  return /^\d+$/.test(setting) ? (_: string, hop: number) => hop < Number(setting) : setting
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
  takeOnlyJson(app)
  takeForms(app)
  app.addHook('onRequest', (_, reply, done) => {
    void reply.header(headers.api, '1')
    done()
  })
  const methodsOf = methodsIn(app)
  secure(app, config)
  mountMetrics(app, config)
  compressAnswers(app)
  if (o.limits) await limitCalls(app, deps)
  const mount = makeMount(app, deps, o)
  answerErrors(app, methodsOf)
  answerProbes(app, deps)
  return { app, mount }
}
