import { ignoreExpected } from '#contract/values/expected.ts'
import { playersOf } from '../blogs/blogs-routes.ts'
import { isDatabaseAway } from '../kernel/db/failures.ts'
import { asOfHeader } from '#contract/first-view.ts'
import { headers } from '#contract/http.ts'
import { publicAddress } from '#contract/pages.ts'
import { type Mount, ok } from '../kernel/call.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../kernel/deps.ts'
import { asResource } from '../kernel/http/security.ts'
import { siteName } from '../reference/reference-store.ts'
import { counter } from '../kernel/http/metrics.ts'
import { isLoopbackIp, networkOf } from '../kernel/http/network.ts'
import { CallerCounts } from '../kernel/http/windows.ts'
import { mountDevMail } from './dev-mail.ts'
import { documentsOf } from './documents/documents.ts'
import { pageDescriber } from './found/found.ts'
import type { CarsOf } from './found/pages.ts'
import { isSame } from '../kernel/http/etag.ts'
import { type ContentEncoding, type MemoryFile, pick, type Variant } from './memory-file.ts'
import { type ServedPage, servedPageOf, decodedPath } from './pages.ts'
import { readApp } from './read-app.ts'
import { createHash } from 'node:crypto'
import { ByteLru } from '../kernel/byte-lru.ts'
import { compressedAs, encodingFor } from '../kernel/http/compress.ts'
import { AppError } from '#contract/errors.ts'
import { clientErrorRoutes } from '#contract/sync/client-errors.ts'

const asHtml = { type: 'text/html; charset=utf-8', cacheControl: 'no-cache' } as const
/** Maximum bytes of cached compressed pages. */
const cacheBytes = 8 * 1024 * 1024

/** Cache of pages, compressed as browsers accept them. The entity tag of a page identifies its exact bytes. */
class PackedPages {
  readonly #cache = new ByteLru<Variant>(cacheBytes)

  async of(text: string, acceptEncoding: string | undefined): Promise<[ContentEncoding, Variant]> {
    const encoding = encodingFor(acceptEncoding) ?? 'identity'
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    const etag = `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`
    const known = this.#cache.get(etag)
    if (known) return [encoding, known]
    const bytes = encoding === 'identity' ? Buffer.from(text) : await compressedAs(encoding, text)
    const variant = { bytes, etag }
    this.#cache.set(etag, variant, bytes.length)
    return [encoding, variant]
  }
}

const pathOf = (request: FastifyRequest): string => decodedPath(request.url.split('?', 1)[0] ?? '/')

/** Returns the address under which the document of a public page is drawn and cached. It normalises the escapes of the path. */
const addressOf = ({ pathname, searchParams }: URL): string | undefined =>
  publicAddress({
    pathname: decodedPath(pathname).split('/').map(encodeURIComponent).join('/'),
    searchParams,
  })

function send(
  { type, cacheControl }: Pick<MemoryFile, 'type' | 'cacheControl'>,
  [encoding, { bytes, etag }]: [ContentEncoding, Variant],
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  void reply.header('etag', etag).header('cache-control', cacheControl).header('vary', 'Accept-Encoding')
  if (status === 200 && isSame(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.code(status).type(type).send(bytes)
}

/** Extends the policy of a page: allows its own styles and scripts by their hash, and the player when there are videos. */
function allow(
  reply: FastifyReply,
  styles: readonly string[],
  frames: readonly string[],
  scripts: readonly string[] = [],
): void {
  const policy = reply.getHeader('content-security-policy')
  if (typeof policy !== 'string') return
  void reply.header(
    'content-security-policy',
    policy
      .replace("script-src 'self'", ["script-src 'self'", ...scripts].join(' '))
      .replace("style-src 'self'", ["style-src 'self'", ...styles].join(' '))
      .replace("frame-src 'none'", frames.length > 0 ? `frame-src ${frames.join(' ')}` : "frame-src 'none'"),
  )
}

/** New documents that are drawn per minute for one network; further pages are sent plain. */
export const drawingsAMinute = 240

/**
 * Mounts every address outside the API: a file of the app built into `root`, or the app itself (R-NAV-29: with status 404
 * where it has no page). Mounts nothing when no app was built.
 */
function mountApp(
  app: FastifyInstance,
  deps: Deps,
  { root, limits, carsOf }: { root: string; limits: boolean; carsOf: CarsOf },
): void {
  let last = deps.config.siteName
  const read = readApp(root, last)
  if (!read) return
  let web = read
  let frames: readonly string[] = []
  let looking: Promise<void> | undefined
  /** Reads the site name and the players. No page waits for the database: until it responds, pages have the last name. */
  async function look(): Promise<void> {
    const name = await siteName(deps)
    if (name !== last) web = readApp(root, name) ?? web
    last = name
    frames = await playersOf(deps)
  }
  app.addHook('onListen', async () => look().catch(ignoreExpected('read-name', isDatabaseAway)))
  const countFailure = counter(app, 'page_drawing_failures_total', 'Pages that could not be drawn.', [])
  const describe = pageDescriber(deps, carsOf)
  const documentOf = documentsOf(app, deps, root, {
    maker: () => web.maker,
    describe,
    failed: (error) => {
      app.log.error(error, 'a page could not be drawn')
      countFailure({})
    },
  })
  const packed = new PackedPages()
  const counts = new CallerCounts(() => deps.now().getTime())
  function mayDraw({ ip }: FastifyRequest): boolean {
    // A loopback address may be a proxy that is not trusted and stands for all visitors.
    if (!limits || isLoopbackIp(ip)) return true
    let drawn = 0
    counts.incr(networkOf(ip), (_, { current } = { current: 0, ttl: 0 }) => {
      drawn = current
    })
    return drawn <= drawingsAMinute
  }
  async function sendPage(page: ServedPage | undefined, request: FastifyRequest, reply: FastifyReply) {
    const url = new URL(`http://localhost${request.url}`)
    const address = page?.isDrawn ? addressOf(url) : undefined
    const made =
      page && address !== undefined ? await documentOf?.(address, page, () => mayDraw(request)) : undefined
    if (made && 'file' in made) {
      // With this header a browser changes to another process before it parses the page, which delays the first view of a
      // phone.
      void reply.removeHeader('cross-origin-opener-policy')
      allow(reply, [made.styleSource], frames, [made.scriptSource])
      void reply.header(headers.firstView, made.entry).header(asOfHeader, String(made.asOf))
      if (made.link !== undefined) void reply.header('link', made.link)
      return send(made.file, pick(made.file, request.headers['accept-encoding']), 200, request, reply)
    }
    const { status, tags } = made ?? (await describe(url))
    if (status === 503) void reply.header('retry-after', '5')
    allow(reply, web.styleSources, frames)
    const sent = await packed.of(web.page(page, tags()), request.headers['accept-encoding'])
    return send(asHtml, sent, status, request, reply)
  }
  app.get('/*', (request, reply) => {
    looking ??= look()
      // While the database is unavailable, the name stays.
      .catch(ignoreExpected('read-name', isDatabaseAway))
      .finally(() => {
        looking = undefined
      })
    const path = pathOf(request)
    const file = web.files.get(path)
    if (path === '/index.html') allow(reply, web.styleSources, frames)
    if (file) {
      if (path.startsWith('/assets/')) asResource(reply)
      return send(file, pick(file, request.headers['accept-encoding']), 200, request, reply)
    }
    const accept = request.headers.accept ?? '*/*'
    const page = servedPageOf(path)
    if (page && /text\/html|\*\/\*/.test(accept)) return sendPage(page, request, reply)
    if (/^\/(api|media|assets)\//.test(path) || !accept.includes('text/html')) return reply.callNotFound()
    return sendPage(undefined, request, reply)
  })
}

/** Mounts everything beside the API: the app, when it was built, the e-mails of a demo, and the error reports of apps. */
export function mountWeb(
  app: FastifyInstance,
  mount: Mount,
  deps: Deps,
  { root, limits, carsOf }: { root: string | undefined; limits: boolean; carsOf: CarsOf },
): void {
  mountDevMail(app, deps)
  mountClientErrors(app, mount, deps, { limits })
  if (root !== undefined) mountApp(app, deps, { root, limits, carsOf })
}

// Error reports of apps on phones: a line in the log and a count in /metrics, nothing in the database.

/** Reports per minute that are logged for all phones together: a broken release must not flood the log. */
export const reportsPerMinute = 300
/** Pairs of name and code that are counted separately; every later pair counts as `other`. */
export const mostPairs = 100

function mountClientErrors(
  app: FastifyInstance,
  mount: Mount,
  deps: Pick<Deps, 'now'>,
  o: { limits: boolean },
): void {
  const count = counter(app, 'client_errors_total', 'Bugs reported by apps, by name and code.', [
    'name',
    'code',
  ])
  const pairs = new Set<string>()
  let minute = 0
  let reports = 0

  function tally(name: string, code: string) {
    const pair = `${name} ${code}`
    if (pairs.size < mostPairs) pairs.add(pair)
    count(pairs.has(pair) ? { name, code } : { name: 'other', code: 'other' })
  }
  mount(clientErrorRoutes.reportClientErrors, async ({ body }) => {
    const now = Math.floor(deps.now().getTime() / 60_000)
    if (now !== minute) [minute, reports] = [now, 0]
    if (o.limits && ++reports > reportsPerMinute) throw new AppError('rate_limited', { retryAfter: 60 })
    for (const error of body.errors) {
      const { name, code = 'none' } = error
      tally(name, code)
      app.log.warn({ clientError: { ...error, version: body.version } }, 'an app met a bug')
    }
    return ok
  })
}
