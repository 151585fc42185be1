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

// Content types of request bodies: JSON, and multipart forms on routes that allow them.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route accepts multipart forms. */
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

/** Accepts JSON and no other text. An empty body is allowed, because many clients send a content type without a body. */
function takeOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else void parse(request, text, done)
  })
}

// The server before routes are mounted: request limits, headers, errors, health checks.

/**
 * Creates the log of the process: one JSON object per line on stderr. It is the pino instance of Fastify, usable before there
 * is a server.
 */
export function makeLog(level: string): FastifyBaseLogger {
  return fastify({ logger: { level, stream: process.stderr } }).log
}

/**
 * Parses TRUST_PROXY: a number trusts that many nearest hops, any other text lists trusted addresses. A trusted proxy names
 * the caller's address.
 */
function proxiesOf(setting = '') {
  if (setting === '') return false
  return /^\d+$/.test(setting) ? (_: string, hop: number) => hop < Number(setting) : setting
}

export async function baseApp(deps: Deps, o: MountOptions): Promise<{ app: FastifyInstance; mount: Mount }> {
  const { config } = deps
  const app = fastify({
    loggerInstance: typeof deps.log === 'object' ? deps.log : makeLog(deps.log ? config.logLevel : 'silent'),
    // `/metrics` already reports each request, and `sendError` logs failures.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.jsonBody,
    trustProxy: proxiesOf(config.trustProxy),
    routerOptions: { maxParamLength: 500 },
    requestTimeout: 60_000,
    // The value must exceed the keep-alive of a proxy in front, else the proxy sends a request on a connection that is being
    // closed.
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
