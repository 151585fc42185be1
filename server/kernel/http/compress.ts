// Answers of the API are compressed on the way out: people pay for every byte. Files are compressed by the build.
import type { FastifyInstance } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedEncodings } from './encodings.ts'

const br = promisify(brotliCompress)
const gz = promisify(gzip)
/** Below this the headers weigh more than what is saved. */
export const worthIt = 860

/** Quality 4 costs well under a millisecond a page of cars; the best one would cost a hundred times that. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

export type Encoding = 'br' | 'gzip'

/** How an answer is best sent to this caller; undefined: as it is. */
export function encodingFor(acceptEncoding: string | string[] | undefined): Encoding | undefined {
  const accepted = acceptedEncodings(acceptEncoding)
  return (['br', 'gzip'] as const).find((name) => accepted.has(name))
}

/**
 * Quality 10 makes an answer a tenth smaller, for some 20 ms of a thread beside the main one at 50 KB; nothing in
 * between helps.
 */
const thorough = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }

export function compressedAs(
  encoding: Encoding,
  body: string | Buffer,
  o: { thoroughly?: boolean } = {},
): Promise<Buffer> {
  return encoding === 'br' ? br(body, o.thoroughly ? thorough : quick) : gz(body)
}

export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < worthIt) return payload
    if (reply.hasHeader('content-encoding')) return payload
    void reply.header('vary', 'Accept-Encoding')
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding === undefined) return payload
    void reply.header('content-encoding', encoding).removeHeader('content-length')
    return compressedAs(encoding, payload)
  })
}
