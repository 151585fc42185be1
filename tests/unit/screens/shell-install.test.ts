import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { matchingRoute } from '../../../src/app/navigation/matching-route.ts'
import { appRoutes } from '../../../src/app/routes.ts'
import { nameManifest } from '../../../src/app/update/watch-worker.ts'

interface Icon {
  src: string
  sizes: string
  type: string
  purpose?: string
  form_factor?: string
}
const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as {
  id: string
  name: string
  start_url: string
  display: string
  icons: Icon[]
  screenshots?: Icon[]
  shortcuts: { url: string }[]
}
const page = readFileSync('index.html', 'utf8')
const pathOf = (address: string) => new URL(address, 'https://x.test').pathname

describe('Installing on a phone', () => {
  test('The manifest names the app, opens listings standalone and has plain and maskable icons [R-PWA-20]', () => {
    expect(manifest).toMatchObject({ id: '/', name: 'Motorkin', display: 'standalone' })
    expect(matchingRoute(appRoutes, pathOf(manifest.start_url))?.path).toBe('/listings')
    const sizes = (purpose?: string) =>
      manifest.icons.filter((i) => i.purpose === purpose).map((i) => i.sizes)
    expect(sizes()).toEqual(expect.arrayContaining(['192x192', '512x512']))
    expect(sizes('maskable')).toEqual(expect.arrayContaining(['192x192', '512x512']))
  })

  test('The manifest is linked once and only after the first view [R-PWA-20]', () => {
    expect(page).not.toContain('manifest.webmanifest')
    nameManifest(document.head)
    nameManifest(document.head)
    const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=manifest]')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/manifest.webmanifest'])
  })

  test('Every picture of the manifest exists in the size it claims', async () => {
    for (const { src, sizes } of [...manifest.icons, ...(manifest.screenshots ?? [])]) {
      expect([src, existsSync(`public${src}`)]).toEqual([src, true])
      if (sizes === 'any') continue
      const { width, height } = await sharp(`public${src}`).metadata()
      expect([src, `${width}x${height}`]).toEqual([src, sizes])
    }
  })

  test('Every shortcut leads to a screen', () => {
    expect(manifest.shortcuts.filter(({ url }) => !matchingRoute(appRoutes, pathOf(url)))).toEqual([])
  })

  test('The page holds no inline script, which its security policy would refuse', () => {
    expect(page.match(/<script(?![^>]*\bsrc=)/)).toBeNull()
    expect(page).not.toMatch(/\son\w+=/)
  })

  test('The naira sign travels as files of about a kilobyte', () => {
    for (const family of ['public-sans', 'bricolage-grotesque'])
      expect(readFileSync(`public/fonts/${family}-naira.woff2`).length).toBeLessThan(1500)
  })
})
