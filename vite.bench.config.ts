import { defineConfig } from 'vite'
import server from './vite.server.config.ts'

/** Benchmarks that run the server in themselves, and what they start beside them. */
export const programs = [
  'engine',
  'import',
  'import-beside',
  'list',
  'list/bare',
  'list/load',
  'start',
  'start/once',
]

/** They measure what is shipped: built like the server, beside its migrations and the thread of its database. */
export default defineConfig({
  ...server,
  build: {
    ...server.build,
    outDir: 'dist/server/bench',
    rolldownOptions: {
      input: Object.fromEntries(programs.map((name) => [name, `bench/${name}.ts`])),
      output: server.build?.rolldownOptions?.output ?? {},
    },
  },
})
