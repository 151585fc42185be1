// Reads the built app into memory once: its files, and the page of each address.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, posix, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { hashSource } from './documents/document.ts'
import { type MemoryFile, memoryFile } from './memory-file.ts'
import { builtName, pageMaker } from './page-maker.ts'
import type { ServedPage } from './pages.ts'

const types = new Map<string, string>(
  Object.entries({
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.json': 'application/json; charset=utf-8',
    '.map': 'application/json; charset=utf-8',
    '.webmanifest': 'application/manifest+json; charset=utf-8',
    '.txt': 'text/plain; charset=utf-8',
    '.xml': 'application/xml; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
    '.jpg': 'image/jpeg',
    '.webp': 'image/webp',
    '.avif': 'image/avif',
    '.ico': 'image/x-icon',
    '.woff2': 'font/woff2',
  }),
)

/**
 * Returns the `Cache-Control` of a file. Vite puts a hash of the content into the names below /assets/, so these files never
 * change.
 */
function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  if (/\.(html|webmanifest|json|txt|xml|js)$/.test(path)) return 'no-cache'
  return 'public, max-age=86400'
}

/** Returns the Content-Security-Policy sources of the styles in the page itself. */
const styleSources = (html: string): string[] =>
  [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, text = '']) => hashSource(text))

export interface BuiltApp {
  /** Files by path. */
  files: ReadonlyMap<string, MemoryFile>
  /** Returns the page with `tags` in place of its built ones; for an unknown address, the plain page. */
  page: (page: ServedPage | undefined, tags: string) => string
  maker: ReturnType<typeof pageMaker>
  /** Policy sources of the page's own styles. */
  styleSources: readonly string[]
}

/** Returns a file with another text. It is compressed here, because the build did not know the text. */
function remade({ type, cacheControl }: MemoryFile, text: string): MemoryFile {
  const identity = Buffer.from(text)
  const bytes = { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) }
  return memoryFile(bytes, type, cacheControl)
}

/** Tags of the built page that the tags of an address replace. */
const builtTags = /<title>[^]*?<\/title>\s*|<meta\s+name="description"[^>]*>\s*/g

/** Reads the app in `root`, with the site name; returns undefined when it was not built. */
export function readApp(root: string, name = builtName): BuiltApp | undefined {
  if (!existsSync(join(root, 'index.html'))) return undefined
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((name) => !name.startsWith('.') && !/\.(br|gz)$/.test(name))
  const optional = (path: string): Buffer | undefined => (existsSync(path) ? readFileSync(path) : undefined)
  const bytesOf = (full: string) => ({
    identity: readFileSync(full),
    br: optional(`${full}.br`),
    gzip: optional(`${full}.gz`),
  })
  const files = new Map(
    names.map((name) => {
      const path = `/${name.split(sep).join(posix.sep)}`
      const type = types.get(extname(name)) ?? 'application/octet-stream'
      return [path, memoryFile(bytesOf(join(root, name)), type, cacheControlOf(path))]
    }),
  )
  const maker = pageMaker(root, name)
  const [index, manifest] = [files.get('/index.html'), files.get('/manifest.webmanifest')]
  if (name !== builtName && index && manifest) {
    // An installed app takes its name from the manifest, and the worker caches `index.html`, so both get the site name
    // (R-NAV-47).
    const words = JSON.parse(manifest.variants.identity.bytes.toString()) as object
    files.set('/manifest.webmanifest', remade(manifest, JSON.stringify({ ...words, name, short_name: name })))
    files.set('/index.html', remade(index, maker.html))
  }
  const pages = new Map<ServedPage | undefined, string>()
  function page(of: ServedPage | undefined, tags: string): string {
    const html = pages.get(of) ?? maker.page(of?.modules ?? [], of?.picture)
    pages.set(of, html)
    const at = html.search(/<title>|<\/head>/)
    return html.slice(0, at) + tags + html.slice(at).replace(builtTags, '')
  }
  return { files, maker, page, styleSources: styleSources(maker.html) }
}
