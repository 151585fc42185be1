import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minify } from 'terser'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig, type Plugin } from 'vite'

const apiPort = process.env['PORT'] ?? '3000'
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What both first views (results and a car) are made of. */
const firstView =
  /\/(src\/parts\/(?!body-icon)|src\/ui\/(nav|show|form\/(select|field|control-look)|[a-z-]+\.tsx?$)|contract\/|catalogue\/(url|words|persona|mileage)|@tabler\/icons-react\/|src\/features\/(browse\/(loosen|state)|car\/gallery\/use-))|rolldown\/runtime/

/**
 * The style sheet and the icon travel inside the page: two requests less before the first listing, and both are small.
 * The server allows the styles by their hash.
 */
const inPage: Plugin = {
  name: 'in-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html
        .replace(/<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g, (link, name: string) => {
          const asset = bundle[name]
          if (asset?.type !== 'asset') return link
          delete bundle[name]
          for (const chunk of Object.values(bundle)) {
            if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.delete(name)
          }
          return `<style>${String(asset.source).trim()}</style>`
        })
        .replace('href="/favicon.svg"', `href="${asAddress('public/favicon.svg')}"`),
  },
}

/** A small SVG as an address that needs no request. */
function asAddress(file: string): string {
  const drawing = readFileSync(here(file), 'utf8').replace(/\s+/g, ' ').trim()
  return `data:image/svg+xml,${encodeURIComponent(drawing)
    .replace(/%(20|2F|3A|3D)/g, decodeURIComponent)
    .replaceAll("'", '%27')}`
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
    whereTo,
    tailwindcss(),
    inPage,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,woff2,webmanifest,svg}', 'icons/*.png'],
        globIgnores: ['sw.js', 'server/**'],
        rollupFormat: 'iife',
        minify: false,
        buildPlugins: { vite: [smallest] },
        // The list of files grows with the app and must not weigh on the worker: it is a file of its own, named after
        // its content, and the worker is told its name.
        manifestTransforms: [
          (entries) => {
            const files = entries.map(({ url, revision }) => ({
              url,
              revision: revision?.slice(0, 12) ?? null,
            }))
            const text = JSON.stringify(files)
            const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
            const url = `assets/shell-${hash}.json`
            writeFileSync(join(outDir, url), text)
            return { manifest: [{ url, revision: null, size: text.length }] }
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
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What several screens share travels as one file, not as twenty: a request costs more than a kilobyte.
          groups: [{ name: 'kit', test: firstView, minShareCount: 2 }],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': `http://127.0.0.1:${apiPort}`,
      '/media': `http://127.0.0.1:${apiPort}`,
    },
  },
})
