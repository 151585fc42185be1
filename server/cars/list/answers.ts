// Cache of list responses to guests, by query, bounded by bytes. A change of the index invalidates only the responses that it
// affects.
import { createHash } from 'node:crypto'
import { ByteLru } from '../../kernel/byte-lru.ts'
import {
  compressedAs,
  type Compression,
  encodingFor,
  type PackedBody,
  packedOnce,
} from '../../kernel/http/compress.ts'
import type { LiveIndex } from './live-index.ts'
import type { ListingIndex } from './listing-index.ts'
import type { ListRequest } from './recent-changes.ts'
import { giveBack, pageNow, carPageOf, stampedAnew, type AnswerPage, withoutStamp } from './page.ts'
import { FrequencyFilter } from './frequency-filter.ts'

/** Milliseconds after which a response that is still current gets a newer `as_of`. */
const stampFor = 5000
/** Milliseconds until a cached response expires. View counts do not count as changes, so they may be this old. */
const longest = 60_000
/** Milliseconds that a large index may continue to send a cached response after a change has made it outdated. */
const bearable = 1000
/** Milliseconds after which an outdated response is computed again in the background. */
const renewAfter = 700
/** Bytes of a cache entry in addition to its body and key. */
const overhead = 400

/** Returns the `ETag` of a response body. View counts are left out: a new view does not count as a change. */
export function tagOf(bytes: Buffer): string {
  const shown = withoutStamp(bytes)
    .toString('latin1')
    .replace(/"clicks":\d+/g, '')
  return `W/"${createHash('sha256').update(shown, 'latin1').digest('base64url').slice(0, 22)}"`
}

/** A response and its compressed variants. */
export class EncodedAnswer {
  readonly page: AnswerPage
  readonly asked: ListRequest
  readonly made: number
  /** Whether the response is sent once and not cached. */
  readonly once: boolean
  /** Whether a change may have made the response outdated. */
  touched = false
  /** Time in milliseconds at which the response was last known to be current. */
  confirmedAt: number
  #variants: Map<Compression, Promise<Buffer> | Buffer> | undefined
  #wasPacked = false
  #tag: string | undefined

  constructor(
    asked: ListRequest,
    page: AnswerPage,
    times: { made: number; confirmedAt: number },
    once = false,
  ) {
    this.asked = asked
    this.page = page
    this.made = times.made
    this.confirmedAt = times.confirmedAt
    this.once = once
  }

  /** A weak `ETag` (RFC 9110): the `as_of` in the body changes while the cars stay the same. */
  get tag(): string {
    return (this.#tag ??= tagOf(this.page.bytes))
  }

  get bytes(): number {
    let sum = this.page.bytes.length
    for (const variant of this.#variants?.values() ?? []) if (Buffer.isBuffer(variant)) sum += variant.length
    return sum
  }

  /**
   * Returns the body in the encoding that the caller accepts, and calls `grown` when a cached variant adds bytes. The first call
   * caches no variant, because few queries that are sent twice are sent a third time.
   */
  packed(acceptEncoding: string | string[] | undefined, grown: () => void): PackedBody {
    const encoding = encodingFor(acceptEncoding)
    const isFirst = !this.#wasPacked
    this.#wasPacked = true
    if (this.once || isFirst || encoding === undefined) return packedOnce(acceptEncoding, this.page.bytes)
    return { encoding, bytes: this.#as(encoding, grown) }
  }

  #as(encoding: Compression, grown: () => void): Buffer | Promise<Buffer> {
    const variants = (this.#variants ??= new Map())
    const known = variants.get(encoding)
    if (known !== undefined) return known
    const making = compressedAs(encoding, this.page.bytes).then((bytes) => {
      variants.set(encoding, bytes)
      grown()
      return bytes
    })
    variants.set(encoding, making)
    making.catch(() => variants.delete(encoding))
    return making
  }
}

export interface AnswersOptions {
  bytes: number
  /** Number of cars from which on a response may be slightly outdated while a new one is computed. */
  largeFrom: number
  now: () => Date
}

export class Answers {
  /** Number of responses computed since the start. */
  found = 0
  readonly #live: LiveIndex
  readonly #o: AnswersOptions
  readonly #cached: ByteLru<EncodedAnswer>
  readonly #askedBefore = new FrequencyFilter()
  /** Running computations, at most one per query. */
  readonly #making = new Map<string, Promise<EncodedAnswer | undefined>>()
  /** Queries whose responses are to be computed again, one after the other. */
  readonly #due = new Map<string, ListRequest>()

  constructor(index: LiveIndex, o: AnswersOptions) {
    this.#live = index
    this.#o = o
    this.#cached = new ByteLru(o.bytes)
  }

  get bytes(): number {
    return this.#cached.bytes
  }

  /** Updates the stored size of a cached response that has grown. */
  grown(key: string, answer: EncodedAnswer): void {
    if (this.#cached.has(key)) this.#keep(key, answer)
  }

  get count(): number {
    return this.#cached.size
  }

  /** Returns whether the index is so large that responses may be slightly outdated. */
  mayWait(index: ListingIndex | undefined): boolean {
    return index !== undefined && index.engine.size >= this.#o.largeFrom
  }

  /**
   * Returns a cached response that may be sent for this state of the index. When `author()` is true, an outdated one does not
   * count.
   */
  known(key: string, index: ListingIndex, author: () => boolean): EncodedAnswer | undefined {
    const answer = this.#cached.get(key)
    if (answer === undefined) return undefined
    const now = this.#o.now().getTime()
    const age = now - answer.made
    if (age < 0 || age > longest) return undefined
    if (this.#isRight(answer, index)) {
      answer.confirmedAt = now
      return index.asOf - answer.page.asOf > stampFor ? this.#stamped(key, answer, index) : answer
    }
    const old = now - answer.confirmedAt
    if (!this.mayWait(index) || old < 0 || old > bearable || author()) return undefined
    if (old > renewAfter) this.#renew(key, answer.asked)
    return answer
  }

  /** Returns whether the response is current. Checks only the changes since the last check. */
  #isRight(answer: EncodedAnswer, index: ListingIndex): boolean {
    if (answer.page.version === index.version) return true
    if (answer.touched || !index.shows(answer.page, answer.asked)) {
      answer.touched = true
      return false
    }
    answer.page.version = index.version
    return true
  }

  /** Returns the response for the current index; undefined when the database must be asked or the response is being computed. */
  made(key: string, asked: ListRequest, index: ListingIndex): EncodedAnswer | undefined {
    const page = this.#making.has(key) ? undefined : pageNow(index, asked)
    return page && this.#answerOf(key, asked, page)
  }

  /** Computes the response, or waits for the running computation, until the response shows at least the version of `index`. */
  async make(key: string, asked: ListRequest, index: ListingIndex): Promise<EncodedAnswer | undefined> {
    for (;;) {
      const answer = await (this.#making.get(key) ?? this.#begin(key, asked))
      if (answer === undefined || answer.page.version >= index.version) return answer
    }
  }

  #begin(key: string, asked: ListRequest): Promise<EncodedAnswer | undefined> {
    const making = this.#find(key, asked).finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    return making
  }

  async #find(key: string, asked: ListRequest): Promise<EncodedAnswer | undefined> {
    const page = await carPageOf(this.#live, asked)
    return page && this.#answerOf(key, asked, page)
  }

  #answerOf(key: string, asked: ListRequest, page: AnswerPage): EncodedAnswer {
    this.found += 1
    const now = this.#o.now().getTime()
    const times = { made: now, confirmedAt: now }
    // Most queries are sent once, so only a repeated one is cached. The cache stores a copy, because the page's buffer is reused.
    if (!this.#cached.has(key) && !this.#askedBefore.again(key))
      return new EncodedAnswer(asked, page, times, true)
    const answer = new EncodedAnswer(asked, { ...page, bytes: Buffer.from(page.bytes) }, times)
    giveBack(page.bytes)
    this.#keep(key, answer)
    return answer
  }

  /** Queues a renewal. Each runs in its own turn of the event loop, so that requests do not wait for all of them. */
  #renew(key: string, asked: ListRequest): void {
    if (this.#making.has(key)) return
    this.#due.set(key, asked)
    if (this.#due.size === 1) setImmediate(() => this.#renewNext())
  }

  #renewNext(): void {
    const [next] = this.#due
    if (next === undefined) return
    const goOn = () => {
      this.#due.delete(next[0])
      if (this.#due.size > 0) setImmediate(() => this.#renewNext())
    }
    // A failure needs no report here: when the old response is too old to send, the next request computes it and gets the error.
    if (this.#making.has(next[0])) goOn()
    else this.#begin(...next).then(goOn, goOn)
  }

  #stamped(
    key: string,
    { asked, page, made, confirmedAt }: EncodedAnswer,
    index: ListingIndex,
  ): EncodedAnswer {
    const bytes = stampedAnew(page.bytes, index.asOf)
    const answer = new EncodedAnswer(asked, { ...page, bytes, asOf: index.asOf }, { made, confirmedAt })
    this.#keep(key, answer)
    return answer
  }

  #keep(key: string, answer: EncodedAnswer): void {
    this.#cached.set(key, answer, answer.bytes + key.length * 2 + overhead)
  }
}
