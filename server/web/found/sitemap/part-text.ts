import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createGzip } from 'node:zlib'
import { pages } from '#contract/pages.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { xmlHead, xmlText } from '../xml.ts'
import type { Part, SitemapLimits } from './parts.ts'

const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** A document, packed: texts of many megabytes are in memory in no other form. */
export interface PackedPart {
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
export const partPath = ({ section, after }: Pick<Part, 'section' | 'after'>): string =>
  `/sitemap/${section.name}.xml${after === '' ? '' : `?after=${encodeURIComponent(after)}`}`

/** The index: the part with the pages, and those with things. */
export function indexText(parts: readonly Part[], publicUrl: string): Promise<PackedPart> {
  return packed([
    `${xmlHead}<sitemapindex xmlns="${xmlns}">\n`,
    place('sitemap', `${publicUrl}/sitemap/pages.xml`, null),
    ...parts.map((part) => place('sitemap', publicUrl + partPath(part), part.changed)),
    '</sitemapindex>\n',
  ])
}

/** Pages that are there whatever is for sale. */
export function pagesText(publicUrl: string): Promise<PackedPart> {
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
    const rows = await section.rows(db, { after: last, until, most, now: now() })
    yield rows.map(({ path, changed }) => place('url', publicUrl + path, changed)).join('')
    last = rows.at(-1)?.key ?? last
    left -= rows.length
    if (rows.length < most) break
  }
  yield '</urlset>\n'
}

/** The addresses of one part; without an end it goes on as far as a part may. */
export const partText = (
  stretch: Stretch,
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  limits: SitemapLimits,
): Promise<PackedPart> => packed(piecesOf(stretch, deps, limits))
