import type { LruCache } from './lru-cache.ts'
import { keptAt } from './lru-cache.ts'

/**
 * The list of cars as it was last seen, put into the page before the app has even begun to run. It is a picture of a
 * public list and nothing more: the app takes its place as soon as it shows its own cars.
 */
export interface Still {
  /** The query of its address. */
  search: string
  html: string
  /** Path of the script whose looks it has: another version of the app may look different. */
  script: string
}

/** Where the app starts. */
const start = '/listings'
/** What is older may be sold. */
const longest = 7 * 86_400_000
/** As fresh as an answer without an age. */
const fresh = 60_000
/** Longest still, in characters. */
const largest = 200_000
const day = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
const scriptHeader = 'x-script'
const place = '<div id="app"></div>'

/** How the app was opened changes nothing about what it shows. */
function keyOf(origin: string, search: string): string {
  const query = new URLSearchParams(search)
  query.delete('source')
  query.sort()
  return `${origin}/still?${query}`
}

/** `page` is the page this worker answers with: a tab of another version draws no stills for it. */
export async function keepStill(
  still: Still,
  o: { kept: LruCache; origin: string; page: () => Promise<Response> },
): Promise<void> {
  if (still.html.length > largest || !(await (await o.page()).text()).includes(still.script)) return
  const headers = { 'content-type': 'text/html', [scriptHeader]: still.script }
  await o.kept.put(keyOf(o.origin, still.search), new Response(still.html, { headers }))
  await o.kept.trim()
}

/** The page with the still of its address in it, or the page alone where there is none. */
export async function withStill(
  page: Response,
  url: URL,
  o: { kept: LruCache; now: () => number },
): Promise<Response> {
  if (url.pathname !== start || page.status !== 200) return page
  const still = await o.kept.find(keyOf(url.origin, url.search))
  const at = new Date(Number(still?.headers.get(keptAt)))
  const past = o.now() - at.getTime()
  if (!still || past < 0 || past > longest) return page
  const [html, cars] = await Promise.all([page.clone().text(), still.text()])
  const [before, after] = html.split(place)
  if (after === undefined || !html.includes(still.headers.get(scriptHeader) ?? place)) return page
  const headers = new Headers(page.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  const age = past > fresh ? `<p>as of ${at.toLocaleString('en-GB', day)}</p>` : ''
  const body = `${before}<div id="still" aria-hidden="true">${cars}${age}</div>${place}${after}`
  return new Response(body, { headers })
}
