import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError } from '#contract/errors.ts'
import { ByteLru } from '../../../kernel/byte-lru.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { acceptedEncodings } from '../../../kernel/http/encodings.ts'
import { asResource } from '../../../kernel/http/security.ts'
import { Semaphore } from '../../../kernel/semaphore.ts'
import { isSame } from '../../../kernel/http/etag.ts'
import { isName } from '../facts.ts'
import { indexText, type Packed, pagesText, partText } from './part-text.ts'
import { sitemapLimits, type SitemapLimits, walkedParts } from './parts.ts'
import { sections } from './sections.ts'

/** Bytes of packed parts kept: those of a million cars come to some 30 MB. */
const cacheBytes = 16 * 1024 * 1024
/** Parts written at once, and requests that may wait for one. */
const [places, waiting] = [1, 20]

function send({ gzip, etag }: Packed, request: FastifyRequest, reply: FastifyReply) {
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
  const cache = new ByteLru<Packed>(cacheBytes)
  const writings = new Semaphore(places, waiting)

  app.get('/sitemap.xml', async (request, reply) =>
    send(await indexText(await parts.all(), publicUrl), request, reply),
  )
  app.get('/sitemap/pages.xml', async (request, reply) => send(await pagesText(publicUrl), request, reply))
  for (const section of sections) {
    app.get<{ Querystring: { after?: unknown } }>(`/sitemap/${section.name}.xml`, async (request, reply) => {
      const { after = '' } = request.query
      if (typeof after !== 'string' || !isName(after)) throw new AppError('not_found')
      const known = (await parts.all()).find((part) => part.section === section && part.after === after)
      // Begun where no part begins by now, or where another server had one.
      const stretch = known ?? { section, after, until: undefined }
      const key = known && JSON.stringify([section.name, after, known.until, known.count, known.changed])
      const text = await writings.run(async () => {
        const written = (key !== undefined && cache.get(key)) || (await partText(stretch, deps, limits))
        if (key !== undefined) cache.set(key, written, written.gzip.length)
        return written
      })
      return send(text, request, reply)
    })
  }
}
