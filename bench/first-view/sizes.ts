import { writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium } from 'playwright-core'
import type { Takeover } from '#contract/first-view.ts'
import { chromiumPath } from '../../tests/support/browser.ts'
import { startServer } from '../../tests/support/server.ts'
import { pageScript } from '../page/script.ts'
import { readAnswers } from './answers.ts'
import { publicRoutes, type PublicRoute } from './floors.ts'
import { openBenchPhone, type Manner } from './phone.ts'
import type { Noted } from './probe.ts'
import { openSlowLink } from './slow-link.ts'

/**
 * Measures what a first visit to the six public routes requests, and when, over a slow link in real Chromium. Writes a file
 * for `npm run size` to judge. Bytes are bytes on the wire without headers.
 */
const [out] = process.argv.slice(2)
if (out === undefined) throw new Error('Name the file to write.')

// CPU speed does not affect bytes; the density is that of a common phone and determines the widths of pictures.
const manner: Manner = { slower: 1, density: 2, quietMs: 3000, patienceMs: 40_000, worker: false }
const brotli = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

const server = await startServer()
const link = await openSlowLink(server.origin)
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})

/** Returns the compressed bytes and the text of an address. */
async function wireBytes(path: string): Promise<{ bytes: number; text: string }> {
  // `fetch` decompresses the body, but `content-length` is the compressed length.
  const reply = await fetch(server.origin + path, {
    headers: { 'accept-encoding': 'br', accept: 'text/html' },
  })
  const text = await reply.text()
  const length = reply.headers.get('content-length')
  return { bytes: length === null ? brotli(text) : Number(length), text }
}

/** Returns the sizes of the document and of the stylesheets that block its first paint. */
async function documentOf(path: string) {
  const { bytes, text } = await wireBytes(path)
  const sheets = [...text.matchAll(/<link\b[^>]*\brel="stylesheet"[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/\bmedia="print"/.test(tag))
    .map((tag) => /\bhref="([^"]+)"/.exec(tag)?.[1] ?? '')
  const styles = await Promise.all(sheets.map(wireBytes))
  const inline = [...text.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)]
    .filter(([, attributes = '']) => !/\bsrc=|application\/(ld\+)?json/.test(attributes))
    .map(([, , body = '']) => body)
  // The data for the hydration comes last in the document, and no part of it is painted.
  const painted = text.replace(/<script type="application\/json"[^]*?<\/script>/, '')
  const data = /<script type="application\/json"[^>]*>([^]*?)<\/script>/.exec(text)?.[1] ?? '{}'
  const { takeover } = JSON.parse(data) as Partial<{ takeover: Takeover }>
  const sheetBytes = styles.reduce((sum, sheet) => sum + sheet.bytes, 0)
  return {
    document: bytes + sheetBytes,
    critical: brotli(painted) + sheetBytes,
    named: takeover ? [takeover.entry, ...takeover.modules] : [],
    inlineScript: Buffer.byteLength(inline.join('')),
  }
}

const pathOf = ({ url }: { url: string }) => new URL(url).pathname
const weight = (list: readonly { bytes: number }[]) => list.reduce((sum, { bytes }) => sum + bytes, 0)
/**
 * Loads the route once, so that the server has rendered everything: a picture that is still being drawn would falsify the
 * result.
 */
async function warm(route: PublicRoute): Promise<void> {
  const phone = await openBenchPhone(browser, link, route, manner)
  try {
    await phone.warm()
  } finally {
    await phone.dispose()
  }
}

async function measure(route: PublicRoute) {
  const phone = await openBenchPhone(browser, link, route, manner)
  try {
    const noted = await phone.visit()
    const firstPictures = weight(noted.pictures)
    const scrolled: Noted = route.path === '/listings' ? await phone.readToTheEnd() : noted
    const aside = new Set(noted.aside)
    const scripts = noted.scripts.filter(({ url }) => !aside.has(url))
    const before = noted.scripts.filter(({ begun }) => begun < noted.lcp)
    const paths = (list: readonly { url: string }[]) => [...new Set(list.map(pathOf))]
    return {
      name: route.name,
      path: route.path,
      rested: noted.rested,
      fcp: noted.fcp,
      lcp: noted.lcp,
      lcpOf: noted.lcpOf,
      ...(await documentOf(route.path)),
      scriptBeforeView: weight(before),
      scriptsBeforeView: paths(before),
      alive: noted.alive,
      scriptsBeforeAlive: paths(scripts.filter(({ begun }) => begun < noted.alive)),
      scripts: paths(scripts),
      scriptsAside: [...aside].map((url) => pathOf({ url })),
      fontsBeforePaint: noted.fonts.filter(({ begun }) => begun < noted.fcp).map(pathOf),
      // The document itself counts as one request.
      requestsBeforeView: 1 + noted.requests.filter(({ begun }) => begun < noted.lcp).length,
      layoutShift: noted.layoutShift,
      shifts: noted.shifts,
      firstPictures,
      allPictures: weight(scrolled.pictures),
    }
  } finally {
    await phone.dispose()
  }
}

try {
  const react = brotli(await pageScript('bench/first-view/react-alone.ts'))
  const routes = []
  for (const route of publicRoutes(await readAnswers(server.origin))) {
    await warm(route)
    routes.push(await measure(route))
  }
  writeFileSync(out, JSON.stringify({ react, routes }, null, 1))
} finally {
  await browser.close()
  await link.close()
  await server.stop()
}
