// Cuts the naira sign out of the latin-ext fonts, so that a price costs about 1 KB instead of 18.
// Run it after an update of the font packages: node scripts/fonts.mjs
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const naira = '\u20A6'
const families = ['public-sans', 'bricolage-grotesque']
const source = (family) =>
  new URL(
    `../node_modules/@fontsource-variable/${family}/files/${family}-latin-ext-wght-normal.woff2`,
    import.meta.url,
  )
const target = (family) => new URL(`../public/fonts/${family}-naira.woff2`, import.meta.url)

await mkdir(new URL('../public/fonts/', import.meta.url), { recursive: true })
for (const family of families) {
  const cut = await subsetFont(await readFile(source(family)), naira, { targetFormat: 'woff2' })
  await writeFile(target(family), cut)
  console.log(`public/fonts/${family}-naira.woff2 ${cut.length} bytes`)
}
