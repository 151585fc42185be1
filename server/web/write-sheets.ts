// A step of the build, after the app: `node dist/server/write-sheets.js dist/app`. It writes the style sheets in parts, so
// that a document contains only the rules that it needs.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageMaker } from './page-maker.ts'
import { styleParts } from './documents/write-styles.ts'

const root = process.argv[2] ?? 'dist/app'
const { ground, classes: styles, fonts } = pageMaker(root).sheets
const read = (sheet: string) => readFileSync(join(root, sheet), 'utf8')
const parts = styleParts(read(ground) + read(styles))
writeFileSync(join(root, '.pages/styles.json'), JSON.stringify({ styles, fonts, parts }))
