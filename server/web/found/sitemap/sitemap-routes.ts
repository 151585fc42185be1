import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { AppError } from '#contract/errors.ts'
import { ByteLru } from '../../../kernel/byte-lru.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { acceptedEncodings } from '../../../kernel/http/compress.ts'
import { asResource } from '../../../kernel/http/security.ts'
import { Semaphore } from '../../../kernel/semaphore.ts'
import { isSame } from '../../../kernel/http/etag.ts'
import { isName } from '../site.ts'
import {
  type Part,
  rowsAfter,
  sitemapLimits,
  type SitemapLimits,
  sitemapSections,
  walkedParts,
} from './parts.ts'
import { hash } from 'node:crypto'
import { pages } from '#contract/pages.ts'
import { xmlHead, xmlText } from '../tags.ts'

const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Compressed document: texts of many megabytes are in memory only in this form. */
interface PackedPart {
  gzip: Buffer
  etag: string
}

type Pieces = AsyncIterable<string> | Iterable<string>
/** Compresses a document of these places while they arrive. */
async function packed(root: 'sitemapindex' | 'urlset', places: Pieces): Promise<PackedPart> {
  async function* document() {
    yield `${xmlHead}<${root} xmlns="${xmlns}">\n`
    yield* places
    yield `</${root}>\n`
  }
  const gzip = await pipeline(document, createGzip({ level: 6 }), buffer)
  return { gzip, etag: hash('sha256', gzip, 'base64url').slice(0, 22) }
}

const place = (tag: 'url' | 'sitemap', url: string, changed: Date | null): string =>
  `<${tag}><loc>${xmlText(url)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</${tag}>\n`

/** Returns the address of a part. It says where the part begins, so it is the same on every server. */
const partPath = ({ section, after }: Pick<Part, 'section' | 'after'>): string =>
  `/sitemap/${section.name}.xml${after === '' ? '' : `?after=${encodeURIComponent(after)}`}`

/** Returns the index of the part with the pages and the parts with things. */
const indexText = (parts: readonly Part[], publicUrl: string): Promise<PackedPart> =>
  packed('sitemapindex', [
    place('sitemap', `${publicUrl}/sitemap/pages.xml`, null),
    ...parts.map((part) => place('sitemap', publicUrl + partPath(part), part.changed)),
  ])

/** Returns the part with the pages that exist whatever is for sale. */
function pagesText(publicUrl: string): Promise<PackedPart> {
  const open = pages.filter(({ path, noIndex }) => !path.includes(':') && noIndex !== true)
  const places = open.map(({ path }) => place('url', publicUrl + path, null))
  return packed('urlset', places)
}

type Stretch = Pick<Part, 'section' | 'after'> & { until: string | undefined }

/** Yields the addresses of one part; without `until` up to the maximum of a part. */
async function* placesOf(
  { section, after, until }: Stretch,
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  limits: SitemapLimits,
): AsyncGenerator<string> {
  const { publicUrl } = config
  let last = after
  for (let left = limits.most; left > 0;) {
    const most = Math.min(limits.step, left)
    const rows = await rowsAfter(db, section, { after: last, until, most, now: now() })
    yield rows.map(({ path, changed }) => place('url', publicUrl + path, changed)).join('')
    last = rows.at(-1)?.key ?? last
    left -= rows.length
    if (rows.length < most) return
  }
}

/** Maximum bytes of cached parts: those of a million cars take some 30 MB. */
const cacheBytes = 16 * 1024 * 1024
/** Parts written at once, and requests that may wait for one: of the known parts, and of parts that begin at any other key. */
const waiting = { known: [1, 20], other: [1, 4] } as const

function send({ gzip, etag }: PackedPart, request: FastifyRequest, reply: FastifyReply) {
  const isPacked = acceptedEncodings(request.headers['accept-encoding']).has('gzip')
  const tag = `"${etag}${isPacked ? '-gz' : ''}"`
  asResource(reply)
  void reply
    .header('etag', tag)
    .header('cache-control', 'public, max-age=3600')
    .header('vary', 'Accept-Encoding')
    .type('application/xml; charset=utf-8')
  if (isSame(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (isPacked) return reply.header('content-encoding', 'gzip').send(gzip)
  return reply.send(Readable.from([gzip]).pipe(createGunzip()))
}

/** Mounts `GET /sitemap.xml`, the index, and its parts: pages, cars, dealers, articles. */
export function mountSitemap(app: FastifyInstance, deps: Deps, limits: SitemapLimits = sitemapLimits): void {
  const { publicUrl } = deps.config
  const parts = walkedParts(deps, limits)
  const cache = new ByteLru<PackedPart>(cacheBytes)
  const writings = new Semaphore(...waiting.known)
  const others = new Semaphore(...waiting.other)

  async function knownPart(part: Part): Promise<PackedPart> {
    const key = JSON.stringify([part.section.name, part.after, part.until, part.count, part.changed])
    // A request for a cached part does not wait for the writing of others.
    const written = cache.get(key)
    if (written) return written
    return writings.run(async () => {
      const meanwhile = cache.get(key)
      if (meanwhile) return meanwhile
      const text = await packed('urlset', placesOf(part, deps, limits))
      cache.set(key, text, text.gzip.length)
      return text
    })
  }

  app.get('/sitemap.xml', async (request, reply) =>
    send(await indexText(await parts(), publicUrl), request, reply),
  )
  app.get('/sitemap/pages.xml', async (request, reply) => send(await pagesText(publicUrl), request, reply))
  for (const section of sitemapSections) {
    app.get<{ Querystring: { after?: unknown } }>(`/sitemap/${section.name}.xml`, async (request, reply) => {
      const { after = '' } = request.query
      if (typeof after !== 'string' || !isName(after)) throw new AppError('not_found')
      const part = (await parts()).find((one) => one.section === section && one.after === after)
      if (part) return send(await knownPart(part), request, reply)
      // The key is no longer the beginning of a part, or is one on another server.
      const places = placesOf({ section, after, until: undefined }, deps, limits)
      return send(await others.run(() => packed('urlset', places)), request, reply)
    })
  }
}
