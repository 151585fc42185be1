import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageMaker } from '../../server/web/page-maker.ts'
import { servedPages } from '../../server/web/pages.ts'
import { type TestServer, testServer } from '../support/api.ts'
import { newCar, sellers } from '../support/cars.ts'
import { furnish } from '../support/motorkin.ts'

const html =
  '<!doctype html><html><head><title>Motorkin</title><style>body{margin:0}</style></head><body></body></html>'
const script = `const words = '${'many words '.repeat(200)}'`
const manifest = {
  'index.html': {
    file: 'assets/index-1.js',
    isEntry: true,
    imports: ['_react.js'],
    css: ['assets/index-1.css'],
  },
  '_react.js': { file: 'assets/react-1.js' },
  'src/features/browse/index.ts': { file: 'assets/browse-1.js', imports: ['_card.js', '_react.js'] },
  '_card.js': { file: 'assets/card-1.js', css: ['assets/card-1.css'] },
  'src/app/screens/car-detail.tsx': { file: 'assets/detail-1.js', imports: ['_card.js'] },
}
const files: Record<string, string | Buffer> = {
  'index.html': html,
  'sw.js': 'self.skipWaiting()',
  'manifest.webmanifest': '{}',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/index-1.js': script,
  'assets/index-1.js.br': brotliCompressSync(script),
  'assets/index-1.js.gz': gzipSync(script),
  'assets/index-1.js.map': '{}',
  '.vite/manifest.json': JSON.stringify(manifest),
  '.pages/loader.js': script,
}

/** Addresses of existing things. */
const there = new Map([
  ['/listing/:slug', '/listing/car-1'],
  ['/dealer/:id', `/dealer/${sellers[0]}`],
  ['/blog/:slug', '/blog/brakes'],
])

let server: TestServer
let root: string
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'motorkin-web-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  server = await testServer({
    webRoot: root,
    seed: async ({ db }) => {
      await furnish(db, [newCar(1)])
      await db.run({
        text: `insert into blogs (id, slug, title, description, excerpt, image, blur, search_tokens, published_at,
            created_at, updated_at)
          values ('blog', 'brakes', 'Brakes', '<p>Look.</p>', 'Look.', '', '', '{}', '2026-01-01', '2026-01-01', '2026-01-01')`,
      })
    },
  })
})
afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })
const navigate = (url: string) => get(url, { accept: 'text/html,application/xhtml+xml' })

test('The scripts of a rendered page come in the order of their dependencies', () => {
  expect(pageMaker(root).scripts(['src/features/browse/index.ts'])).toEqual({
    entry: '/assets/index-1.js',
    modules: ['/assets/react-1.js', '/assets/card-1.js', '/assets/browse-1.js'],
  })
})

test('A browser gets the smallest form it takes, and the same bytes in each', async () => {
  const [br, gz, plain, none] = await Promise.all([
    get('/assets/index-1.js', { 'accept-encoding': 'gzip, deflate, br' }),
    get('/assets/index-1.js', { 'accept-encoding': 'gzip' }),
    get('/assets/index-1.js'),
    get('/assets/index-1.js', { 'accept-encoding': 'br;q=0, gzip;q=0' }),
  ])
  expect([br, gz, plain, none].map((r) => r.headers['content-encoding'])).toEqual([
    'br',
    'gzip',
    undefined,
    undefined,
  ])
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(script)
  expect(gunzipSync(gz.rawPayload).toString()).toBe(script)
  expect(plain.body).toBe(script)
  expect(br.headers['vary']).toBe('Accept-Encoding')
  expect(new Set([br, gz, plain].map((r) => r.headers['etag'])).size).toBe(3)
})

test('Hashed files are cached for a year; pages and service worker are always revalidated', async () => {
  expect((await get('/assets/index-1.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  )
  for (const url of ['/', '/index.html', '/sw.js', '/manifest.webmanifest']) {
    expect({ url, cache: (await get(url)).headers['cache-control'] }).toEqual({ url, cache: 'no-cache' })
  }
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=86400')
})

test('Every file has its type', async () => {
  const types = {
    '/': 'text/html; charset=utf-8',
    '/sw.js': 'text/javascript; charset=utf-8',
    '/manifest.webmanifest': 'application/manifest+json; charset=utf-8',
    '/favicon.svg': 'image/svg+xml',
  }
  for (const [url, type] of Object.entries(types)) {
    expect({ url, type: (await get(url)).headers['content-type'] }).toEqual({ url, type })
  }
})

test('What the browser has already is not sent again', async () => {
  for (const [url, headers] of [
    ['/assets/index-1.js', { 'accept-encoding': 'br' }],
    ['/listings', {}],
  ] as const) {
    const { etag } = (await get(url, headers)).headers
    const again = await get(url, { ...headers, 'if-none-match': `"other", W/${String(etag)}` })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect((await get(url, { ...headers, 'if-none-match': '"other"' })).statusCode).toBe(200)
  }
})

test('Every address of the app opens it with status 200 [R-NAV-01 R-NAV-03 R-NAV-04]', async () => {
  const urls = servedPages.flatMap(({ path, loose }) => {
    const url = (there.get(path) ?? path).replace(/:[a-z]+/g, 'some-thing')
    return loose ? [url, `${url}/more`, `${url}/and/more`] : [url]
  })
  for (const url of urls) {
    const response = await navigate(url)
    expect({ url, status: response.statusCode }).toEqual({ url, status: 200 })
    expect(response.body).toMatch(/<title>[^<]+ \| Motorkin<\/title>/)
    expect((await navigate(`${url}?page=2`)).statusCode).toBe(200)
  }
})

test('The modules and pictures that a page names for its first view exist', () => {
  const named = servedPages.flatMap(({ modules = [], picture }) => [
    ...modules,
    ...(picture ? [`public${picture}`] : []),
  ])
  expect(named.filter((file) => !existsSync(file))).toEqual([])
  // A drawn page that needs a second round of scripts saves no time.
  expect(servedPages.filter(({ isDrawn, modules }) => isDrawn && modules === undefined)).toEqual([])
})

test('An address that the app does not have shows the app with status 404 [R-NAV-29]', async () => {
  for (const url of ['/nowhere', '/listing', '/listing/a/b', '/blog/a/b', '/LISTINGS', '/%E0%A4%A']) {
    const response = await navigate(url)
    expect({ url, status: response.statusCode }).toEqual({ url, status: 404 })
    if (url.includes('%')) continue
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.body).toContain('<title>Page not found (404) | Motorkin</title>')
  }
})

test('A missing file, picture or call is never answered with a page', async () => {
  for (const url of ['/assets/gone-1.js', '/media/nothing/640.webp', '/api/v1/nothing', '/api/v2']) {
    const response = await navigate(url)
    expect({ url, status: response.statusCode }).toEqual({ url, status: 404 })
    expect(response.json()).toMatchObject({ success: false })
  }
  expect((await get('/gone.png', { accept: 'image/*' })).json()).toMatchObject({ code: 'not_found' })
})

test('What is not meant for browsers is not served', async () => {
  for (const url of [
    '/.vite/manifest.json',
    '/.pages/loader.js',
    '/assets/index-1.js.br',
    '/../package.json',
    '/%2e%2e/package.json',
  ]) {
    expect({ url, status: (await get(url)).statusCode }).toEqual({ url, status: 404 })
  }
})

test('A page names the files of its first view, and no file twice', async () => {
  const links = async (url: string) =>
    [...(await navigate(url)).body.matchAll(/<link rel="(?:modulepreload|preload)"[^>]*href="([^"]+)"/g)].map(
      ([, href]) => href,
    )
  expect(await links('/listings')).toEqual(['/assets/card-1.js', '/assets/card-1.css', '/assets/browse-1.js'])
  expect(await links('/listing/a-car')).toEqual([
    '/assets/card-1.js',
    '/assets/card-1.css',
    '/assets/detail-1.js',
  ])
  expect(await links('/about')).toEqual([])
})

test('A page goes out compressed, with the same bytes in each form', async () => {
  for (const url of ['/listings', '/listing/car-1']) {
    const plain = await navigate(url)
    const br = await get(url, { accept: 'text/html', 'accept-encoding': 'br' })
    const gz = await get(url, { accept: 'text/html', 'accept-encoding': 'gzip' })
    expect([plain, br, gz].map((r) => r.headers['content-encoding'])).toEqual([undefined, 'br', 'gzip'])
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gz.rawPayload).toString()).toBe(plain.body)
    expect(new Set([plain, br, gz].map((r) => r.headers['etag'])).size).toBe(3)
  }
})

test('A page may load from nowhere but its own server', async () => {
  const { headers } = await navigate('/listings')
  const policy = String(headers['content-security-policy'])
  const [forms, ...others] = policy
    .split(';')
    .sort((a, b) => Number(b.startsWith('form')) - Number(a.startsWith('form')))
  expect(others).toContain("default-src 'self'")
  expect(others.join(';')).not.toMatch(/unsafe|https:|\*/)
  // The card form posts to the payment provider (R-EXT-11).
  const provider = 'https://www.payfast.co.za https://*.payfast.co.za https://*.payfast.io'
  expect(forms).toBe(`form-action 'self' ${server.deps.config.publicUrl} ${provider}`)
  expect(headers['x-frame-options']).toBe('DENY')
})

test('A page may use the styles it carries itself, and no other inline style', async () => {
  const digest = createHash('sha256').update('body{margin:0}').digest('base64')
  for (const { headers } of [
    await navigate('/listings'),
    await navigate('/nowhere'),
    await get('/index.html'),
  ])
    expect(String(headers['content-security-policy'])).toContain(`style-src 'self' 'sha256-${digest}';`)
})

test('Scripts and pictures spare a phone the headers that only a page heeds', async () => {
  const answers = [
    await get('/assets/index-1.js'),
    await get('/media/suv-0e5a43-studio-side-five/320.webp', { 'if-none-match': '"none of these"' }),
  ]
  for (const { statusCode, headers } of answers) {
    expect(statusCode).toBe(200)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers).not.toHaveProperty('content-security-policy')
    expect(headers).not.toHaveProperty('x-frame-options')
  }
  // An SVG can contain script, so it gets the headers of a page.
  expect((await get('/favicon.svg')).headers).toHaveProperty('content-security-policy')
})

test('A page takes no other method than reading', async () => {
  expect((await server.app.inject({ method: 'HEAD', url: '/listings' })).statusCode).toBe(200)
  const response = await server.app.inject({ method: 'POST', url: '/listings' })
  expect(response.json()).toMatchObject({ success: false, code: 'unknown_route' })
})
