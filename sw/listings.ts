import { ignoreExpected, isAborted, isMissingFile } from '#contract/values/expected.ts'
import { basePath, headers } from '#contract/http.ts'
import type { LruCache } from './lru-cache.ts'

/** Marks an answer that comes from this phone; such an answer never carries our server's own mark. */
const fromHeader = 'x-from'

const list = `${basePath}cars/get-car-list`
const detail = `${basePath}cars/get-single-car/`

/** The two public reads behind the listings. What is answered to a signed-in person is not kept here. */
export function isListing(request: Request): boolean {
  const { pathname } = new URL(request.url)
  return (
    (request.method === 'POST'
      ? pathname === list
      : request.method === 'GET' && pathname.startsWith(detail)) && !request.headers.has('authorization')
  )
}

/** How long the network is waited for while there is a copy. */
export const listingPatience = 3000

/**
 * The network first; its last answer when it is silent, or slower than a person waits. A page reads its own
 * database before it asks here: this copy serves when that database was lost or is shut.
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
  // A slow answer is stored for the next time.
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

/** A cache only knows GET: a search is stored under its address and the digest of its body, the order of keys aside. */
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
