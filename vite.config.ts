import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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

export default defineConfig({
  plugins: [
    react(),
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
