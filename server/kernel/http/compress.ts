// Compresses responses of the API, because people pay for every byte. The build compresses files.
import type { FastifyInstance } from 'fastify'
import { promisify } from 'node:util'
import zlib, { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib'

/** Returns the encodings that a client accepts; a quality of 0 excludes an encoding. */
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
/** Minimum length for compression: below it the additional headers are larger than the saving. */
export const worthIt = 860

/** Quality 4 takes well under a millisecond for a page of cars; the best quality takes a hundred times as long. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

export type Compression = 'br' | 'gzip'

/** Maximum cached headers. Browsers send few different ones; other clients may invent more. */
const mostHeaders = 100
const chosen = new Map<string, Compression | undefined>()

/** Returns the best encoding for a client; undefined means no compression. */
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

/** Quality 10 makes a response of 50 KB a tenth smaller in about 20 ms on another thread; qualities in between save nothing. */
const thorough = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }

export function compressedAs(
  encoding: Compression,
  body: string | Buffer,
  o: { thoroughly?: boolean } = {},
): Promise<Buffer> {
  return encoding === 'br' ? br(body, o.thoroughly ? thorough : quick) : gz(body)
}

/**
 * Settings that take a quarter of the time of `quick` for a sixth more bytes. Chunks of this size come from Node's buffer
 * pool.
 */
const light = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 0, [constants.BROTLI_PARAM_LGWIN]: 16 },
  chunkSize: Buffer.poolSize / 2 - 1,
}
/** Zstandard (RFC 8878) is in Node since 22.15. It takes a tenth of the time of `light` and gives fewer bytes. */
const { zstdCompressSync } = zlib as typeof zlib & {
  zstdCompressSync?: (body: Buffer, o: { params: Record<number, number> }) => Buffer
}
const compressionLevel = 100
const lightest = { params: { [compressionLevel]: 1 } }
/** Milliseconds after a response within which the next one is compressed lightly. */
const closeTogether = 2
/**
 * Bytes up to which compression on the main thread takes less time than another thread costs, and hardly delays other calls.
 */
const shortEnough = 32 * 1024
let latest = 0

export interface PackedBody {
  /** Encoding; undefined when the bytes are not compressed. */
  encoding: Compression | 'zstd' | undefined
  bytes: Buffer | Promise<Buffer>
}

/**
 * Compresses a response that is not cached, in an encoding that the client accepts. Compression is normal while the server is
 * idle, and light when requests come close together. Another thread would cost more than a page of cars takes, and would wait
 * for a processor that other work uses.
 */
export function packedOnce(acceptEncoding: string | string[] | undefined, body: Buffer): PackedBody {
  const encoding = encodingFor(acceptEncoding)
  const now = performance.now()
  const isBusy = now - latest < closeTogether
  latest = now
  // Zstandard is used without load too when the client accepts no other encoding.
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
