import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlled, openPhone } from '../support/browser.ts'
import type { Phone } from '../support/browser.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'

let server: Server
let phone: Phone
beforeAll(async () => {
  server = await startServer()
  phone = await openPhone()
  await phone.page.goto(`${server.origin}/listings`)
  await controlled(phone.page)
})
afterAll(async () => {
  await phone.dispose()
  await server.stop()
})

test('The browser finds nothing that would keep the app from the home screen [R-PWA-01 R-PWA-20 R-PWA-32]', async () => {
  const session = await phone.context.newCDPSession(phone.page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const { errors, url } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toContain('.webmanifest')
})

interface Manifest {
  name: string
  display: string
  start_url: string
  icons: { src: string; sizes: string; purpose?: string }[]
  screenshots?: { src: string; sizes: string }[]
}
test(
  'The manifest names the app, its start page and icons of the claimed sizes [R-PWA-20]',
  { tags: ['full'] },
  async () => {
    const session = await phone.context.newCDPSession(phone.page)
    const { data } = await session.send('Page.getAppManifest')
    const manifest = JSON.parse(data ?? '') as Manifest
    expect(manifest.name).toContain('Motorkin')
    expect(manifest.display).toBe('standalone')
    const start = await fetch(new URL(manifest.start_url, server.origin))
    expect(start.headers.get('content-type')).toContain('text/html')
    expect(manifest.icons.some((icon) => icon.purpose?.includes('maskable'))).toBe(true)
    const pictures = [...manifest.icons, ...(manifest.screenshots ?? [])].filter((p) => p.sizes !== 'any')
    const sizes = await phone.page.evaluate(
      (sources) =>
        Promise.all(
          sources.map(async (src) => {
            const image = new Image()
            image.src = src
            await image.decode()
            return `${image.naturalWidth}x${image.naturalHeight}`
          }),
        ),
      pictures.map((p) => p.src),
    )
    expect(sizes).toEqual(pictures.map((p) => p.sizes))
  },
)

test('The service worker is at most 16 KB, revalidated each time and scoped app-wide [R-PWA-19]', async () => {
  const reply = await fetch(`${server.origin}/sw.js`, { headers: { 'accept-encoding': 'br' } })
  expect(reply.headers.get('cache-control')).toMatch(/no-cache|max-age=0/)
  expect((await reply.arrayBuffer()).byteLength).toBeLessThanOrEqual(16 * 1024)
  const scope = await phone.page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
  expect(scope).toBe(`${server.origin}/`)
})
