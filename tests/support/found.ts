// A server with the app's page, and what a crawler reads from it: text, without scripts and cookies.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Draw } from '#contract/first-view.ts'
import { type TestServer, testServer, type TestServerOptions } from './api.ts'

/** Creates a folder like that of the built app. */
export function shellRoot(): { root: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'motorkin-found-'))
  const root = join(folder, 'app')
  mkdirSync(join(root, '.vite'), { recursive: true })
  writeFileSync(join(root, '.vite/manifest.json'), '{}')
  writeFileSync(join(root, 'index.html'), readFileSync(new URL('../../index.html', import.meta.url)))
  return { root, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Makes a server over `root` render its pages by `draw` instead of the built app. */
function drawBy(root: string, draw: Draw): void {
  const draws = ((globalThis as { draws?: Draw[] }).draws ??= [])
  mkdirSync(join(root, '../render'))
  mkdirSync(join(root, '.pages'))
  const code = `export const draw = (o) => globalThis.draws[${draws.push(draw) - 1}](o)`
  writeFileSync(join(root, '../render/package.json'), '{"type":"module"}')
  writeFileSync(join(root, '../render/render.js'), code)
  writeFileSync(join(root, '.pages/loader.js'), 'start()')
  const styles = { styles: '/assets/x.css', fonts: '/assets/f.css', parts: [] }
  writeFileSync(join(root, '.pages/styles.json'), JSON.stringify(styles))
}

export const publicUrl = 'https://cars.example'

export async function foundServer({
  draw,
  ...o
}: TestServerOptions & { draw?: Draw } = {}): Promise<TestServer> {
  const { root, remove } = shellRoot()
  if (draw) drawBy(root, draw)
  const server = await testServer({ webRoot: root, ...o, env: { PUBLIC_URL: publicUrl, ...o.env } })
  return { ...server, close: () => server.close().finally(remove) }
}

const entities = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
])
const unescaped = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (e) => entities.get(e) ?? e)

export interface FoundHead {
  status: number
  title: string
  /** Contents of meta tags by name or property. */
  meta: ReadonlyMap<string, string>
  canonical: string
  feed: string | undefined
  /** Objects of schema.org by type. */
  things: ReadonlyMap<string, Record<string, unknown>>
  body: string
}

/** Returns what a crawler reads from a page. */
export async function look(
  server: TestServer,
  url: string,
  headers: Record<string, string> = {},
): Promise<FoundHead> {
  const response = await server.app.inject({ url, headers: { accept: 'text/html', ...headers } })
  const { body } = response
  const head = body.slice(0, body.indexOf('</head>'))
  const metas = [...head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)]
  const blocks = [...head.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)]
  const things = blocks.map(([, json = '']) => JSON.parse(json) as Record<string, unknown>)
  return {
    status: response.statusCode,
    title: unescaped(/<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ''),
    meta: new Map(metas.map(([, name = '', content = '']) => [name, unescaped(content)])),
    canonical: unescaped(/<link rel="canonical" href="([^"]*)">/.exec(head)?.[1] ?? ''),
    feed: /<link rel="alternate" type="application\/rss\+xml"[^>]* href="([^"]*)">/.exec(head)?.[1],
    things: new Map(things.map((thing) => [String(thing['@type']), thing])),
    body,
  }
}
