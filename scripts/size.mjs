// npm run size: the bytes, requests and layout shift a phone pays, against the budgets. Fails on a hard limit.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { bin, ensureChromium, ensureDependencies, root, run, say, stop } from './project.mjs'

await ensureDependencies()
await ensureBuild()
const app = join(root, 'dist/app')
const manifest = JSON.parse(readFileSync(join(app, '.vite/manifest.json'), 'utf8'))
const bytes = (file) => statSync(join(app, file)).size
const brotli = (file) => bytes(existsSync(join(app, `${file}.br`)) ? `${file}.br` : file)
const sum = (files, measure) => [...files].reduce((total, file) => total + measure(file), 0)

/** Script and style files that loading a chunk brings along, its dynamic imports not counted. */
function closure(key, scripts = new Set(), styles = new Set(), seen = new Set()) {
  if (seen.has(key)) return { scripts, styles }
  seen.add(key)
  const chunk = manifest[key]
  scripts.add(chunk.file)
  for (const css of chunk.css ?? []) styles.add(css)
  for (const next of chunk.imports ?? []) closure(next, scripts, styles, seen)
  return { scripts, styles }
}

const entry = closure('index.html')
/** The screens whose first view is a listing; everything else that is loaded later is judged as an addition. */
const firstViews = {
  '/listings': 'src/features/browse/index.ts',
  '/listing/{slug}': 'src/app/screens/car-detail.tsx',
}
const failures = []
const kb = (n) => `${(n / 1024).toFixed(1)} KB`
function report(what, value, budget, hard, show = kb) {
  const verdict = value > hard ? 'TOO MUCH' : value > budget ? 'over budget' : 'ok'
  if (value > hard) failures.push(what)
  say(
    `${what.padEnd(52)} ${show(value).padStart(10)}  budget ${show(budget).padStart(9)}  limit ${show(hard).padStart(9)}  ${verdict}`,
  )
}
const KB = 1024

say('Sizes are brotli-11, a cold first visit without any cache.\n')
const styles = new Set(entry.styles)
for (const [route, module] of Object.entries(firstViews)) {
  const all = closure(module)
  all.styles.forEach((css) => styles.add(css))
  report(
    `script before the first listing, ${route}`,
    sum(new Set([...entry.scripts, ...all.scripts]), brotli),
    100 * KB,
    112 * KB,
  )
}
const later = Object.keys(manifest).filter(
  (key) => manifest[key].isDynamicEntry && !Object.values(firstViews).includes(key),
)
/** Loaded when the page is idle, where the operator keeps the chats in Firestore. */
const firestore = 'src/local/chat/firestore/firestore-store.ts'
for (const key of later) {
  const added = [...closure(key).scripts].filter((file) => !entry.scripts.has(file))
  const [budget, limit] = key === firestore ? [140, 150] : [45, 60]
  const name = key.replace(/^.*node_modules\//, '').slice(-42)
  report(`on top, ${name}`, sum(added, brotli), budget * KB, limit * KB)
}
report('critical CSS + HTML', sum([...styles, 'index.html'], brotli), 14 * KB, 20 * KB)
const html = readFileSync(join(app, 'index.html'), 'utf8')
const fonts = [...html.matchAll(/<link[^>]+rel="preload"[^>]+href="\/([^"]+\.woff2)"/g)].map((m) => m[1])
report('fonts on the critical path', sum(fonts, bytes), 70 * KB, 80 * KB)
report('service worker script', brotli('sw.js'), 11 * KB, 13 * KB)
const [sending] = readFileSync(join(app, 'sw.js'), 'utf8').match(/assets\/sending-\w+\.js/) ?? []
if (sending === undefined) stop('The worker names no script that sends.')
report('and what it reads to send', brotli(sending), 11 * KB, 13 * KB)
const [market] = readFileSync(join(app, 'sw.js'), 'utf8').match(/assets\/market-[0-9a-f]{12}\.js/) ?? []
if (market === undefined) stop('The worker names no script that follows the market.')
report('and what it reads to follow the market', brotli(market), 11 * KB, 13 * KB)
const [list] = readFileSync(join(app, 'sw.js'), 'utf8').match(/assets\/shell-\w+\.json/) ?? []
if (list === undefined) stop('The worker names no list of files.')
const precached = [list, ...JSON.parse(readFileSync(join(app, list), 'utf8')).map(({ url }) => url)]
report('precache on install', sum(precached, brotli), 450 * KB, 700 * KB)

if (!process.argv.includes('--static')) {
  const chromium = await ensureChromium()
  await run(bin('tsx'), ['bench/first-visit.ts'], { env: { CHROMIUM_PATH: chromium } }).catch(() =>
    failures.push('first visit in the browser'),
  )
}
if (failures.length > 0) {
  say(`\nOver the hard limit: ${failures.join(', ')}`)
  process.exit(1)
}
