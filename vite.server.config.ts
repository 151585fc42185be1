import { defineConfig } from 'vite'

/** The server as plain JavaScript: our code in a few files, dependencies from node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        seed: 'demo/main.ts',
        import: 'server/cli/import.ts',
        admin: 'server/cli/admin.ts',
        'write-sheets': 'server/web/write-sheets.ts',
        'workbook-worker': 'server/import/workbook/workbook-worker.ts',
        'pglite-worker': 'server/kernel/db/pglite-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
