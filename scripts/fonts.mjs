// Cuts the characters that are needed out of the font packages. Run it after an update of them: node scripts/fonts.mjs
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

// The naira sign is cut out of latin-ext, so that a price costs about 1 KB instead of 18.
for (const family of ['public-sans', 'bricolage-grotesque'])
  await cut(source(family, 'latin-ext'), '\u20A6', {
    folder: 'public/fonts',
    name: `${family}-naira.woff2`,
    targetFormat: 'woff2',
  })

// Weights with which the server draws the cards of shared links, as files that it reads.
const faces = [
  { family: 'bricolage-grotesque', name: 'display', weight: 700 },
  { family: 'public-sans', name: 'text', weight: 500 },
]
/** Characters U+0020 to U+21FF; a cut has those that its source file has. */
const characters = Array.from({ length: 0x2200 - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)).join('')
for (const { family, name, weight } of faces)
  // Fontsource splits the characters into these files; the first file that has a character draws it.
  for (const script of ['latin', 'latin-ext', 'vietnamese'])
    await cut(source(family, script), characters, {
      folder: 'server/web/found/cards/fonts',
      name: `${name}-${script}.ttf`,
      targetFormat: 'truetype',
      variationAxes: { wght: weight },
    })
