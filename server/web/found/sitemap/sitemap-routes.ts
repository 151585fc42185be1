import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError } from '#contract/errors.ts'
import { ByteLru } from '../../../kernel/byte-lru.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { acceptedEncodings } from '../../../kernel/http/compress.ts'
import { asResource } from '../../../kernel/http/security.ts'
import { Semaphore } from '../../../kernel/semaphore.ts'
import { isSame } from '../../../kernel/http/etag.ts'
import { isName } from '../facts.ts'
import { indexText, type PackedPart, pagesText, partText } from './part-text.ts'
import { type Part, sitemapLimits, type SitemapLimits, walkedParts } from './parts.ts'
import { sitemapSections } from './sections.ts'

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
    send(await indexText(await parts.all(), publicUrl), request, reply),
  )
  app.get('/sitemap/pages.xml', async (request, reply) => send(await pagesText(publicUrl), request, reply))
  for (const section of sitemapSections) {
    app.get<{ Querystring: { after?: unknown } }>(`/sitemap/${section.name}.xml`, async (request, reply) => {
      const { after = '' } = request.query
      if (typeof after !== 'string' || !isName(after)) throw new AppError('not_found')
      const part = (await parts.all()).find((one) => one.section === section && one.after === after)
      if (part) return send(await knownPart(part), request, reply)
      // Begun where no part begins by now, or where another server had one.
      const stretch = { section, after, until: undefined }
      return send(await others.run(() => partText(stretch, deps, limits)), request, reply)
    })
  }
}
