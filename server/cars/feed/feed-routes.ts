import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FeedPage, feedQuery, type FeedQuery, feedRoute } from '#contract/sync/feed.ts'
import { basePath } from '#contract/http.ts'
import type { Deps } from '../../kernel/deps.ts'
import { compressedAs, type Compression, encodingFor, worthIt } from '../../kernel/http/compress.ts'
import { isSame } from '../../kernel/http/etag.ts'
import { valid } from '../../kernel/mount.ts'
import { headOf } from './feed-store.ts'
import { readFeedPage } from './feed.ts'
import { ByteLru } from '../../kernel/byte-lru.ts'
import type { FeedPosition } from './cursor.ts'

/** A page of the feed in bytes. */
interface SentPage {
  cursor: string
  bytes: Buffer
}
const sent = (data: FeedPage): SentPage => ({
  cursor: data.cursor,
  bytes: Buffer.from(JSON.stringify({ success: true, msg: 'Success', data })),
})

/** Bytes of pages that are cached, in all encodings. */
const cachedBytes = 24_000_000

/** Cache of the pages for phones that download all cars. Until the feed changes, these pages are the same for every phone. */
class FullPages {
  readonly #cache = new ByteLru<SentPage>(cachedBytes)
  readonly #making = new Map<string, Promise<SentPage>>()
  #asking: Promise<FeedPosition> | undefined

  /** Returns the head of the feed. Phones that start at the same moment share one query; they get newer cars as changes. */
  head(ask: () => Promise<FeedPosition>): Promise<FeedPosition> {
    this.#asking ??= ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  /** Returns the page for a key, which includes the head of the feed. Concurrent requests share one computation. */
  async get(question: string, make: () => Promise<SentPage>): Promise<SentPage> {
    const known = this.#cache.get(question) ?? this.#making.get(question)
    if (known) return known
    const making = make()
      .then((page) => {
        this.#cache.set(question, page, page.bytes.length)
        return page
      })
      .finally(() => this.#making.delete(question))
    this.#making.set(question, making)
    return making
  }
}

/** Maximum bytes of a page that is compressed thoroughly: small pages are requested often by every phone, longer ones rarely. */
const newsAtMost = 64_000

type Pack = (encoding: Compression) => Promise<Buffer>
/** Sends a page, compressed where that pays off, or 304 when the caller has the page. */
async function send(request: FastifyRequest, reply: FastifyReply, page: SentPage, pack: Pack) {
  const tag = `"${page.cursor}"`
  void reply.header('etag', tag).header('cache-control', 'no-cache').header('vary', 'Accept-Encoding')
  if (isSame(request.headers['if-none-match'], tag)) return reply.code(304).send()
  void reply.type('application/json; charset=utf-8')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === undefined || page.bytes.length < worthIt) return reply.send(page.bytes)
  return reply.header('content-encoding', encoding).send(await pack(encoding))
}

/**
 * Mounted without the framework's call handling, because the response may be 304: the cursor of a response is also its `ETag`,
 * and a phone whose cursor does not change has everything.
 */
export function mountFeed(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const pages = new FullPages()
  app.get(basePath + feedRoute.path, async (request, reply) => {
    const query = valid(feedQuery, request.query) as FeedQuery
    if (query.cursor !== undefined) {
      const page = sent(await readFeedPage(db, query, deps.now()))
      const thoroughly = page.bytes.length <= newsAtMost
      return send(request, reply, page, (encoding) => compressedAs(encoding, page.bytes, { thoroughly }))
    }
    const head = await pages.head(() => headOf(db))
    const question = [...Object.values(head), query.window, query.limit].join(' ')
    const page = await pages.get(question, async () => sent(await readFeedPage(db, query, deps.now(), head)))
    return send(request, reply, page, async (encoding) => {
      const pack = async () => ({ ...page, bytes: await compressedAs(encoding, page.bytes) })
      return (await pages.get(`${question} ${encoding}`, pack)).bytes
    })
  })
}
