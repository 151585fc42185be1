// Keeps drawn documents by their address, for as long as the answers they were drawn from are still right. A document is the
// guest's: no cookie and no token is read, so that the same one is right for everybody.
import { createHash } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type DrawnAnswer, type DrawnCall } from '#contract/first-view.ts'
import { headers as names, pathOf } from '#contract/http.ts'
import { referenceRoutes, siteSettings } from '#contract/reference.ts'
import { ByteLru } from '../../kernel/byte-lru.ts'
import type { Deps } from '../../kernel/deps.ts'
import { compressedAs } from '../../kernel/http/compress.ts'
import type { Found } from '../found/found.ts'
import { memoryFile, type MemoryFile } from '../memory-file.ts'
import type { ServedPage } from '../pages.ts'
import type { pageMaker } from '../page-maker.ts'
import { makeDocument } from './document.ts'
import { type Drawing, readDrawing } from './read-drawing.ts'

/** A document as it is sent. */
export interface Document {
  file: MemoryFile
  entry: string
  styleSource: string
  scriptSource: string
}
export interface Documents {
  /** The document of a path with its query; undefined where the plain page has to do. */
  of: (address: string, page: ServedPage) => Promise<Document | undefined>
}

interface CachedDocument {
  document: Document
  /** Calls it was drawn from, and what their answers were. */
  calls: ReadonlyMap<string, { call: DrawnCall; answer: string }>
  drawnAt: number
  checkedAt: number
}

const cacheBytes = 48_000_000
/** Milliseconds for which a document is right without a look at its answers. */
const rightFor = 1000
/** And until it is drawn again all the same: the age of what it shows counts from its drawing. */
const youngFor = 45_000
/** Drawings that wait at the most: beyond that the plain page is the faster answer. */
const mostWaiting = 24
/** Longer addresses are no search of a person. */
const longestAddress = 600

/**
 * When an answer was made says nothing of what it says, and how many looked at a car is no reason to draw its page
 * again.
 */
const sameAnswer = (body: string) =>
  createHash('sha1')
    .update(body.replace(/"as_of":"[^"]*"|"clicks":\d+/g, ''))
    .digest('base64')
const keyOf = ({ method, url, body = '' }: DrawnCall) => `${method} ${url} ${body}`

async function compressed(html: string): Promise<MemoryFile> {
  const identity = Buffer.from(html)
  const [br, gzip] = await Promise.all([
    compressedAs('br', identity, { thoroughly: true }),
    compressedAs('gzip', identity),
  ])
  return memoryFile({ identity, br, gzip }, 'text/html; charset=utf-8', 'no-cache')
}

interface DocumentPorts {
  maker: () => ReturnType<typeof pageMaker>
  describe: Found['describe']
  failed: (error: unknown) => void
}

/** The documents of the app in `root`; undefined where nothing was built to draw them with. */
export function createDocuments(
  app: FastifyInstance,
  deps: Deps,
  root: string,
  o: DocumentPorts,
): Documents | undefined {
  const drawing = readDrawing(root)
  return drawing && drawWith(drawing, app, deps, o)
}

function drawWith(built: Drawing, app: FastifyInstance, deps: Deps, o: DocumentPorts): Documents {
  const cache = new ByteLru<CachedDocument>(cacheBytes)
  const making = new Map<string, Promise<CachedDocument | undefined>>()

  /** A call of a drawing, answered by this very server, as anybody's who is not signed in. */
  async function ask({ method, url, headers, body }: DrawnCall): Promise<DrawnAnswer> {
    const options: InjectOptions = {
      method: method as 'GET' | 'POST',
      url,
      headers: { ...headers, [names.drawing]: '1' },
    }
    const answer = await app.inject(body === undefined ? options : { ...options, payload: body })
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: answer.body,
    }
  }

  async function make(address: string, { modules = [] }: ServedPage): Promise<CachedDocument | undefined> {
    const at = deps.now().getTime()
    const calls: [string, { call: DrawnCall; answer: string }][] = []
    const settings = await ask({
      method: 'GET',
      url: pathOf(referenceRoutes.getSiteSettings),
      headers: {},
      body: undefined,
    })
    const known = siteSettings.safeParse((JSON.parse(settings.body) as { data?: unknown }).data)
    if (!known.success) return undefined
    const drawn = await (
      await built.draw()
    )({
      address,
      origin: new URL(deps.config.publicUrl).origin,
      settings: known.data,
      at,
      async fetch(call) {
        const answer = await ask(call)
        calls.push([keyOf(call), { call, answer: sameAnswer(answer.body) }])
        return answer
      },
    })
    if (!drawn) return undefined
    const { status, tags } = await o.describe(new URL(address, deps.config.publicUrl), drawn.head)
    if (status !== 200) return undefined
    const maker = o.maker()
    const scripts = maker.scripts(modules)
    const made = makeDocument({ ...built, page: maker.html }, drawn, tags, {
      ...scripts,
      styles: built.sheets.styles,
      fonts: built.sheets.fonts,
    })
    const document = {
      file: await compressed(made.html),
      entry: scripts.entry,
      styleSource: made.styleSource,
      scriptSource: made.scriptSource,
    }
    return { document, calls: new Map(calls), drawnAt: at, checkedAt: at }
  }

  /** Whether the answers a document was drawn from are the same today. */
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
  ): Promise<CachedDocument | undefined> {
    const now = deps.now().getTime()
    if (old && now - old.drawnAt < youngFor && (await isRight(old))) {
      old.checkedAt = now
      return old
    }
    const made = await make(address, page)
    if (!made) return undefined
    const { identity, br: small, gzip: plain } = made.document.file.variants
    cache.set(
      address,
      made,
      [identity, small, plain].reduce((sum, one) => sum + (one?.bytes.length ?? 0), 2000),
    )
    return made
  }

  return {
    async of(address, page) {
      if (address.length > longestAddress) return undefined
      const old = cache.get(address)
      const now = deps.now().getTime()
      if (old && Math.abs(now - old.checkedAt) < rightFor) return old.document
      let made = making.get(address)
      if (!made) {
        if (making.size >= mostWaiting) return old?.document
        made = renew(address, page, old)
          .catch((error: unknown) => {
            o.failed(error)
            return undefined
          })
          .finally(() => making.delete(address))
        making.set(address, made)
      }
      return (await made)?.document
    },
  }
}
