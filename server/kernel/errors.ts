// All error responses have the same shape and never contain a stack.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { basePath, headers } from '#contract/http.ts'
import { codeOf } from './db/failures.ts'

const ofFastify = new Map<string, ErrorCode>(
  Object.entries({
    FST_ERR_CTP_INVALID_JSON_BODY: 'bad_json',
    FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_json',
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_json',
    FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
    FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
    FST_ERR_BAD_URL: 'unknown_route',
    FST_ERR_ASYNC_CONSTRAINT: 'unknown_route',
    FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  }),
)

function expected(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  const code = ofFastify.get(codeOf(error))
  return code && new AppError(code)
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A body that broke off is no error of the server, and the client does not receive the response.
  const isCut = request.raw.destroyed && request.raw.complete === false
  const own = expected(error)
  const known = isCut && (own?.status ?? 0) < 500 ? new AppError('bad_json') : own
  const shown = known ?? new AppError('internal')
  if (known === undefined || known.status >= 500) {
    // The log gets the route pattern, because a URL may contain the secret of an e-mail.
    const url = request.routeOptions.url ?? request.url
    request.log.error({ err: error, method: request.method, url }, 'a call failed')
  }
  if (shown.retryAfter !== undefined) void reply.header('retry-after', String(shown.retryAfter))
  const body: ErrorBody = {
    success: false,
    code: shown.code,
    msg: shown.message,
    ...(shown.fields && { fields: shown.fields }),
    ...(shown.current && { current: shown.current }),
  }
  return (
    reply
      .code(shown.status)
      .header(headers.api, '1')
      // A URL that is refused before the hooks run does not get these headers from them.
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body))
  )
}

/**
 * Returns a function that lists the methods of a path. It knows the routes below the base path that are mounted after this
 * call.
 */
export function methodsIn(app: FastifyInstance): (path: string) => string[] {
  const known: { pattern: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith(basePath)) return
    known.push({ pattern: new RegExp(`^${url.replace(/:[a-z_]+/gi, '[^/]+')}$`), methods: [method].flat() })
  })
  return (path) => {
    const all = new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))
    // `GET` implies `HEAD`.
    if (all.has('GET')) all.delete('HEAD')
    return [...all]
  }
}

/** @param methodsOf returns the methods of a path for the `Allow` header of a 405 response */
export function answerErrors(app: FastifyInstance, methodsOf: (path: string) => string[]): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = methodsOf(path)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    // A route with the right method exists, but a value in the URL is longer than the router allows.
    if (methods.includes(method)) return sendError(new AppError('not_found'), request, reply)
    if (methods.length > 0) {
      return sendError(new AppError('method_not_allowed'), request, reply.header('allow', methods.join(', ')))
    }
    const isCall = path.startsWith('/api/') || !['GET', 'HEAD'].includes(request.method)
    return sendError(new AppError(isCall ? 'unknown_route' : 'not_found'), request, reply)
  })
}
