// Reads the built app into memory once: its files, and one page per set of modules its first view needs.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, posix, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type MemoryFile, memoryFile } from './memory-file.ts'
import { builtName, pageMaker } from './page-maker.ts'
import { type ServedPage, servedPages } from './pages.ts'

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

const always = 'no-cache'
/** Vite puts a hash of the content into the names below /assets/, so they never change. */
function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  if (/\.(html|webmanifest|json|txt|xml|js)$/.test(path)) return always
  return 'public, max-age=86400'
}

/** Content-Security-Policy sources of the styles written in the page itself. */
const styleSources = (html: string): string[] =>
  [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

export interface BuiltApp {
  /** By path. */
  files: ReadonlyMap<string, MemoryFile>
  /** The page itself; without an address of the app, the plain one. */
  page: (page?: ServedPage) => MemoryFile
  maker: ReturnType<typeof pageMaker>
  /** What the policy must allow for the page's own styles. */
  styleSources: readonly string[]
}

/** What the build did not compress, because it did not know these words. */
const compressed = (identity: Buffer) => ({
  identity,
  br: brotliCompressSync(identity),
  gzip: gzipSync(identity),
})

/** What an installed app is called (R-NAV-47). */
function namedManifest(built: MemoryFile, name: string): MemoryFile {
  const manifest = JSON.parse(built.variants.identity.bytes.toString()) as object
  const text = JSON.stringify({ ...manifest, name, short_name: name })
  return memoryFile(compressed(Buffer.from(text)), built.type, built.cacheControl)
}

/** The app in `root`, under the name of the site, or nothing when it was not built. */
export function readApp(root: string, name = builtName): BuiltApp | undefined {
  if (!existsSync(join(root, 'index.html'))) return undefined
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((name) => !name.startsWith('.') && !/\.(br|gz)$/.test(name))
  const optional = (path: string): Buffer | undefined => (existsSync(path) ? readFileSync(path) : undefined)
  const bytesOf = (full: string, identity = readFileSync(full)) => ({
    identity,
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
  const isBuilt = name === builtName
  const manifest = files.get('/manifest.webmanifest')
  if (!isBuilt && manifest) files.set('/manifest.webmanifest', namedManifest(manifest, name))
  const made = new Map<string, MemoryFile>()
  const pageWith = ({ modules = [], picture }: Partial<ServedPage> = {}): MemoryFile => {
    const { file, html } = maker.page(modules, picture)
    const known = made.get(file)
    if (known) return known
    const bytes = Buffer.from(html)
    const page = memoryFile(
      isBuilt ? bytesOf(file, bytes) : compressed(bytes),
      types.get('.html') ?? '',
      always,
    )
    made.set(file, page)
    return page
  }
  servedPages.forEach(pageWith)
  // The worker keeps this one.
  if (!isBuilt) files.set('/index.html', pageWith())
  return { files, maker, page: pageWith, styleSources: styleSources(maker.html) }
}
