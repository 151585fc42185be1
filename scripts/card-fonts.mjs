// Cuts the weights that cards of shared links are drawn with out of the variable fonts, as files that the server reads.
// Run it after an update of the font packages: node scripts/card-fonts.mjs
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const faces = [
  { family: 'bricolage-grotesque', name: 'display', weight: 700 },
  { family: 'public-sans', name: 'text', weight: 500 },
]
/** As Fontsource parts the characters; the first file that has one draws it. */
const scripts = ['latin', 'latin-ext', 'vietnamese']
/** Everything below the private use area: what a file does not have is not in the cut either. */
const characters = Array.from({ length: 0x2200 - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)).join('')

const folder = new URL('../server/web/found/cards/fonts/', import.meta.url)
await mkdir(folder, { recursive: true })
for (const { family, name, weight } of faces)
  for (const script of scripts) {
    const source = new URL(
      `../node_modules/@fontsource-variable/${family}/files/${family}-${script}-wght-normal.woff2`,
      import.meta.url,
    )
    const cut = await subsetFont(await readFile(source), characters, {
      targetFormat: 'truetype',
      variationAxes: { wght: weight },
    })
    await writeFile(new URL(`${name}-${script}.ttf`, folder), cut)
    console.log(`${name}-${script}.ttf ${cut.length} bytes`)
  }
