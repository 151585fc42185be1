import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { onePathIcons } from './scripts/one-path-icons.ts'

/** The app once more, for the server to draw with: everything in it, so that it is React as a page has it, in production. */
export default defineConfig({
  publicDir: false,
  plugins: [react(), onePathIcons],
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    alias: {
      'use-sync-external-store/shim/index.js': 'react',
      dexie: fileURLToPath(new URL('node_modules/dexie/dist/modern/dexie.mjs', import.meta.url)),
    },
  },
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: 'dist/render',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      input: { render: 'src/render.tsx' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
