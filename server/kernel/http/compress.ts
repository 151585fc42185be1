// Answers of the API are compressed on the way out: people pay for every byte. Files are compressed by the build.
import type { FastifyInstance } from 'fastify'
import { promisify } from 'node:util'
import zlib, { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib'

/** The encodings a caller takes; a quality of 0 says no. */
export function acceptedEncodings(header: string | string[] | undefined): ReadonlySet<string> {
  return new Set(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((word) => word.trim()))
      .filter(([, quality]) => !/^q\s*=\s*0(\.0*)?$/.test(quality ?? ''))
      .map(([name = '']) => name),
  )
}

const br = promisify(brotliCompress)
const gz = promisify(gzip)
/** Below this the headers weigh more than what is saved. */
export const worthIt = 860

/** Quality 4 costs well under a millisecond a page of cars; the best one would cost a hundred times that. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

export type Compression = 'br' | 'gzip'

/** Headers of browsers are few; others may be made up. */
const mostHeaders = 100
const chosen = new Map<string, Compression | undefined>()

/** How an answer is best sent to this caller; undefined: as it is. */
export function encodingFor(acceptEncoding: string | string[] | undefined): Compression | undefined {
  if (acceptEncoding === undefined) return undefined
  const header = String(acceptEncoding)
  if (chosen.has(header)) return chosen.get(header)
  const accepted = acceptedEncodings(header)
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.has(name))
  if (chosen.size >= mostHeaders) chosen.clear()
  chosen.set(header, encoding)
  return encoding
}

/**
 * Quality 10 makes an answer a tenth smaller, for some 20 ms of a thread beside the main one at 50 KB; nothing in
 * between helps.
 */
const thorough = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }

export function compressedAs(
  encoding: Compression,
  body: string | Buffer,
  o: { thoroughly?: boolean } = {},
): Promise<Buffer> {
  return encoding === 'br' ? br(body, o.thoroughly ? thorough : quick) : gz(body)
}

/** A quarter of the time of `quick` for a sixth more bytes, in pieces that need no memory of their own. */
const light = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 0, [constants.BROTLI_PARAM_LGWIN]: 16 },
  chunkSize: Buffer.poolSize / 2 - 1,
}
/** Zstandard (RFC 8878) came to Node with 22.15: a tenth of the time of `light`, for fewer bytes. */
const { zstdCompressSync } = zlib as typeof zlib & {
  zstdCompressSync?: (body: Buffer, o: { params: Record<number, number> }) => Buffer
}
const compressionLevel = 100
const lightest = { params: { [compressionLevel]: 1 } }
/** Milliseconds since the one before within which an answer is compressed lightly. */
const closeTogether = 2
/** Bytes up to which compressing takes less than a thread costs, and than others would wait for it. */
const shortEnough = 32 * 1024
let latest = 0

export interface PackedBody {
  /** Undefined: as it is. */
  encoding: Compression | 'zstd' | undefined
  bytes: Buffer | Promise<Buffer>
}

/**
 * An answer that nobody keeps, as this caller takes it. As small as any other while the server has time; when others ask
 * meanwhile, lightly. A thread would cost more than a page of cars takes, and wait for a processor that others use.
 */
export function packedOnce(acceptEncoding: string | string[] | undefined, body: Buffer): PackedBody {
  const encoding = encodingFor(acceptEncoding)
  const now = performance.now()
  const isBusy = now - latest < closeTogether
  latest = now
  // Without load too where a caller takes nothing else.
  if (zstdCompressSync && (isBusy || encoding === undefined) && acceptedEncodings(acceptEncoding).has('zstd'))
    return { encoding: 'zstd', bytes: zstdCompressSync(body, lightest) }
  if (encoding === undefined) return { encoding, bytes: body }
  if (encoding === 'br' && (isBusy || body.length <= shortEnough))
    return { encoding, bytes: brotliCompressSync(body, isBusy ? light : quick) }
  return { encoding, bytes: compressedAs(encoding, body) }
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
