// A step of the build, after the app: `node dist/server/write-pages.js dist/app`. What compresses the app compresses these
// as well, so that a starting server has nothing to compress.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pageMaker } from './page-maker.ts'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { styleParts } from './documents/write-styles.ts'
import { pages } from './pages.ts'

const root = process.argv[2] ?? 'dist/app'
const maker = pageMaker(root)
for (const { modules = [], picture } of pages) {
  const { file, html } = maker.page(modules, picture)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, html)
}

// The sheet as a file of its own, for documents that bring only what they need of it, and in parts, to find that.
const sheet = /<style[^>]*>([^]*?)<\/style>/.exec(maker.html)?.[1] ?? ''
const address = `/assets/styles-${createHash('sha256').update(sheet).digest('hex').slice(0, 12)}.css`
writeFileSync(join(root, address), sheet)
writeFileSync(join(root, '.pages/styles.json'), JSON.stringify({ address, parts: styleParts(sheet) }))
