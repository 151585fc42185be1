// Answers to those who are not signed in, kept by question as long as nothing changes. All of it is bounded by bytes.
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

/** Milliseconds after which an answer that is still right is stamped again. */
const stampFor = 5000
/** Milliseconds that views in an answer may be behind, which are no change. */
const longest = 60_000
/** Milliseconds that an answer may go on being given, in a large index, after it is not right any more. */
const bearable = 1000
/** Milliseconds after which a new one is made beside it. */
const renewAfter = 700
/** What an entry costs beside its bytes. */
const overhead = 400

/** The tag of an answer's bytes; how many looked at a car is no change. */
export function tagOf(bytes: Buffer): string {
  const shown = withoutStamp(bytes)
    .toString('latin1')
    .replace(/"clicks":\d+/g, '')
  return `W/"${createHash('sha256').update(shown, 'latin1').digest('base64url').slice(0, 22)}"`
}

/** An answer in the encodings a person asked for. */
export class EncodedAnswer {
  readonly page: AnswerPage
  readonly asked: ListRequest
  readonly made: number
  /** Nobody keeps it: it is sent once. */
  readonly once: boolean
  /** A change may have touched it. */
  touched = false
  /** When it was last given as right. */
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

  /** An `ETag` (RFC 9110): weak, since the time of the state in it goes on while it stays the same. */
  get tag(): string {
    return (this.#tag ??= tagOf(this.page.bytes))
  }

  get bytes(): number {
    let sum = this.page.bytes.length
    for (const variant of this.#variants?.values() ?? []) if (Buffer.isBuffer(variant)) sum += variant.length
    return sum
  }

  /**
   * The bytes as a caller takes them; `grown` is told when there are more of them to keep. The first time they are not: of
   * questions that are asked twice few are asked a third time.
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
  /** Cars from which on an answer may be a moment old while a new one is made. */
  largeFrom: number
  now: () => Date
}

export class Answers {
  /** How many had to be found so far. */
  found = 0
  readonly #live: LiveIndex
  readonly #o: AnswersOptions
  readonly #cached: ByteLru<EncodedAnswer>
  readonly #askedBefore = new FrequencyFilter()
  /** One making per question at a time. */
  readonly #making = new Map<string, Promise<EncodedAnswer | undefined>>()
  /** Questions whose answers are to be made again, in turn. */
  readonly #due = new Map<string, ListRequest>()

  constructor(index: LiveIndex, o: AnswersOptions) {
    this.#live = index
    this.#o = o
    this.#cached = new ByteLru(o.bytes)
  }

  get bytes(): number {
    return this.#cached.bytes
  }

  /** Marks an answer as larger than it was. */
  grown(key: string, answer: EncodedAnswer): void {
    if (this.#cached.has(key)) this.#keep(key, answer)
  }

  get count(): number {
    return this.#cached.size
  }

  /** In an index as large as this one answers may be a moment old. */
  mayWait(index: ListingIndex | undefined): boolean {
    return index !== undefined && index.engine.size >= this.#o.largeFrom
  }

  /** An answer that can be given at once, over the index as it is. `author`: not one that is a moment old. */
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

  /** Only what changed since it was made is looked at, and that once. */
  #isRight(answer: EncodedAnswer, index: ListingIndex): boolean {
    if (answer.page.version === index.version) return true
    if (answer.touched || !index.shows(answer.page, answer.asked)) {
      answer.touched = true
      return false
    }
    answer.page.version = index.version
    return true
  }

  /** The answer over the index as it is, if that takes nothing from the database. */
  made(key: string, asked: ListRequest, index: ListingIndex): EncodedAnswer | undefined {
    const page = this.#making.has(key) ? undefined : pageNow(index, asked)
    return page && this.#answerOf(key, asked, page)
  }

  /** Makes the answer, or waits for it being made, until it shows at least the state of `index`. */
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
    // Most questions are asked once. What is asked again is kept, as a copy, since its memory is used for the next one.
    if (!this.#cached.has(key) && !this.#askedBefore.again(key))
      return new EncodedAnswer(asked, page, times, true)
    const answer = new EncodedAnswer(asked, { ...page, bytes: Buffer.from(page.bytes) }, times)
    giveBack(page.bytes)
    this.#keep(key, answer)
    return answer
  }

  /** One after the other, each in a turn of its own, so that those who ask do not wait for all of them. */
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
    // Who asks again when it has failed hears of it; until then there is an answer.
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
