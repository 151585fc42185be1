// Pages of everything are the same for every phone that starts, until something changes: one making serves them all.
import { ByteLru } from '../../kernel/byte-lru.ts'
import { compressedAs, type Compression } from '../../kernel/http/compress.ts'
import type { FeedPosition } from './cursor.ts'

/** A page as it is sent. */
export interface SentPage {
  cursor: string
  plain: Buffer
}
interface CachedPage extends SentPage {
  variants: Map<Compression, Buffer>
}

/** Bytes of pages that are cached, in all encodings. */
const usualLimit = 24_000_000

export class FullPages {
  #limit: number
  #cache: ByteLru<CachedPage>
  #making = new Map<string, Promise<CachedPage>>()
  #place = ''
  #asking: Promise<FeedPosition> | undefined

  constructor(limit = usualLimit) {
    this.#limit = limit
    this.#cache = new ByteLru(limit)
  }

  /**
   * Phones that start at the same moment share one look at where the changes are: what is newer comes to them as a
   * change.
   */
  head(ask: () => Promise<FeedPosition>): Promise<FeedPosition> {
    this.#asking ??= ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  /** The page of a question as long as the changes are at `place`, made by the first who asks. */
  async at(place: FeedPosition, question: string, make: () => Promise<SentPage>): Promise<SentPage> {
    const now = Object.values(place).join(' ')
    if (now !== this.#place) {
      this.#place = now
      this.#cache = new ByteLru(this.#limit)
    }
    const known = this.#cache.get(question)
    if (known) return known
    const key = `${now} ${question}`
    const going = this.#making.get(key)
    if (going) return going
    const making = make().then((page): CachedPage => {
      const cached = { ...page, variants: new Map<Compression, Buffer>() }
      if (now === this.#place) this.#cache.set(question, cached, page.plain.length)
      return cached
    })
    this.#making.set(key, making)
    const end = () => this.#making.delete(key)
    making.then(end, end)
    return making
  }

  /** The bytes of a page in an encoding; they are cached with it. */
  async as(question: string, page: SentPage, encoding: Compression): Promise<Buffer> {
    const cached = this.#cache.get(question)
    const mine = cached?.plain === page.plain ? cached : undefined
    const known = mine?.variants.get(encoding)
    if (known) return known
    const bytes = await compressedAs(encoding, page.plain)
    if (mine && this.#cache.get(question) === mine) {
      mine.variants.set(encoding, bytes)
      const sum = [...mine.variants.values()].reduce((n, b) => n + b.length, mine.plain.length)
      this.#cache.set(question, mine, sum)
    }
    return bytes
  }
}
