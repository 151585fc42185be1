// Draws the three pictures at the top of Home from the drawings of the demo cars (R-HOME-03).
// Run it after a change of the drawings: npx tsx scripts/hero.mjs
import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { drawSide } from '../demo/pictures/draw/side.ts'

const [width, height] = [960, 600]
const slides = [
  { body: 'suv', paint: '0e5a43', scene: 'dusk', rim: 'five', flip: true },
  { body: 'hatchback', paint: 'd96a1e', scene: 'city', rim: 'turbine', flip: false },
  { body: 'pickup', paint: 'f4f4f1', scene: 'coast', rim: 'steel', flip: true },
]
const out = new URL('../public/hero/', import.meta.url)
await mkdir(out, { recursive: true })
for (const [i, { flip, ...view }] of slides.entries()) {
  const drawing = drawSide(view, flip, width).replace(
    /viewBox="[^"]+" width="\d+" height="\d+"/,
    `viewBox="20 115 1160 725" width="${width}" height="${height}"`,
  )
  const image = sharp(Buffer.from(drawing))
  const files = {
    avif: await image.clone().avif({ quality: 52, effort: 6 }).toBuffer(),
    webp: await image.clone().webp({ quality: 76, effort: 6 }).toBuffer(),
  }
  for (const [format, bytes] of Object.entries(files)) {
    await writeFile(new URL(`${i + 1}.${format}`, out), bytes)
    console.log(`public/hero/${i + 1}.${format} ${bytes.length} bytes`)
  }
  const tiny = await image.resize(16, 10).webp({ quality: 20 }).toBuffer()
  console.log(`blur: data:image/webp;base64,${tiny.toString('base64')}`)
}
