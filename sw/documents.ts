import { agePlace, asOfHeader } from '#contract/first-view.ts'
import { headers } from '#contract/http.ts'
import { ignoreExpected, isAborted, isMissingFile } from '#contract/values/expected.ts'
import { publicAddress } from '#contract/pages.ts'
import { isPassing } from '#local/worker'
import { cachedAt, type LruCache } from './lru-cache.ts'

/** Keeps the worker alive for work that no answer waits for. */
type Later = (work: Promise<unknown>) => void

export interface DocumentPorts {
  cache: LruCache
  /** Address of the entry script of this version: only documents drawn for it are used. */
  entry: string
  network: (request: Request) => Promise<Response>
  shell: () => Promise<Response>
  now: () => number
  wait: (ms: number) => Promise<void>
  /** The browser's opinion, which is to be trusted where it says no. */
  isOnline: () => boolean
  savesData: () => boolean
}

/** Header of a stored document: before which of its bytes the age is written. */
const agedAt = 'x-aged-at'
const day = 86_400_000
/** What is older may be sold. */
const longest = 7 * day
/** As fresh as an answer without an age. */
const fresh = 60_000
/** Longest document, in characters. */
const largest = 300_000
/** How long a navigation waits for the network, ms. */
export const documentPatience = 2500
/** A network without an answer, or a server of another version, is not asked again for so long, ms. */
export const pause = 15_000
/** Milliseconds between two refreshes of one document, and the same with Save-Data. */
const refreshEvery = { always: 30_000, saving: day }
/** A page that opens has the network and the worker to itself for so long, ms. */
export const calm = 3000
const time = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
/** Statuses of an address whose page is no more. */
const gone: ReadonlySet<number> = new Set([404, 410])

/** Under what the document of a public address is stored. */
function keyOf(url: URL): string | undefined {
  const address = publicAddress(url)
  return address && url.origin + address
}

/**
 * The fonts, which a first visit does without, are on this device by now. Setting a whole page in them takes a small phone a
 * quarter of a second: there they come with the next screen.
 */
function withFonts(html: string): string {
  const [, fonts] = /"fonts":"(\/assets\/[\w.-]+)"/.exec(html) ?? []
  const sheet = fonts === undefined ? '' : `<link rel="stylesheet" href="${fonts}" media="(width >= 40rem)">`
  return html.replace('</head>', `${sheet}</head>`)
}

/**
 * Documents of public addresses as the server draws them. They are requested without credentials, so they are a guest's
 * and hold nothing of a person. A kept one answers a navigation at once, with its age once it is old, and is refreshed
 * behind.
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
  /** No old price stands without its age. What is stored is not read for that: the browser puts the parts together itself. */
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
    // Of the way it came, not of what is stored.
    for (const name of ['content-encoding', 'content-length', 'vary']) marks.delete(name)
    // Where nothing has changed the browser brings the text it had, with the headers of now.
    const since = marks.get(asOfHeader)
    const text = withFonts(since ? html.replace(/"asOf":\d+/g, `"asOf":${since}`) : html)
    const before = text.slice(0, text.indexOf(agePlace))
    marks.set(agedAt, String(new TextEncoder().encode(before).length))
    await cache.put(key, new Response(text, { headers: marks }))
    await cache.trim()
  }
  /** What the server answers now, stored where that may be; undefined where nothing of use came. */
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
    // A way elsewhere and a file are the browser's business.
    const type = reply?.headers.get('content-type') ?? ''
    if (reply?.type === 'opaqueredirect' || (reply?.ok && !type.startsWith('text/html'))) return reply
    if (reply && gone.has(reply.status)) later(cache.drop(key))
    if (reply && fits(reply)) {
      if (reply.status === 200) later(store(key, reply.clone()))
      return reply
    }
    // A page that is not drawn says nothing of the next one.
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
    /** Answers a navigation: with the kept document, with what the network answers in time, or with the shell. */
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
      // A slow answer is stored for the next time.
      later(refreshing)
      const late = Symbol('late')
      const first = await Promise.race([refreshing, o.wait(documentPatience).then(() => late)])
      if (first === late) silentUntil = now() + pause
      return first instanceof Response ? first : o.shell()
    },
    /** Keeps the document of a public address as the server draws it now; one that is new already stays. */
    async keep(url: URL, later: Later) {
      const key = keyOf(url)
      if (key) await refresh(key, later)
    },
  }
}
