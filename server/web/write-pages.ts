// A step of the build, after the app: `node dist/server/write-pages.js dist/app`. What compresses the app compresses these
// as well, so that a starting server has nothing to compress.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pageMaker } from './page-maker.ts'
import { styleParts } from './documents/write-styles.ts'
import { servedPages } from './pages.ts'

const root = process.argv[2] ?? 'dist/app'
const maker = pageMaker(root)
for (const { modules = [], picture } of servedPages) {
  const { file, html } = maker.page(modules, picture)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, html)
}

// The sheets in parts, for documents that bring only what they need of them.
const { ground, classes: styles, fonts } = maker.sheets
const read = (sheet: string) => readFileSync(join(root, sheet), 'utf8')
const parts = styleParts(read(ground) + read(styles))
writeFileSync(join(root, '.pages/styles.json'), JSON.stringify({ styles, fonts, parts }))
