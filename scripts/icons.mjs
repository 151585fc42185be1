// Draws the logo of Motorkin, a car with eyes, and writes it in every size that a phone requests. Run it after a change of
// the drawing: node scripts/icons.mjs
import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

const green = '#0e5a43'
const deep = '#0a4735'
const paper = '#faf7f1'
const amber = '#f4a62a'

/** Face of the car on a grid of 512. The important parts are in the inner 80 %, which every mask leaves visible. */
const face = `
  <path d="M118 356h66v32a16 16 0 0 1-16 16h-34a16 16 0 0 1-16-16zM328 356h66v32a16 16 0 0 1-16 16h-34a16 16 0 0 1-16-16z" fill="${deep}"/>
  <path d="M124 238 154 158c8-22 28-36 51-36h102c23 0 43 14 51 36l30 80c20 9 32 28 32 51v48c0 24-18 43-42 43H134c-24 0-42-19-42-43v-48c0-23 12-42 32-51z" fill="${paper}"/>
  <path d="M157 230 180 169c4-11 14-18 26-18h100c12 0 22 7 26 18l23 61c-64-9-134-9-198 0z" fill="${green}"/>
  <circle cx="160" cy="296" r="34" fill="${green}"/><circle cx="352" cy="296" r="34" fill="${green}"/>
  <circle cx="160" cy="296" r="22" fill="${amber}"/><circle cx="352" cy="296" r="22" fill="${amber}"/>
  <path d="M220 312c22 18 50 18 72 0" fill="none" stroke="${green}" stroke-width="16" stroke-linecap="round"/>`

const svg = ({ radius, scale }) => {
  const shift = (512 - 512 * scale) / 2
  const inner = `<g transform="translate(${shift} ${shift}) scale(${scale})">${face}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="${radius}" fill="${green}"/>${inner}</svg>`
}
const out = (name) => new URL(`../public/${name}`, import.meta.url)
const png = async (name, size, drawing) => {
  const image = await sharp(Buffer.from(drawing), { density: 300 })
    .resize(size, size)
    .png({ palette: true, colours: 32, compressionLevel: 9 })
    .toBuffer()
  await writeFile(out(name), image)
  console.log(`public/${name} ${image.length} bytes`)
}

await mkdir(out('icons/'), { recursive: true })
const tile = svg({ radius: 112, scale: 1.08 })
const whole = svg({ radius: 0, scale: 0.88 })
await writeFile(out('favicon.svg'), tile.replace(/\n\s*/g, ''))
await png('icons/icon-192.png', 192, tile)
await png('icons/icon-512.png', 512, tile)
await png('icons/maskable-192.png', 192, whole)
await png('icons/maskable-512.png', 512, whole)
await png('icons/apple-touch-icon.png', 180, svg({ radius: 0, scale: 1 }))
