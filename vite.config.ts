import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vite'

const apiPort = process.env['PORT'] ?? '3000'
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
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
    alias: { dexie: here('node_modules/dexie/dist/modern/dexie.mjs') },
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
          groups: [
            {
              name: 'kit',
              test: /\/(src\/(ui|parts)|contract|catalogue)\//,
              minShareCount: 3,
              entriesAware: false,
            },
          ],
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
