// Answers of the API are compressed on the way out: people pay for every byte. Files are compressed by the build.
import type { FastifyInstance } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedEncodings } from './encodings.ts'

const br = promisify(brotliCompress)
const gz = promisify(gzip)
/** Below this the headers weigh more than what is saved. */
const worthIt = 860

/** Quality 4 costs well under a millisecond a page of cars; the best one would cost a hundred times that. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < worthIt) return payload
    if (reply.hasHeader('content-encoding')) return payload
    void reply.header('vary', 'Accept-Encoding')
    const accepted = acceptedEncodings(request.headers['accept-encoding'])
    const encoding = (['br', 'gzip'] as const).find((name) => accepted.has(name))
    if (encoding === undefined) return payload
    void reply.header('content-encoding', encoding).removeHeader('content-length')
    return encoding === 'br' ? br(payload, quick) : gz(payload)
  })
}
