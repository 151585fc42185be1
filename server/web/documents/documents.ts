// Caches drawn documents by their address while the responses from which they were drawn stay the same. A document is drawn
// for a guest: no cookie and no token is read, so that it is right for every visitor.
import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { DrawnAnswer, DrawnCall, Draw } from '#contract/first-view.ts'
import { headers as names, pathOf } from '#contract/http.ts'
import { referenceRoutes, siteSettings } from '#contract/reference.ts'
import { ByteLru } from '../../kernel/byte-lru.ts'
import type { Deps } from '../../kernel/deps.ts'
import { compressedAs } from '../../kernel/http/compress.ts'
import type { Described, DescribePage } from '../found/found.ts'
import { memoryFile, type MemoryFile } from '../memory-file.ts'
import type { ServedPage } from '../pages.ts'
import type { pageMaker } from '../page-maker.ts'
import { type DocumentParts, type MadeDocument, makeDocument } from './document.ts'
import type { StylePart } from './styles.ts'

/** Output of the build that is needed to draw. */
interface Drawing extends Omit<DocumentParts, 'page'> {
  /** Loads the app that was built for the server, at the first call. */
  draw: () => Promise<Draw>
  /** Addresses of the style sheet of classes and of that of the fonts. */
  sheets: { styles: string; fonts: string }
}

/** Reads the output of the build that is needed to draw the app in `root`; returns undefined when it was not built. */
function readDrawing(root: string): Drawing | undefined {
  const code = join(root, '../render/render.js')
  const loader = join(root, '.pages/loader.js')
  if (!existsSync(code) || !existsSync(loader)) return undefined
  const { parts, ...sheets } = JSON.parse(readFileSync(join(root, '.pages/styles.json'), 'utf8')) as {
    styles: string
    fonts: string
    parts: StylePart[]
  }
  let draw: Promise<Draw> | undefined
  return {
    styles: parts,
    sheets,
    loader: readFileSync(loader, 'utf8').trim(),
    draw: () => (draw ??= import(pathToFileURL(code).href).then((module) => (module as { draw: Draw }).draw)),
  }
}

export interface Document extends Omit<MadeDocument, 'html'> {
  file: MemoryFile
  entry: string
  /** Milliseconds of the time at which all shown data was current. */
  asOf: number
}
/**
 * Returns the document of an address (see `publicAddress`). Returns its description when there is no document to draw, and
 * undefined when the caller must get the description itself. `mayDraw` is called before an address without a cached document
 * is drawn.
 */
export type DocumentOf = (
  address: string,
  page: ServedPage,
  mayDraw: () => boolean,
) => Promise<Document | Described | undefined>

interface CachedDocument {
  document: Document
  /** Calls from which the document was drawn, with hashes of their responses. */
  calls: ReadonlyMap<string, { call: DrawnCall; answer: string }>
  drawnAt: number
  checkedAt: number
  /** Whether a second request has started the strongest compression of the document. */
  isPacked?: true
}

const isDrawn = (one: CachedDocument | Described | undefined): one is CachedDocument =>
  one !== undefined && 'document' in one
/**
 * Returns whether a document was drawn recently. After the clock was turned back far, a document drawn before that does not
 * count as recent.
 */
const isYoung = ({ drawnAt }: CachedDocument, now: number) => Math.abs(now - drawnAt) < youngFor

const cacheBytes = 48_000_000
/** Maximum bytes of the cache of missing addresses and their descriptions. */
const missingBytes = 1_000_000
/** Milliseconds for which a missing address is not looked up again. */
const missingFor = 5000
/** Milliseconds for which a document is sent without a check of its responses. */
const rightFor = 1000
/** Milliseconds after which an unchanged document is drawn again: the age of the shown data counts from the drawing. */
const youngFor = 45_000
/** Maximum drawings in progress: beyond that the plain page is faster. */
const mostWaiting = 24
/** Maximum length of an address that is drawn; searches of people are shorter. */
const longestAddress = 600

/**
 * Returns a hash of a response without its time and its view counts: a change of these alone is no reason to draw a page
 * again.
 */
const sameAnswer = (body: string) => hash('sha1', body.replace(/"as_of":"[^"]*"|"clicks":\d+/g, ''), 'base64')
/** Returns a document without its times and view counts: while this text is the same, a browser needs no new document. */
const sameDocument = (html: string) =>
  html.replace(/"at":\d+,(?="origin":)|"asOf":\d+|"as_of":"[^"]*"|"clicks":\d+/g, '')
const isGone = (status: number) => status === 404 || status === 410
const keyOf = ({ method, url, body = '' }: DrawnCall) => `${method} ${url} ${body}`

async function compressed(html: string): Promise<MemoryFile> {
  const identity = Buffer.from(html)
  const [br, gzip] = await Promise.all([compressedAs('br', identity), compressedAs('gzip', identity)])
  return memoryFile({ identity, br, gzip }, 'text/html; charset=utf-8', 'no-cache', sameDocument(html))
}

interface DocumentPorts {
  maker: () => ReturnType<typeof pageMaker>
  describe: DescribePage
  failed: (error: unknown) => void
}

/** Returns the documents of the app in `root`; undefined when the build has no code that draws them. */
export function documentsOf(
  app: FastifyInstance,
  deps: Deps,
  root: string,
  o: DocumentPorts,
): DocumentOf | undefined {
  const drawing = readDrawing(root)
  if (!drawing) return undefined
  const { draw: open, sheets, ...parts } = drawing
  const cache = new ByteLru<CachedDocument>(cacheBytes)
  const missing = new ByteLru<{ described: Described; at: number }>(missingBytes)
  const making = new Map<string, Promise<CachedDocument | Described | undefined>>()

  /** Sends a call of a drawing to this server itself, as a guest. */
  async function ask({ method, url, headers, body }: DrawnCall): Promise<DrawnAnswer> {
    const options: InjectOptions = {
      method: method as 'GET' | 'POST',
      url,
      headers: { ...headers, [names.drawing]: '1' },
    }
    const answer = await app.inject(body === undefined ? options : { ...options, payload: body })
    const given = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
    return { status: answer.statusCode, headers: Object.fromEntries(given), body: answer.body }
  }

  async function settingsNow() {
    const url = pathOf(referenceRoutes.getSiteSettings)
    const { status, body } = await ask({ method: 'GET', url, headers: {}, body: undefined })
    if (status !== 200) throw new Error(`The settings of the site answered ${status}.`)
    return siteSettings.parse((JSON.parse(body) as { data?: unknown }).data)
  }

  /**
   * Draws an address. Returns its description instead when the page does not exist or the database does not respond in time.
   */
  async function make(
    address: string,
    { modules = [] }: ServedPage,
  ): Promise<CachedDocument | Described | undefined> {
    const described = await o.describe(new URL(address, deps.config.publicUrl))
    if (described.late) o.failed(new Error('The head of a page came too late.'))
    if (described.late || described.status !== 200) return described
    const at = deps.now().getTime()
    const calls: [string, { call: DrawnCall; answer: string }][] = []
    const statuses = new Set<number>()
    const draw = await open()
    const drawn = await draw({
      address,
      origin: new URL(deps.config.publicUrl).origin,
      settings: await settingsNow(),
      at,
      async fetch(call) {
        const answer = await ask(call)
        statuses.add(answer.status)
        calls.push([keyOf(call), { call, answer: sameAnswer(answer.body) }])
        return answer
      },
    })
    if (!drawn) {
      // The thing was removed during the drawing; the plain page says so.
      const failed = [...statuses].filter((status) => status >= 400)
      if (failed.length > 0 && failed.every(isGone)) return undefined
      throw new Error(`A read of a page failed (${[...statuses].join(', ')}).`)
    }
    const maker = o.maker()
    const scripts = maker.scripts(modules)
    const made = makeDocument({ ...parts, page: maker.html }, drawn, described.tags(drawn.head), {
      ...scripts,
      styles: sheets.styles,
      fonts: sheets.fonts,
    })
    const { html, ...sent } = made
    const document = {
      ...sent,
      file: await compressed(html),
      entry: scripts.entry,
      asOf: Math.min(at, ...drawn.view.reads.map(({ asOf }) => asOf)),
    }
    return { document, calls: new Map(calls), drawnAt: at, checkedAt: at }
  }

  /**
   * Compresses a document as strongly as possible for later requests. That takes a tenth of a second, so a document that is
   * requested only once, as most are, is not compressed this way.
   */
  function pack(one: CachedDocument): void {
    const { identity, br } = one.document.file.variants
    if (one.isPacked || !br) return
    one.isPacked = true
    compressedAs('br', identity.bytes, { thoroughly: true }).then((bytes) => {
      br.bytes = bytes
    }, o.failed)
  }

  /** Returns whether the responses from which a document was drawn are unchanged. */
  async function isRight({ calls }: CachedDocument): Promise<boolean> {
    const same = [...calls.values()].map(
      async ({ call, answer }) => sameAnswer((await ask(call)).body) === answer,
    )
    return (await Promise.all(same)).every(Boolean)
  }

  async function renew(
    address: string,
    page: ServedPage,
    old: CachedDocument | undefined,
  ): Promise<CachedDocument | Described | undefined> {
    const now = deps.now().getTime()
    if (old && isYoung(old, now) && (await isRight(old))) {
      old.checkedAt = now
      pack(old)
      return old
    }
    const made = await make(address, page)
    if (isDrawn(made)) {
      const variants = Object.values(made.document.file.variants)
      const bytes = variants.reduce((sum, variant) => sum + variant.bytes.length, 2000)
      cache.set(address, made, bytes)
    } else if (made && isGone(made.status)) missing.set(address, { described: made, at: now }, 4000)
    return made
  }

  return async (address, page, mayDraw) => {
    if (address.length > longestAddress) return undefined
    const now = deps.now().getTime()
    const gone = missing.get(address)
    if (gone && Math.abs(now - gone.at) < missingFor) return gone.described
    const old = cache.get(address)
    if (old && Math.abs(now - old.checkedAt) < rightFor) {
      pack(old)
      return old.document
    }
    let made = making.get(address)
    if (!made) {
      if (making.size >= mostWaiting) return old && isYoung(old, now) ? old.document : undefined
      if (!old && !mayDraw()) return undefined
      made = renew(address, page, old)
        .catch((error: unknown) => {
          o.failed(error)
          return undefined
        })
        .then((one) => {
          // The data of the cached document may be outdated.
          if (!isDrawn(one)) cache.delete(address)
          return one
        })
        .finally(() => making.delete(address))
      making.set(address, made)
    }
    const one = await made
    return isDrawn(one) ? one.document : one
  }
}
