// A file as it is answered: in memory, in every encoding a browser may take, with a tag per encoding.
import { hash } from 'node:crypto'
import { acceptedEncodings } from '../kernel/http/compress.ts'

export type ContentEncoding = 'br' | 'gzip' | 'identity'
export interface Variant {
  bytes: Buffer
  etag: string
}
export interface MemoryFile {
  type: string
  cacheControl: string
  variants: Partial<Record<ContentEncoding, Variant>> & { identity: Variant }
}

/** `same` stands for all bytes that say the same, where these are some of them: their tag is weak then. */
export function memoryFile(
  { identity, br, gzip }: { identity: Buffer; br?: Buffer | undefined; gzip?: Buffer | undefined },
  type: string,
  cacheControl: string,
  same?: string,
): MemoryFile {
  const tag = hash('sha256', same ?? identity, 'base64url').slice(0, 22)
  const variant = (body: Buffer, suffix = ''): Variant => ({
    bytes: body,
    etag: `${same === undefined ? '' : 'W/'}"${tag}${suffix}"`,
  })
  const variants = {
    identity: variant(identity),
    ...(br && br.length < identity.length && { br: variant(br, '-br') }),
    ...(gzip && gzip.length < identity.length && { gzip: variant(gzip, '-gz') }),
  }
  return { type, cacheControl, variants }
}

/** The smallest variant the browser takes. */
export function pick(file: MemoryFile, acceptEncoding: string | undefined): [ContentEncoding, Variant] {
  const accepted = acceptedEncodings(acceptEncoding)
  for (const encoding of ['br', 'gzip'] as const) {
    const variant = file.variants[encoding]
    if (variant && accepted.has(encoding)) return [encoding, variant]
  }
  return ['identity', file.variants.identity]
}
