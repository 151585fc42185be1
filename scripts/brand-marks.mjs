// Writes the marks of car makes into one file, one symbol each (R-HOME-26). The marks come from simple-icons (CC0) and
// keep their owners' rights; makes that are not there get a monogram. Run it after an update: node scripts/brand-marks.mjs
import { writeFile } from 'node:fs/promises'
import * as icons from 'simple-icons'
import { optimize } from 'svgo'

// In simple-icons "Proton" and "Lucid" are the marks of other firms, so these makes are not listed.
const makes = [
  'Acura',
  'Aston Martin',
  'Audi',
  'Bentley',
  'BMW',
  'Bugatti',
  'Cadillac',
  'Chevrolet',
  'Chrysler',
  'Citroën',
  'Dacia',
  'Ferrari',
  'Fiat',
  'Ford',
  'Honda',
  'Hyundai',
  'Infiniti',
  'Jeep',
  'Kia',
  'Lamborghini',
  'Mahindra',
  'Maserati',
  'Mazda',
  'McLaren',
  'MG',
  'Mini',
  'Mitsubishi',
  'Nissan',
  'Opel',
  'Peugeot',
  'Polestar',
  'Porsche',
  'Renault',
  'Rolls-Royce',
  'SEAT',
  'ŠKODA',
  'smart',
  'Subaru',
  'Suzuki',
  'Tata',
  'Tesla',
  'Toyota',
  'Vauxhall',
  'Volkswagen',
  'Volvo',
]
const idOf = (make) =>
  make
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
const all = new Map(Object.values(icons).map((icon) => [icon.slug, icon]))
/** Maximum characters of a mark: a coat of arms of 20 KB is unreadable at this size. */
const longest = 5000
const symbols = makes.flatMap((make) => {
  const icon = all.get(idOf(make))
  if (!icon) throw new Error(`simple-icons has no ${make}`)
  return icon.path.length > longest
    ? []
    : [`<symbol id="${idOf(make)}" viewBox="0 0 24 24"><path d="${icon.path}"/></symbol>`]
})
/**
 * Shortens the paths, because every phone stores the file. A hundredth of the 24 units is a tenth of a pixel in the largest
 * mark that is shown.
 */
const shorter = [{ name: 'convertPathData', params: { floatPrecision: 2 } }]
const whole = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
const file = `${optimize(whole, { plugins: shorter }).data}\n`
await writeFile(new URL('../public/brand-marks.svg', import.meta.url), file)
const ids = [...file.matchAll(/id="(\w+)"/g)].map(([, id]) => id)
console.log(`${ids.length} marks, ${file.length} bytes: ${ids.join(' ')}`)
