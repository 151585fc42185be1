// Answers the list from the memory of this process when that is known to be current, else from the database.
import type { FastifyBaseLogger } from 'fastify'
import { wishesIn } from '#catalogue'
import { type CarCard, type CarPage, carPage } from '#contract/cars.ts'
import { type ListQuery, cutSentence } from '#contract/list-query.ts'
import type { Deps } from '../../kernel/deps.ts'
import { type PackedBody, packedOnce } from '../../kernel/http/compress.ts'
import type { Gauges } from '../../kernel/http/metrics.ts'
import { findCars } from '../cars-search.ts'
import { Answers, type EncodedAnswer, tagOf } from './answers.ts'
import { Semaphore } from '../../kernel/semaphore.ts'
import { LiveIndex, type IndexTimes } from './live-index.ts'
import { likedAmong } from './index-store.ts'
import { giveBack, carPageOf } from './page.ts'
import { Questions, type ParsedListRequest } from './questions.ts'

/** A list response in bytes. */
export interface ListResponse {
  plain: Buffer
  /** Returns the `ETag`, which is the same for the same cards. */
  tag: () => string
  packed: (acceptEncoding: string | string[] | undefined) => PackedBody
  /** Recycles the bytes. Only the last reader may call this. Undefined for cached bytes. */
  giveBack?: (() => void) | undefined
}
/** Requesting person, if signed in, and whether this caller has just written something. */
export interface Asker {
  user: string | undefined
  author: () => boolean
}

export interface ListServiceOptions extends IndexTimes {
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  /** Number of cars from which on a response may be slightly outdated while a new one is computed. */
  largeFrom?: number | undefined
}

/** Wraps bytes that are not cached. */
export const writtenOf = (plain: Buffer): ListResponse => ({
  plain,
  tag: () => tagOf(plain),
  packed: (acceptEncoding) => packedOnce(acceptEncoding, plain),
})

const mega = 1024 * 1024
const usuallyLargeFrom = 200_000
/** Number of queries that the database answers at a time while the index is loaded from it. */
const besideLoading = { embedded: 2, postgres: 5 } as const

export class ListService {
  readonly live: LiveIndex
  readonly questions: Questions
  readonly answers: Answers
  readonly #deps: Deps
  readonly #whileLoading: Semaphore

  constructor(deps: Deps, o: ListServiceOptions) {
    const room = deps.config.listCacheMb * mega
    const limits = { maxCars: deps.config.listIndexMaxCars, cardBytes: (room * 3) / 4 }
    this.#deps = deps
    this.#whileLoading = new Semaphore(besideLoading[deps.db.kind])
    this.live = new LiveIndex(deps, { ...o, limits, file: deps.config.listIndexFile })
    this.questions = new Questions(deps, room / 16)
    this.answers = new Answers(this.live, {
      bytes: (room * 3) / 16,
      largeFrom: o.largeFrom ?? usuallyLargeFrom,
      now: deps.now,
    })
  }

  /** Metrics for the operator. Of several workers the one that is most behind is reported. */
  get gauges(): Gauges {
    const { live, answers, questions } = this
    return {
      list_index_ready: {
        aggregator: 'min',
        help: 'Whether lists are answered from memory: 1 yes, 0 from the database.',
        read: () => (live.state ? 1 : 0),
      },
      list_index_from_file: {
        aggregator: 'min',
        help: 'Whether what is in memory came from LIST_INDEX_FILE: 1 yes, 0 from the database.',
        read: () => (live.state && live.loaded.fromFile ? 1 : 0),
      },
      list_index_load_seconds: {
        aggregator: 'max',
        help: 'How long the last loading took.',
        read: () => live.loaded.ms / 1000,
      },
      list_index_cars: {
        aggregator: 'max',
        help: 'Cars in memory.',
        read: () => live.state?.engine.size ?? 0,
      },
      list_index_version: {
        aggregator: 'max',
        help: 'Rises with every change that is brought in.',
        read: () => live.state?.version ?? 0,
      },
      list_index_behind_seconds: {
        aggregator: 'max',
        help: 'Seconds since the state in memory was last known to be right.',
        read: () => (live.state ? (this.#deps.now().getTime() - live.state.asOf) / 1000 : 0),
      },
      list_index_card_bytes: { help: 'Bytes kept of cards.', read: () => live.state?.cards.bytes ?? 0 },
      list_questions_bytes: { help: 'Bytes kept of questions.', read: () => questions.bytes },
      list_answers_kept: { help: 'Answers kept.', read: () => answers.count },
      list_answers_bytes: { help: 'Bytes kept of answers.', read: () => answers.bytes },
      list_answers_found: {
        help: 'Answers that had to be found since the start; all others were there.',
        read: () => answers.found,
      },
    }
  }

  /** Returns the cars of one page as a guest gets them. */
  async cars(query: ListQuery): Promise<readonly CarCard[]> {
    const question = await this.questions.read(JSON.stringify(query), query)
    const answer = await this.answer(question, { user: undefined, author: () => false })
    return 'plain' in answer ? carPage.parse(JSON.parse(answer.plain.toString())).data : answer.data
  }

  answer(question: ParsedListRequest, asker: Asker): ListResponse | Promise<ListResponse | CarPage> {
    return this.atOnce(question, asker) ?? this.#answer(question, asker)
  }

  /** Returns the response if no database query is needed. */
  atOnce(question: ParsedListRequest, { user, author }: Asker): ListResponse | undefined {
    if (user !== undefined) return undefined
    const { live, answers } = this
    // In a large index nobody waits for changes that others have just written.
    const index = live.fresh ?? (answers.mayWait(live.recent) && !author() ? live.recent : undefined)
    if (!index) return undefined
    const known = answers.known(question.key, index, author)
    if (known) return this.#written(question, known)
    const made = answers.made(question.key, question, index)
    return made && this.#written(question, made, made.once ? () => giveBack(made.page.bytes) : undefined)
  }

  #written({ key }: ParsedListRequest, answer: EncodedAnswer, over?: () => void): ListResponse {
    return {
      plain: answer.page.bytes,
      tag: () => answer.tag,
      packed: (acceptEncoding) => answer.packed(acceptEncoding, () => this.answers.grown(key, answer)),
      giveBack: over,
    }
  }

  async #answer(question: ParsedListRequest, asker: Asker): Promise<ListResponse | CarPage> {
    if (this.live.warming) await this.live.fileRead
    const written = await this.#fromMemory(question, asker)
    if (written) return written
    if (!this.live.warming) return this.#fromDatabase(question, asker)
    // Too many queries at a time would slow down the loading. After the wait the index may be ready.
    return this.#whileLoading.run(
      async () => (await this.#fromMemory(question, asker)) ?? this.#fromDatabase(question, asker),
    )
  }

  async #fromMemory(question: ParsedListRequest, { user, author }: Asker): Promise<ListResponse | undefined> {
    const index = this.live.fresh ?? (await this.live.upToDate())
    if (!index) return undefined
    if (user !== undefined) {
      // This response is for one person, so it is not cached.
      const page = await carPageOf(this.live, question, (ids) => likedAmong(this.#deps.db, user, ids))
      if (!page) return undefined
      return writtenOf(page.bytes)
    }
    const { key } = question
    const { answers } = this
    const answer = answers.known(key, index, author) ?? (await answers.make(key, question, index))
    return answer && this.#written(question, answer)
  }

  async #fromDatabase({ search, facets, cut }: ParsedListRequest, { user }: Asker): Promise<CarPage> {
    const found = await findCars(this.#deps.db, search, { user, facets })
    const counted = found.facets && { facets: found.facets }
    const as_of = this.#deps.now().toISOString()
    const wished = wishesIn(search, found.wishes)
    const counts = { count_records: found.total, ...wished, ...counted }
    const msg = cut ? cutSentence : 'Success'
    return { success: true, msg, data: found.cars, ...counts, as_of }
  }
}
