import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minify } from 'terser'
import { VitePWA } from 'vite-plugin-pwa'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { onePathIcons } from './scripts/one-path-icons.ts'
import { splitSheet, withConstants } from './scripts/sheet.ts'

const apiPort = process.env['PORT'] ?? '3000'
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * What several screens share travels as one file, not as twenty: a request costs more than a kilobyte, and one long
 * text packs better than two. A file must hold little that its first view does without, so these name what the views
 * need; that something is shared later is no reason.
 */
const icons = (names: string) => `@tabler/icons-react/dist/esm/icons/Icon(${names})\\.mjs`
/** What the entry imports, and what lists of cars and the page of a car are both made of. */
const app = new RegExp(
  [
    '/src/start\\.tsx',
    '/(catalogue/(fold|mileage|persona)|contract/(sync/lanes|values/html))',
    '/src/features/car/gallery/use-slides',
    '/src/local/(catalogue-replica/types|react/replica)',
    '/src/parts/(car-age|car-picture|freshness|heart|price|search/address-fields|specs)\\.',
    '/src/ui/(nav/(breadcrumb|pager|page-numbers)|form/(field|select|text-input)|show/badge|layer/use-overlay|use-media-query|when-idle)\\.',
    icons(
      'AlertTriangle|ArrowLeft|CarOff|Check|Chevron(Down|Left|Right)|CloudOff|HeartFilled|Phone|Refresh|Search|Share3',
    ),
  ].join('|'),
)
/** A file is evaluated in one go, so React has a file of its own; `src/app/first-view/loader.ts` takes one after the other. */
const reactItself = /\/node_modules\/(react|react-dom|scheduler)\/|\/src\/react-root\./
/** The schemas of the calls that first views make: they come with the first call. */
const contract =
  /\/(node_modules\/zod|contract\/(blogs|cars|parts|reference|users\/(dealers|profile|users)|values\/list-inputs))(\/|\.)/
/** What lists of cars are made of beside that. */
const list = new RegExp(
  [
    '/catalogue/(url|listings-head)',
    '/contract/list-query',
    '/src/parts/(listing-card|card-pictures|card-skeleton|search/(applied|filter-change|near-me))',
    '/src/ui/show/chip',
    '/src/features/browse/use-browse\\.',
    icons('Sparkles'),
  ].join('|'),
)
/** What lists that are turned page by page have in common. */
const pages = /\/src\/parts\/search\/(list-page|search-form)/

/**
 * What the store, the market and what keeps cars on the phone have in common; all of it comes after the first view, and
 * what is needed only to send or to decide comes later still.
 */
const store =
  /\/(contract\/(commands|values\/load-once)|src\/local\/(sync\/ports|outbox\/(?!decide|sending\/)|database\/failures|catalogue-replica\/feed\/generations|cache\/(cars|eviction|mine|reference)))/

/** What a car's page shares with pages that are no first view: one file instead of four small ones. */
const car = new RegExp(
  [
    '/src/parts/(contact/(show-number|chat-address)|use-share)',
    icons('BrandWhatsapp|Flag|Messages|RosetteDiscountCheck'),
  ].join('|'),
)

/** What the list of dealers and Home show of one, and the list of articles and Home of another. */
const dealers =
  /\/(contract\/heads\/dealer-head|src\/(local\/react\/mine\/dealers|features\/dealers\/dealer-card))\./
const blog =
  /\/(contract\/heads\/article-head|src\/(local\/react\/mine\/blogs|features\/blog\/(words|blog-card)))\./
/** What both of them read, and pages that need no dealer and no article. */
const profile = /\/src\/local\/react\/mine\/use-mine\./
/** What the search of Home and the other searches read. */
const searches =
  /\/(catalogue\/words|src\/(local\/(react\/(mine\/car-types|searches))|parts\/search\/(begins-with|use-reference)))\./
/** What the parts of one's profile have in common. */
const own = /\/src\/features\/profile\//
/** The databases of the phone, for whoever opens them. */
const databases =
  /\/src\/local\/(database\/(live|schema|dexie|memory|register|slot)|partitions\/stores|saved-cars\/(rows|names|pin-service))\./
/** What is prepared before it is sent, by the outbox and by drafts. */
const uploads = /\/src\/local\/(transport\/upload|upload\/(digest|blob-rows|prepare|upload-blob))\./
const drafts = /\/src\/local\/(react\/mine\/ad-drafts|ad-drafts\/types)\./

/** What the admin area shows once it is open: nobody else needs it on their phone. */
const adminSection = /\/src\/features\/admin\/(?!index|admin-screen)/
/** The store at Google: few sites use it, and it is of no use without a connection. */
const firestore = /\/(src\/local\/chat\/firestore|node_modules\/@?firebase)\//
const elsewhere = /\/src\/(?!features\/admin\/(?!index|admin-screen))/

/** What forms, questions and sheets have in common. */
const forms = /\/src\/(ui\/(form|layer)\/|parts\/(signed-in-only|forms\/file-input)\.)/

/** Small pieces that many pages share: one file and one name instead of a dozen. */
const bits =
  /\/src\/(ui\/(save-file|show\/day-and-time|nav\/tabs)|parts\/(contact\/opening-hours|forms\/(error-note|use-answered-focus)))\./

const madeSheets: { fileName: string; text: string }[] = []
/** The page links the three parts of the sheet, each a file of its own. */
const sheetInParts: Plugin = {
  name: 'sheet-in-parts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g, (link, name: string) => {
        const asset = bundle[name]
        if (asset?.type !== 'asset') return link
        const { ground, classes, fonts } = splitSheet(withConstants(String(asset.source)))
        asset.source = classes
        const linked = (part: string, text: string) => {
          const fileName = `assets/${part}-${hashOf(text)}.css`
          madeSheets.push({ fileName, text })
          return `<link rel="stylesheet" href="/${fileName}">`
        }
        return `${linked('ground', ground)}<link rel="stylesheet" href="/${name}">${linked('fonts', fonts)}`
      }),
  },
  writeBundle() {
    for (const { fileName, text } of madeSheets) writeFileSync(join(outDir, fileName), text)
  },
}

/** The worker weighs on every phone; the slower minifier makes it a tenth smaller than the usual one. */
const smallest: Plugin = {
  name: 'smallest',
  async generateBundle(_, bundle) {
    const compress = { passes: 3 }
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      chunk.code = (await minify(chunk.code, { ecma: 2020, toplevel: true, compress })).code ?? chunk.code
    }
  },
}

/**
 * Queries only read here (decision 66): their mutations and endless lists weigh 2 KB in every first view and are never
 * called. A screen that needs one meets the error, in development too.
 */
const readingOnly: Plugin = {
  name: 'reading-only',
  enforce: 'pre',
  load(id) {
    const [, file] =
      /@tanstack\/query-core\/build\/modern\/(mutationCache|infiniteQueryBehavior)\.js$/.exec(id) ?? []
    if (file === 'infiniteQueryBehavior')
      return ['infiniteQueryBehavior', 'hasNextPage', 'hasPreviousPage']
        .map(
          (name) =>
            `export function ${name}() { throw new Error('vite.config.ts leaves endless lists out') }`,
        )
        .join('\n')
    return file === undefined
      ? undefined
      : `export class MutationCache {
          build() { throw new Error('vite.config.ts leaves mutations out') }
          findAll() { return [] }
          clear() {}
          resumePausedMutations() { return Promise.resolve() }
        }`
  },
}

/** The slower minifier also makes what every first view reads smaller. */
const smaller: Plugin = {
  name: 'smaller',
  apply: 'build',
  async generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (
        chunk.type !== 'chunk' ||
        !/^assets\/(?:app|browse|list|car|car-detail|home-screen)-/.test(chunk.fileName)
      )
        continue
      const o = { ecma: 2020, module: true, compress: { passes: 3 } } as const
      chunk.code = (await minify(chunk.code, o)).code ?? chunk.code
    }
  },
}

/** Files of which nearly everything is called while a page begins. */
const begins = new Set(
  'react app browse list car car-detail home-screen dealers-screen blog-screen article-screen databases open-engine store'.split(
    ' ',
  ),
)
/**
 * Says that all functions of a file are needed at once: the browser then compiles them beside the page, while the file comes,
 * and not one after the other when the page calls them (the explicit compile hints of V8; for other engines a comment).
 */
const compiledAhead: Plugin = {
  name: 'compiled-ahead',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && begins.has(chunk.name))
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
    },
  },
}

/** Builds a part of the worker that is read when it is woken for it, beside the app's own files and named after its content. */
async function buildWoken(name: 'sending' | 'replica'): Promise<string> {
  const lib = { entry: here(`sw/${name}.ts`), formats: ['iife' as const], name }
  const [made] = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [smallest],
    build: { write: false, minify: false, target: 'es2022', lib },
  })) as Rolldown.RolldownOutput[]
  const [chunk] = made?.output ?? []
  if (chunk?.type !== 'chunk') throw new Error(`The part ${name} of the worker was not built`)
  const url = `assets/${name}-${hashOf(chunk.code)}.js`
  writeFileSync(join(outDir, url), chunk.code)
  return url
}
/** The lines that start the app in a drawn page: the server writes them into it, so they lie where nothing is served. */
const loader: Plugin = {
  name: 'loader',
  apply: 'build',
  async writeBundle() {
    const lib = { entry: here('src/app/first-view/loader.ts'), formats: ['es' as const], fileName: 'loader' }
    const [made] = (await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      plugins: [smallest],
      build: { write: false, minify: false, target: 'es2022', lib },
    })) as Rolldown.RolldownOutput[]
    const [chunk] = made?.output ?? []
    if (chunk?.type !== 'chunk') throw new Error('The loader was not built')
    mkdirSync(join(outDir, '.pages'), { recursive: true })
    writeFileSync(join(outDir, '.pages/loader.js'), chunk.code.trim())
  },
}
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

let outDir = ''
const whereTo: Plugin = {
  name: 'where-to',
  configResolved(config) {
    outDir = resolve(config.root, config.build.outDir)
  },
}

export default defineConfig({
  plugins: [
    react(),
    onePathIcons,
    readingOnly,
    whereTo,
    tailwindcss(),
    sheetInParts,
    smaller,
    compiledAhead,
    loader,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,woff2,webmanifest,svg}', 'icons/*.png', 'hero/1.avif'],
        // Letters that few names have: their fonts are fetched when one is shown, and the browser keeps them then. The
        // sections of the admin area need a connection anyway, and few people open them.
        globIgnores: [
          'sw.js',
          'server/**',
          'assets/*-{latin-ext,vietnamese}-*.woff2',
          'assets/{admin,firestore}--*.js',
          // Whoever installs the app fetches them then; the tables of a dealer are read by the server.
          'icons/*-512.png',
          'assets/import-*.js',
        ],
        rollupFormat: 'iife',
        minify: false,
        buildPlugins: { vite: [smallest] },
        // The list of files grows with the app and must not weigh on the worker: it is a file of its own, named after
        // its content, and the worker is told its name. It is told that of the entry too, which documents are drawn for.
        manifestTransforms: [
          async (entries) => {
            const files = entries.map(({ url, revision }) => ({
              url,
              revision: revision?.slice(0, 12) ?? null,
            }))
            const text = JSON.stringify(files)
            const url = `assets/shell-${hashOf(text)}.json`
            writeFileSync(join(outDir, url), text)
            const entry = files.find((file) => file.url.startsWith('assets/start-'))
            if (!entry) throw new Error('The app has no entry script')
            const parts = [url, await buildWoken('sending'), await buildWoken('replica'), entry.url]
            const manifest = parts.map((at) => ({ url: at, revision: null, size: 0 }))
            return { manifest }
          },
        ],
      },
    }),
  ],
  resolve: {
    // The default export of dexie is a wrapper that cannot be tree-shaken.
    alias: {
      // React has the hook itself; the package is its stand-in for older ones.
      'use-sync-external-store/shim/index.js': 'react',
      dexie: here('node_modules/dexie/dist/modern/dexie.mjs'),
    },
  },
  // Both workers of the page: `module` scripts, of which nothing is imported.
  worker: { plugins: () => [smallest] },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    modulePreload: {
      polyfill: false,
      // What the entry itself imports is there, whatever else is loaded.
      resolveDependencies: (_, files) =>
        files.filter((file) => !/^assets\/(?:react|app|rolldown-runtime|start)-/.test(file)),
    },
    rolldownOptions: {
      output: {
        // Each name stands in the start of the app: a letter less is 100 bytes of every first visit.
        entryFileNames: 'assets/start-[hash:7].js',
        chunkFileNames({ moduleIds }) {
          if (moduleIds.some((id) => firestore.test(id))) return 'assets/firestore--[name]-[hash:7].js'
          return moduleIds.some((id) => adminSection.test(id)) && !moduleIds.some((id) => elsewhere.test(id))
            ? 'assets/admin--[name]-[hash:7].js'
            : 'assets/[name]-[hash:7].js'
        },
        codeSplitting: {
          groups: [
            { name: 'react', test: reactItself, priority: 4 },
            { name: 'app', test: app, priority: 2 },
            { name: 'pages', test: pages, minShareCount: 2, priority: 1 },
            { name: 'list', test: list, minShareCount: 2, priority: 1 },
            { name: 'car', test: car, minShareCount: 2, priority: 1 },
            { name: 'contract', test: contract },
            { name: 'store', test: store, minShareCount: 2 },
            { name: 'upload', test: uploads, minShareCount: 2 },
            { name: 'databases', test: databases, minShareCount: 2 },
            { name: 'profile', test: profile, minShareCount: 2, priority: 1 },
            { name: 'own', test: own, minShareCount: 2 },
            { name: 'dealer-card', test: dealers, minShareCount: 2 },
            { name: 'blog-card', test: blog, minShareCount: 2 },
            { name: 'searches', test: searches, minShareCount: 2 },
            { name: 'ad-drafts', test: drafts, minShareCount: 2 },
            { name: 'forms', test: forms, minShareCount: 2 },
            { name: 'bits', test: bits, minShareCount: 2 },
            { name: 'icons', test: /icons\/Icon/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': `http://127.0.0.1:${apiPort}`,
      '/media': `http://127.0.0.1:${apiPort}`,
      '/og': `http://127.0.0.1:${apiPort}`,
      '^/(robots\\.txt|listings\\.rss|sitemap(/.*)?\\.xml)': `http://127.0.0.1:${apiPort}`,
      '/dev': `http://127.0.0.1:${apiPort}`,
    },
  },
})
