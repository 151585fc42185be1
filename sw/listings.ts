import { ignoreExpected, isAborted, isMissingFile } from '#contract/values/expected.ts'
import { basePath, headers } from '#contract/http.ts'
import type { LruCache } from './lru-cache.ts'

/** Header that marks a response from this phone's cache; such a response never has the server's own mark. */
const fromHeader = 'x-from'

const list = `${basePath}cars/get-car-list`
const detail = `${basePath}cars/get-single-car/`

/**
 * Returns whether a request is one of the two public reads behind the listings. Responses to signed-in people are not cached
 * here.
 */
export function isListing(request: Request): boolean {
  const { pathname } = new URL(request.url)
  return (
    (request.method === 'POST'
      ? pathname === list
      : request.method === 'GET' && pathname.startsWith(detail)) && !request.headers.has('authorization')
  )
}

/** Milliseconds to wait for the network when there is a cached response. */
export const listingPatience = 3000

/**
 * Answers from the network, or from the cache when the network fails or is slower than a person waits. A page reads its own
 * database first: the cached response serves when that database was lost or cannot be opened.
 */
export async function answerListing(
  request: Request,
  o: {
    cache: LruCache
    network: (request: Request) => Promise<Response>
    later: (work: Promise<unknown>) => void
    wait: (ms: number) => Promise<void>
  },
): Promise<Response> {
  const key = keyOf(request.clone())
  const fromNetwork = o.network(request).then((reply) => {
    if (reply.status === 200 && reply.headers.get(headers.api) === '1') {
      const copy = reply.clone()
      o.later(key.then((address) => o.cache.put(address, copy)))
    }
    return reply
  })
  const response = fromNetwork
    .then((reply) => ({ reply }))
    .catch(ignoreExpected('ask-listing', isMissingFile, isAborted))
  // A slow response is stored for the next request.
  o.later(response)
  const first = await Promise.race([response, o.wait(listingPatience)])
  if (first) return first.reply
  const found = await o.cache.find(await key)
  if (!found) return fromNetwork
  const marked = new Headers(found.headers)
  marked.delete(headers.api)
  marked.set(fromHeader, 'cache')
  return new Response(found.body, { headers: marked })
}

/**
 * Returns the cache key. Cache Storage supports only GET, so a search is stored under its address and the digest of its body,
 * whatever the order of the keys.
 */
async function keyOf(request: Request): Promise<string> {
  if (request.method === 'GET') return request.url
  const text = await request.text()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sorted(text)))
  return `${request.url}?body=${[...new Uint8Array(digest)].map((b) => b.toString(16).padStart(2, '0')).join('')}`
}

function sorted(json: string): string {
  const body = JSON.parse(json) as Record<string, unknown>
  return JSON.stringify(Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
