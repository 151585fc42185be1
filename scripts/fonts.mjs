// Cuts what is needed out of the font packages; run it after an update of them: node scripts/fonts.mjs
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const source = (family, script) =>
  new URL(
    `../node_modules/@fontsource-variable/${family}/files/${family}-${script}-wght-normal.woff2`,
    import.meta.url,
  )
/** Writes these characters of a font into `folder`, a path below the project. */
async function cut(from, characters, { folder, name, ...options }) {
  const target = new URL(`../${folder}/`, import.meta.url)
  await mkdir(target, { recursive: true })
  const bytes = await subsetFont(await readFile(from), characters, options)
  await writeFile(new URL(name, target), bytes)
  console.log(`${folder}/${name} ${bytes.length} bytes`)
}

// The naira sign out of latin-ext, so that a price costs about 1 KB instead of 18.
for (const family of ['public-sans', 'bricolage-grotesque'])
  await cut(source(family, 'latin-ext'), '\u20A6', {
    folder: 'public/fonts',
    name: `${family}-naira.woff2`,
    targetFormat: 'woff2',
  })

// The weights that cards of shared links are drawn with, as files that the server reads.
const faces = [
  { family: 'bricolage-grotesque', name: 'display', weight: 700 },
  { family: 'public-sans', name: 'text', weight: 500 },
]
/** Everything below the private use area: what a file does not have is not in the cut either. */
const characters = Array.from({ length: 0x2200 - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)).join('')
for (const { family, name, weight } of faces)
  // As Fontsource parts the characters; the first file that has one draws it.
  for (const script of ['latin', 'latin-ext', 'vietnamese'])
    await cut(source(family, script), characters, {
      folder: 'server/web/found/cards/fonts',
      name: `${name}-${script}.ttf`,
      targetFormat: 'truetype',
      variationAxes: { wght: weight },
    })
