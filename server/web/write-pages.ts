// A step of the build, after the app: `node dist/server/write-pages.js dist/app`. What compresses the app compresses these
// as well, so that a starting server has nothing to compress.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pageMaker } from './page-maker.ts'
import { pages } from './pages.ts'

const maker = pageMaker(process.argv[2] ?? 'dist/app')
for (const { modules = [], picture } of pages) {
  const { file, html } = maker.page(modules, picture)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, html)
}
