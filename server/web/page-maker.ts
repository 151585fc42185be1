// Makes the pages of the built app: the built page with tags that load what the first view of an address needs.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod/mini'
import { escaped } from '../kernel/mail/outbox.ts'

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

/** Returns the files of `modules` and of all their static imports; an imported file comes before its importer. */
function filesOf(all: Chunks, modules: readonly string[]): Set<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (name: string): void => {
    const chunk = all[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    chunk.imports?.forEach(visit)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
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

/** Name of the site in the built page and manifest. */
export const builtName = 'Motorkin'

/** Returns the page with another site name. Its styles stay unchanged, because the policy allows them by their hash. */
function renamed(html: string, name: string): string {
  if (name === builtName) return html
  const text = escaped(name)
  return html.replace(/<style[^]*?<\/style>|Motorkin/g, (found) => (found === builtName ? text : found))
}

/** Returns the maker of the pages of the app in `root`, which must have been built, with the site name (R-NAV-47). */
export function pageMaker(root: string, name = builtName) {
  const html = renamed(readFileSync(join(root, 'index.html'), 'utf8'), name)
  const manifest = join(root, '.vite/manifest.json')
  const all = existsSync(manifest) ? chunks.parse(JSON.parse(readFileSync(manifest, 'utf8'))) : {}
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(([, address]) => address)
  const [ground = '', classes = '', fonts = ''] = sheets
  return {
    html,
    /** Addresses of the three style sheets. */
    sheets: { ground, classes, fonts },
    /** Returns the addresses of the scripts of the entry and of these modules. */
    scripts(modules: readonly string[]) {
      const entries = Object.keys(all).filter((name) => all[name]?.isEntry)
      const files = [...filesOf(all, [...entries, ...modules])].filter((file) => file.endsWith('.js'))
      const entry = all[entries[0] ?? '']?.file ?? ''
      return { entry: `/${entry}`, modules: files.filter((file) => file !== entry).map((file) => `/${file}`) }
    },
    page(modules: readonly string[], picture?: string): string {
      const seen =
        picture === undefined
          ? ''
          : `<link rel="preload" as="image" type="image/avif" fetchpriority="high" href="${picture}">`
      return html.replace('</head>', `${seen}${preloads(all, modules)}</head>`)
    },
  }
}
