// npm run size: measures the bytes, requests and layout shift of a first visit against the budgets. Fails on a hard limit.
// `--static` leaves out what only a browser can measure.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { bin, ensureChromium, ensureDependencies, root, run, printLine, stop } from './project.mjs'

await ensureDependencies()
await ensureBuild()
const app = join(root, 'dist/app')
const manifest = JSON.parse(readFileSync(join(app, '.vite/manifest.json'), 'utf8'))
const bytes = (file) => statSync(join(app, file)).size
const brotli = (file) => bytes(existsSync(join(app, `${file}.br`)) ? `${file}.br` : file)
const sum = (files, measure) => [...files].reduce((total, file) => total + measure(file), 0)

/** Returns the script files that a chunk loads, without its dynamic imports. */
function closure(key, scripts = new Set(), seen = new Set()) {
  if (seen.has(key)) return scripts
  seen.add(key)
  scripts.add(manifest[key].file)
  for (const next of manifest[key].imports ?? []) closure(next, scripts, seen)
  return scripts
}

const failures = []
const KB = 1024
const kb = (n) => `${(n / KB).toFixed(1)} KB`
const plain = (n) => String(Math.round(n * 1e4) / 1e4)
/** Prints a value with its budget; a value above the limit fails the whole run. */
function report(what, value, budget, hard, { show = kb, because = [], of = '' } = {}) {
  const verdict = value > hard ? 'TOO MUCH' : value > budget ? 'over budget' : 'ok'
  if (value > hard) failures.push(of === '' ? what : `${of}: ${what}`)
  printLine(
    `${what.padEnd(58)} ${show(value).padStart(10)}  budget ${show(budget).padStart(9)}  limit ${show(hard).padStart(9)}  ${verdict}`,
  )
  if (value > budget) for (const line of because) printLine(`    ${line}`)
}

/** Returns what a first visit to each public route requests, in real Chromium. */
async function measured() {
  const CHROMIUM_PATH = await ensureChromium()
  const folder = mkdtempSync(join(tmpdir(), 'motorkin-size-'))
  const out = join(folder, 'sizes.json')
  try {
    await run(bin('tsx'), ['bench/first-view/sizes.ts', out], { env: { CHROMIUM_PATH } })
    return JSON.parse(readFileSync(out, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Text that is in React's own files and in no other. */
const reactMark = /__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE/
const built = (path) => existsSync(join(app, path))
/**
 * Returns the bytes of scripts without React. A file that holds only React is left out; from a file with other code too, the
 * size of React alone is subtracted.
 */
function besideReact(files, react) {
  const holder = files.filter((file) => reactMark.test(readFileSync(join(app, file), 'utf8')))
  // Compressed together with other code, React is a little smaller or larger than alone.
  const share = Math.min(sum(holder, brotli), react * 1.02)
  return sum(files, brotli) - share
}

const largest = (files) =>
  files
    .toSorted((a, b) => brotli(b) - brotli(a))
    .slice(0, 12)
    .map((file) => `${kb(brotli(file)).padStart(9)}  ${file}`)

/**
 * Returns for each file how many files are requested one after another until it is loaded: 1 for files that the document
 * names, 2 for files that those load while they run.
 */
function chainsFrom(named) {
  const links = new Map(named.map((path) => [path.slice(1), 1]))
  // A loop over a map also visits entries that are added during the loop.
  for (const [file, length] of links)
    for (const chunk of Object.values(manifest))
      if (chunk.file === file)
        for (const later of chunk.dynamicImports ?? [])
          for (const next of closure(later)) if (!links.has(next)) links.set(next, length + 1)
  return links
}

function judge({ name, ...route }, react) {
  printLine(`\nA first visit to ${name}`)
  const check = (what, value, budget, hard, o) => report(what, value, budget, hard, { ...o, of: name })
  const counted = { show: plain }
  const script = (what, paths) => {
    const files = paths.map((path) => path.slice(1)).filter(built)
    check(what, besideReact(files, react), 60 * KB, 60 * KB, { because: largest(files) })
  }
  check('script asked for before the first view', route.scriptBeforeView, 0, 0, {
    because: route.scriptsBeforeView,
  })
  script('script until a touch is answered, React aside', route.scriptsBeforeAlive)
  // Code that stores, searches and sends loads when the page is idle: it has no budget of the first view, but it costs data.
  const all = route.scripts.map((path) => path.slice(1)).filter(built)
  printLine(`    with what comes when the page is idle, React aside: ${kb(besideReact(all, react))}`)
  const aside = route.scriptsAside.map((path) => path.slice(1)).filter(built)
  if (aside.length > 0) printLine(`    and beside the page, in workers: ${kb(sum(aside, brotli))}`)
  if (!route.rested) printLine('    It did not come to rest while we waited: more may come.')
  // Each script is evaluated in one task, during which the page does not respond.
  const evaluated = route.scriptsBeforeAlive.map((path) => path.slice(1)).filter(built)
  const longest = Math.max(0, ...evaluated.map(bytes))
  check('largest script that is evaluated at once, not packed', longest, 200 * KB, 200 * KB)
  check('HTML + styles it is painted from', route.critical, 14 * KB, 20 * KB)
  printLine(`    with the data that the app goes on from: ${kb(route.document)}`)
  check('script inside the page, not packed', route.inlineScript, 1 * KB, 2 * KB)
  const links = chainsFrom(route.named)
  const chain = (what, paths, hard) => {
    const lengths = paths.map((path) => [path.slice(1), links.get(path.slice(1)) ?? Infinity])
    const longest = Math.max(1, ...lengths.filter(([file]) => built(file)).map(([, length]) => length))
    const because = lengths.filter(([, length]) => length > 2).map(([file, length]) => `${length}  ${file}`)
    check(what, longest, 2, hard, { ...counted, because })
  }
  chain('scripts one after another until a touch is answered', route.scriptsBeforeAlive, 2)
  chain('and until the page is at rest', route.scripts, 3)
  const fonts = route.fontsBeforePaint
  check('fonts asked for before the first paint', fonts.length, 0, 0, { ...counted, because: fonts })
  check('requests before the first view, pictures aside', route.requestsBeforeView, 8, 12, counted)
  check('layout shift', route.layoutShift, 0, 0.02, { ...counted, because: route.shifts })
  check('pictures of the first view', route.firstPictures, 180 * KB, 260 * KB)
  if (route.path === '/listings')
    check('pictures of the whole page of 15 cards', route.allPictures, 180 * KB, 260 * KB)
}

printLine('Sizes are brotli-11, a cold first visit without any cache, over slow 4G.')
const entries = Object.keys(manifest).filter((key) => manifest[key].isEntry)
let start = new Set(entries.flatMap((key) => [...closure(key)]))
if (!process.argv.includes('--static')) {
  const { react, routes } = await measured()
  printLine(`React alone: ${kb(react)}`)
  for (const route of routes) judge(route, react)
  // Scripts that load without a tap are not counted as an addition of a screen.
  const listings = routes.find(({ path }) => path === '/listings')
  start = new Set([...start, ...listings.scripts.map((path) => path.slice(1))])
}

printLine('\nWhat comes later')
/** Module that loads when the page is idle, where the operator stores the chats in Firestore. */
const firestore = 'src/local/chat/firestore/firestore-store.ts'
for (const key of Object.keys(manifest).filter((name) => manifest[name].isDynamicEntry)) {
  const added = [...closure(key)].filter((file) => !start.has(file))
  if (added.length === 0) continue
  const [budget, limit] = key === firestore ? [140, 150] : [45, 60]
  const name = key.replace(/^.*node_modules\//, '').slice(-42)
  report(`on top, ${name}`, sum(added, brotli), budget * KB, limit * KB)
}

const sheets = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(css|html)$/.test(file),
)
const faces = sheets.flatMap((file) =>
  [...readFileSync(join(app, file), 'utf8').matchAll(/@font-face\s*{[^}]*}/g)].map(([face]) => face),
)
const fetched = [...new Set(faces)].filter((face) => face.includes('url('))
const hiding = fetched.filter((face) => !/font-display:\s*(swap|fallback|optional)/.test(face))
report('fonts that hide text until they are there', hiding.length, 0, 0, { show: plain, because: hiding })
const worker = readFileSync(join(app, 'sw.js'), 'utf8')
/** Returns the file that the worker names. */
function named(pattern, what) {
  const [file] = worker.match(pattern) ?? []
  return file ?? stop(`The worker names no ${what}.`)
}
report('service worker script', brotli('sw.js'), 11 * KB, 13 * KB)
const sending = named(/assets\/sending-\w+\.js/, 'script that sends')
report('and what it reads to send', brotli(sending), 11 * KB, 13 * KB)
const replica = named(/assets\/replica-[0-9a-f]{12}\.js/, 'script that follows the feed')
report('and what it reads to follow the feed', brotli(replica), 11 * KB, 13 * KB)
const list = named(/assets\/shell-\w+\.json/, 'list of files')
const precached = [list, ...JSON.parse(readFileSync(join(app, list), 'utf8')).map(({ url }) => url)]
report('precache on install', sum(precached, brotli), 450 * KB, 700 * KB)

if (failures.length > 0) {
  printLine(`\nOver the hard limit:\n  ${failures.join('\n  ')}`)
  process.exit(1)
}
