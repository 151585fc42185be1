// What a call may be sent: JSON, and forms with files where it says so.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { StreamedForm } from './form-parts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes multipart forms; as a whole, or part by part. */
    form?: boolean | 'parts'
  }
}

/** The form; throws `validation_failed` for what is none. Node brings the reader with `fetch`. */
async function readForm(type: string, bytes: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  } catch {
    // Whatever the reader says about it, it is no form.
    throw new AppError('validation_failed', { msg: 'The form could not be read.' })
  }
}

/** All of it, as far as the call takes so much. */
async function whole(payload: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > most) throw new AppError('payload_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function takeForms(app: FastifyInstance): void {
  const parse = async (request: FastifyRequest, payload: Readable) => {
    const { config, bodyLimit } = request.routeOptions
    const type = request.headers['content-type'] ?? ''
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit && config.form !== 'parts')
      throw new AppError('payload_too_large')
    if (config.form === 'parts') return new StreamedForm(payload, type)
    if (config.form !== true) throw new AppError('unsupported_media_type')
    return readForm(type, await whole(payload, bodyLimit))
  }
  app.addContentTypeParser('multipart/form-data', parse)
}

/** JSON and no other text; no body at all is fine, as many clients name the type of a body they do not send. */
function takeOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    // A call that takes files takes no more JSON than any other.
    else if (text.length > limits.jsonBody) done(new AppError('payload_too_large'))
    else void parse(request, text, done)
  })
}

export function takeBodies(app: FastifyInstance): void {
  takeOnlyJson(app)
  takeForms(app)
}
