// Reads the built app into memory once: its files, and one page per set of modules its first view needs.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, posix, sep } from 'node:path'
import { z } from 'zod/mini'
import { compressed, type MemoryFile, memoryFile } from './memory-file.ts'
import { type Page, pages } from './pages.ts'

const types: Readonly<Record<string, string>> = {
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
}

const always = 'no-cache'
/** Vite puts a hash of the content into the names below /assets/, so they never change. */
function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  if (/\.(html|webmanifest|json|txt|xml|js)$/.test(path)) return always
  return 'public, max-age=86400'
}

const chunks = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.optional(z.boolean()),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
)
type Chunks = z.output<typeof chunks>

/** Files of `modules` and of everything they import at once. */
function filesOf(all: Chunks, modules: readonly string[]): Set<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (name: string): void => {
    const chunk = all[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    chunk.imports?.forEach(visit)
  }
  modules.forEach(visit)
  return files
}

function preloads(all: Chunks, modules: readonly string[]): string {
  const entries = Object.keys(all).filter((name) => all[name]?.isEntry)
  const there = filesOf(all, entries)
  return [...filesOf(all, modules)]
    .filter((file) => !there.has(file))
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    )
    .join('')
}

/** Content-Security-Policy sources of the styles written in the page itself. */
const styleSources = (html: string): string[] =>
  [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

export interface App {
  /** By path. */
  files: ReadonlyMap<string, MemoryFile>
  /** The page itself; without an address of the app, the plain one. */
  page: (page: Page | undefined) => MemoryFile
  /** What the policy must allow for the page's own styles. */
  styleSources: readonly string[]
}

/** The app in `root`, or nothing when it was not built. */
export function readApp(root: string): App | undefined {
  if (!existsSync(join(root, 'index.html'))) return undefined
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((name) => !name.startsWith('.') && !/\.(br|gz)$/.test(name))
  const optional = (path: string): Buffer | undefined => (existsSync(path) ? readFileSync(path) : undefined)
  const files = new Map(
    names.map((name) => {
      const path = `/${name.split(sep).join(posix.sep)}`
      const full = join(root, name)
      const bytes = { identity: readFileSync(full), br: optional(`${full}.br`), gzip: optional(`${full}.gz`) }
      return [
        path,
        memoryFile(bytes, types[extname(name)] ?? 'application/octet-stream', cacheControlOf(path)),
      ]
    }),
  )
  const html = readFileSync(join(root, 'index.html'), 'utf8')
  const manifest = optional(join(root, '.vite/manifest.json'))
  const all = manifest === undefined ? {} : chunks.parse(JSON.parse(manifest.toString('utf8')))
  const made = new Map<string, MemoryFile>()
  const pageWith = (modules: readonly string[]): MemoryFile => {
    const links = preloads(all, modules)
    const known = made.get(links)
    if (known) return known
    const file = memoryFile(
      compressed(html.replace('</head>', `${links}</head>`)),
      types['.html'] ?? '',
      always,
    )
    made.set(links, file)
    return file
  }
  for (const { modules } of pages) pageWith(modules ?? [])
  return {
    files,
    page: (page) => pageWith(page?.modules ?? []),
    styleSources: styleSources(html),
  }
}
