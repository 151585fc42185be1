import { agePlace, asOfHeader } from '#contract/first-view.ts'
import { headers } from '#contract/http.ts'
import { ignoreExpected, isAborted, isMissingFile } from '#contract/values/expected.ts'
import { publicAddress } from '#contract/pages.ts'
import { isPassing } from '#local/worker'
import { cachedAt, type LruCache } from './lru-cache.ts'

/** Keeps the worker alive for work that no response waits for. */
type Later = (work: Promise<unknown>) => void

export interface DocumentPorts {
  cache: LruCache
  /** Address of the entry script of this version: only documents drawn for it are used. */
  entry: string
  network: (request: Request) => Promise<Response>
  shell: () => Promise<Response>
  now: () => number
  wait: (ms: number) => Promise<void>
  /** Returns what the browser says; only `false` is reliable. */
  isOnline: () => boolean
  savesData: () => boolean
}

/** Header of a stored document: the byte position before which the age is inserted. */
const agedAt = 'x-aged-at'
const day = 86_400_000
/** Maximum age in ms: a car of an older document may be sold. */
const longest = 7 * day
/** Age in ms up to which a document is shown without its age. */
const fresh = 60_000
/** Maximum length of a stored document, in characters. */
const largest = 300_000
/** Milliseconds that a navigation waits for the network. */
export const documentPatience = 2500
/** Milliseconds without another request after a network failure or a response of another version. */
export const pause = 15_000
/** Milliseconds between two refreshes of one document, without and with Save-Data. */
const refreshEvery = { always: 30_000, saving: day }
/** Milliseconds in which an opening page has the network and the worker to itself. */
export const calm = 3000
const time = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
/** Statuses of an address whose page no longer exists. */
const gone: ReadonlySet<number> = new Set([404, 410])

/** Returns the cache key of the document of a public address; undefined for any other address. */
function keyOf(url: URL): string | undefined {
  const address = publicAddress(url)
  return address && url.origin + address
}

/**
 * Adds the style sheet of the fonts to a document: after the first visit the fonts are on this device. A small phone takes a
 * quarter of a second to lay out a whole page in these fonts, so narrow screens get them with the next screen.
 */
function withFonts(html: string): string {
  const [, fonts] = /"fonts":"(\/assets\/[\w.-]+)"/.exec(html) ?? []
  const sheet = fonts === undefined ? '' : `<link rel="stylesheet" href="${fonts}" media="(width >= 40rem)">`
  return html.replace('</head>', `${sheet}</head>`)
}

/**
 * Creates the cache of documents of public addresses as the server draws them. The requests have no credentials, so the
 * documents are those of a guest and contain no personal data. A cached document answers a navigation at once, with its age
 * when it is old, and is refreshed afterwards.
 */
export function createDocumentCache(o: DocumentPorts) {
  const { cache, now } = o
  let silentUntil = 0
  const underWay = new Set<string>()

  const fits = (reply: Response) => reply.headers.get(headers.firstView) === o.entry
  const mayAsk = () => o.isOnline() && now() >= silentUntil

  async function find(key: string): Promise<{ reply: Response; age: number } | undefined> {
    const reply = await cache.find(key)
    const age = now() - Number(reply?.headers.get(cachedAt))
    return reply && fits(reply) && reply.headers.has(agedAt) && age >= 0 && age <= longest
      ? { reply, age }
      : undefined
  }
  /**
   * Returns a document, with its age when it is old, so that no old price is shown without its age. The browser joins the
   * parts itself, so the worker does not read the stored bytes.
   */
  async function aged({ reply, age }: { reply: Response; age: number }): Promise<Response> {
    if (age <= fresh) return reply
    const since = new Date(now() - age).toLocaleString('en-GB', time)
    const place = Number(reply.headers.get(agedAt))
    const html = await reply.blob()
    const parts = [
      html.slice(0, place),
      `<p id="kept-age">as of ${since}</p>`,
      html.slice(place + agePlace.length),
    ]
    return new Response(new Blob(parts), reply)
  }
  async function store(key: string, reply: Response): Promise<void> {
    const html = await reply.text().catch(ignoreExpected('read-document', isMissingFile, isAborted))
    if (!html?.includes(agePlace) || html.length > largest) return
    const marks = new Headers(reply.headers)
    // These headers describe the transfer, not the stored text.
    for (const name of ['content-encoding', 'content-length', 'vary']) marks.delete(name)
    // After a 304 the browser returns its old text with new headers, so the text gets `asOf` from the header.
    const since = marks.get(asOfHeader)
    const text = withFonts(since ? html.replace(/"asOf":\d+/g, `"asOf":${since}`) : html)
    const before = text.slice(0, text.indexOf(agePlace))
    marks.set(agedAt, String(new TextEncoder().encode(before).length))
    await cache.put(key, new Response(text, { headers: marks }))
    await cache.trim()
  }
  /** Requests the current document and stores it if possible; returns undefined when the response is of no use. */
  async function ask(key: string, later: Later): Promise<Response | undefined> {
    const reply = await o
      .network(
        new Request(key, {
          credentials: 'omit',
          cache: 'no-cache',
          redirect: 'manual',
          headers: { accept: 'text/html' },
        }),
      )
      .catch(ignoreExpected('ask-document', isMissingFile, isPassing))
    // The browser handles a redirect or a file itself.
    const type = reply?.headers.get('content-type') ?? ''
    if (reply?.type === 'opaqueredirect' || (reply?.ok && !type.startsWith('text/html'))) return reply
    if (reply && gone.has(reply.status)) later(cache.drop(key))
    if (reply && fits(reply)) {
      if (reply.status === 200) later(store(key, reply.clone()))
      return reply
    }
    // A page that was sent without being drawn says nothing about the next one, so it causes no pause.
    if (!reply || reply.status >= 500 || reply.headers.has(headers.firstView)) silentUntil = now() + pause
    return undefined
  }
  async function refresh(key: string, later: Later): Promise<void> {
    if (underWay.has(key) || !mayAsk()) return
    underWay.add(key)
    try {
      const found = await find(key).catch(ignoreExpected('find-document', isPassing))
      if (!found || found.age >= refreshEvery[o.savesData() ? 'saving' : 'always']) await ask(key, later)
    } finally {
      underWay.delete(key)
    }
  }

  return {
    /**
     * Answers a navigation with the cached document, with the network's response when it arrives in time, or with the shell.
     */
    async answer(url: URL, later: Later): Promise<Response> {
      const key = keyOf(url)
      if (!key) return o.shell()
      const found = await find(key)
        .then((hit) => hit && aged(hit))
        .catch(ignoreExpected('find-document', isPassing))
      if (found) {
        later(o.wait(calm).then(() => refresh(key, later)))
        return found
      }
      if (!mayAsk()) return o.shell()
      const refreshing = ask(key, later)
      // A slow response is stored for the next navigation.
      later(refreshing)
      const late = Symbol('late')
      const first = await Promise.race([refreshing, o.wait(documentPatience).then(() => late)])
      if (first === late) silentUntil = now() + pause
      return first instanceof Response ? first : o.shell()
    },
    /** Stores the current document of a public address; a recent one stays. */
    async keep(url: URL, later: Later) {
      const key = keyOf(url)
      if (key) await refresh(key, later)
    },
  }
}
