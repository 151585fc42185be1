// Pages with the head of their own address: the built page, its tags in the place of those it was built with.
import { createHash } from 'node:crypto'
import { ByteLru } from '../kernel/byte-lru.ts'
import { compressedAs, encodingFor } from '../kernel/http/compress.ts'
import type { ContentEncoding, MemoryFile, Variant } from './memory-file.ts'

/** Bytes of pages kept as they went out. */
const cacheBytes = 8 * 1024 * 1024

/** What the tags of an address stand for. */
const builtTags = /<title>[^]*?<\/title>\s*|<meta\s+name="description"[^>]*>\s*/g

interface Halves {
  before: string
  after: string
}

export class TaggedPages {
  readonly #halves = new WeakMap<MemoryFile, Halves>()
  readonly #cache = new ByteLru<Variant>(cacheBytes)

  /** The page with these tags, compressed as the browser takes it; its tag names exactly these bytes. */
  async of(
    file: MemoryFile,
    tags: string,
    acceptEncoding: string | undefined,
  ): Promise<[ContentEncoding, Variant]> {
    const { before, after } = this.#halvesOf(file)
    const encoding = encodingFor(acceptEncoding) ?? 'identity'
    const hash = createHash('sha256').update(file.variants.identity.etag).update(tags).digest('base64url')
    const etag = `"${hash.slice(0, 22)}${encoding === 'identity' ? '' : `-${encoding}`}"`
    const known = this.#cache.get(etag)
    if (known) return [encoding, known]
    const text = before + tags + after
    const bytes = encoding === 'identity' ? Buffer.from(text) : await compressedAs(encoding, text)
    const variant = { bytes, etag }
    this.#cache.set(etag, variant, bytes.length)
    return [encoding, variant]
  }

  #halvesOf(file: MemoryFile): Halves {
    const known = this.#halves.get(file)
    if (known) return known
    const html = file.variants.identity.bytes.toString()
    const at = html.search(/<title>|<\/head>/)
    const halves = { before: html.slice(0, at), after: html.slice(at).replace(builtTags, '') }
    this.#halves.set(file, halves)
    return halves
  }
}
