import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, fieldErrors } from '#contract/errors.ts'
import { type FeedPage, feedQuery, type FeedQuery, feedRoute } from '#contract/sync/feed.ts'
import { basePath } from '#contract/http.ts'
import type { Deps } from '../../kernel/deps.ts'
import { compressedAs, type Compression, encodingFor, worthIt } from '../../kernel/http/compress.ts'
import { headOf } from './feed-store.ts'
import { readFeedPage } from './feed.ts'
import { ByteLru } from '../../kernel/byte-lru.ts'
import type { FeedPosition } from './cursor.ts'

// Pages of everything are the same for every phone that starts, until something changes: one making serves them all.

/** A page as it is sent. */
interface SentPage {
  cursor: string
  plain: Buffer
}
interface CachedPage extends SentPage {
  variants: Map<Compression, Buffer>
}

/** Bytes of pages that are cached, in all encodings. */
const usualLimit = 24_000_000

class FullPages {
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

function readQuery(given: unknown): FeedQuery {
  const read = feedQuery.safeParse(given)
  if (read.success) return read.data
  const fields = fieldErrors(read.error.issues)
  const [first] = Object.values(fields)
  throw new AppError('validation_failed', { fields, ...(first === undefined ? {} : { msg: first }) })
}

/** Whether the caller already has the page that ends there. */
const isKnown = ({ headers }: FastifyRequest, cursor: string) =>
  headers['if-none-match']?.split(',').some((t) => t.trim().replace(/^W\//, '') === `"${cursor}"`) ?? false

/** News is small and asked for again and again by every phone; what is longer is a market on its way, which is rare. */
const newsAtMost = 64_000

/**
 * Mounted by itself, since it is asked by address and may be answered with "nothing new": the cursor of an answer is
 * also its tag, and a phone whose cursor does not move has all there is.
 */
export function mountFeed(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const pages = new FullPages()
  const sent = (data: FeedPage): SentPage => ({
    cursor: data.cursor,
    plain: Buffer.from(JSON.stringify({ success: true, msg: 'Success', data })),
  })
  app.get(basePath + feedRoute.path, async (request, reply) => {
    const query = readQuery(request.query)
    void reply.header('cache-control', 'no-cache')
    if (query.cursor === undefined) {
      const question = `${query.window} ${query.limit}`
      const head = await pages.head(() => headOf(db))
      const page = await pages.at(head, question, async () =>
        sent(await readFeedPage(db, query, deps.now(), head)),
      )
      void reply.header('etag', `"${page.cursor}"`).header('vary', 'Accept-Encoding')
      if (isKnown(request, page.cursor)) return reply.code(304).send()
      void reply.type('application/json; charset=utf-8')
      const encoding = encodingFor(request.headers['accept-encoding'])
      if (encoding === undefined || page.plain.length < worthIt) return reply.send(page.plain)
      return reply.header('content-encoding', encoding).send(await pages.as(question, page, encoding))
    }
    const data = await readFeedPage(db, query, deps.now())
    void reply.header('etag', `"${data.cursor}"`)
    if (isKnown(request, data.cursor)) return reply.code(304).send()
    const text = JSON.stringify({ success: true, msg: 'Success', data })
    void reply.type('application/json; charset=utf-8')
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding === undefined || text.length < worthIt || text.length > newsAtMost) return reply.send(text)
    void reply.header('vary', 'Accept-Encoding').header('content-encoding', encoding)
    return reply.send(await compressedAs(encoding, text, { thoroughly: true }))
  })
}
