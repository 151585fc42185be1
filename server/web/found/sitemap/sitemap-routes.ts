import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
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
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { pages } from '#contract/pages.ts'
import { xmlHead, xmlText } from '../tags.ts'

const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** A document, packed: texts of many megabytes are in memory in no other form. */
interface PackedPart {
  gzip: Buffer
  etag: string
}

/** Packs pieces of text as they come. */
async function packed(pieces: AsyncIterable<string> | Iterable<string>): Promise<PackedPart> {
  const pack = createGzip({ level: 6 })
  const chunks: Buffer[] = []
  const hash = createHash('sha256')
  pack.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(pack, 'end')
  for await (const piece of pieces) {
    hash.update(piece)
    if (!pack.write(piece)) await once(pack, 'drain')
  }
  pack.end()
  await ended
  return { gzip: Buffer.concat(chunks), etag: hash.digest('base64url').slice(0, 22) }
}

const place = (tag: 'url' | 'sitemap', url: string, changed: Date | null): string =>
  `<${tag}><loc>${xmlText(url)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</${tag}>\n`

/** Address of a part, the same on every server: it says where the part begins. */
const partPath = ({ section, after }: Pick<Part, 'section' | 'after'>): string =>
  `/sitemap/${section.name}.xml${after === '' ? '' : `?after=${encodeURIComponent(after)}`}`

/** The index: the part with the pages, and those with things. */
function indexText(parts: readonly Part[], publicUrl: string): Promise<PackedPart> {
  return packed([
    `${xmlHead}<sitemapindex xmlns="${xmlns}">\n`,
    place('sitemap', `${publicUrl}/sitemap/pages.xml`, null),
    ...parts.map((part) => place('sitemap', publicUrl + partPath(part), part.changed)),
    '</sitemapindex>\n',
  ])
}

/** Pages that are there whatever is for sale. */
function pagesText(publicUrl: string): Promise<PackedPart> {
  const open = pages.filter(({ path, noIndex }) => !path.includes(':') && noIndex !== true)
  return packed([
    `${xmlHead}<urlset xmlns="${xmlns}">\n`,
    ...open.map(({ path }) => place('url', publicUrl + path, null)),
    '</urlset>\n',
  ])
}

type Stretch = Pick<Part, 'section' | 'after'> & { until: string | undefined }

async function* piecesOf(
  { section, after, until }: Stretch,
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  limits: SitemapLimits,
): AsyncGenerator<string> {
  const { publicUrl } = config
  yield `${xmlHead}<urlset xmlns="${xmlns}">\n`
  let last = after
  for (let left = limits.most; left > 0;) {
    const most = Math.min(limits.step, left)
    const rows = await rowsAfter(db, section, { after: last, until, most, now: now() })
    yield rows.map(({ path, changed }) => place('url', publicUrl + path, changed)).join('')
    last = rows.at(-1)?.key ?? last
    left -= rows.length
    if (rows.length < most) break
  }
  yield '</urlset>\n'
}

/** The addresses of one part; without an end it goes on as far as a part may. */
const partText = (
  stretch: Stretch,
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  limits: SitemapLimits,
): Promise<PackedPart> => packed(piecesOf(stretch, deps, limits))

/** Bytes of packed parts kept: those of a million cars come to some 30 MB. */
const cacheBytes = 16 * 1024 * 1024
/** Parts written at once, and requests that may wait for one: of the parts there are, and of those begun anywhere else. */
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

/** `GET /sitemap.xml`, the index, and its parts: pages, cars, dealers, articles. */
export function mountSitemap(app: FastifyInstance, deps: Deps, limits: SitemapLimits = sitemapLimits): void {
  const { publicUrl } = deps.config
  const parts = walkedParts(deps, limits)
  const cache = new ByteLru<PackedPart>(cacheBytes)
  const writings = new Semaphore(...waiting.known)
  const others = new Semaphore(...waiting.other)

  async function knownPart(part: Part): Promise<PackedPart> {
    const key = JSON.stringify([part.section.name, part.after, part.until, part.count, part.changed])
    // Nobody who asks for what is there waits for those who do not.
    const written = cache.get(key)
    if (written) return written
    return writings.run(async () => {
      const meanwhile = cache.get(key)
      if (meanwhile) return meanwhile
      const text = await partText(part, deps, limits)
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
      // Begun where no part begins by now, or where another server had one.
      const stretch = { section, after, until: undefined }
      return send(await others.run(() => partText(stretch, deps, limits)), request, reply)
    })
  }
}
