// Files that are served from memory, in every encoding that a browser may accept, with an entity tag per encoding.
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

/** Makes a file of its encodings. `same` is a text that all equivalent contents share; with it the entity tags are weak. */
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

/** Returns the smallest variant that the browser accepts. */
export function pick(file: MemoryFile, acceptEncoding: string | undefined): [ContentEncoding, Variant] {
  const accepted = acceptedEncodings(acceptEncoding)
  for (const encoding of ['br', 'gzip'] as const) {
    const variant = file.variants[encoding]
    if (variant && accepted.has(encoding)) return [encoding, variant]
  }
  return ['identity', file.variants.identity]
}
