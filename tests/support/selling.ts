import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { OwnCar } from '#contract/ads.ts'
import type { Person } from './people.ts'

/** Helpers for a seller. */

/** Creates a photo like that of a camera: large, rotated, with location and camera model. */
export async function cameraPhoto(
  folder: string,
  n: number,
  o: { width?: number; height?: number; grain?: number } = {},
): Promise<string> {
  const { width = 4000, height = 3000, grain = 40 } = o
  const path = join(folder, `IMG_${n}.jpg`)
  const background = `hsl(${(n * 67) % 360}, 50%, 45%)`
  const noise = { type: 'gaussian', mean: 128, sigma: grain } as const
  const tile = { create: { width: 500, height: 500, channels: 3, background, noise } } as const
  const mark = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="${200 + n * 90}" y="900" width="1400" height="600" rx="200" fill="${background}"/></svg>`,
  )
  await sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: await sharp(tile).png().toBuffer(), tile: true, blend: 'overlay' }, { input: mark }])
    .withExif({
      IFD0: { Make: 'Secretphone' },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '33/1 55/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '18/1 25/1 0/1',
      },
    })
    .withMetadata({ orientation: 1 })
    .jpeg({ quality: 92 })
    .toFile(path)
  return path
}

export const next = (page: Page) => page.getByRole('button', { name: /^Next: / }).click()
export const addPhotos = (page: Page, paths: string[]) =>
  page.getByLabel('Choose pictures').setInputFiles(paths)
export const pictures = (page: Page) => page.getByRole('button', { name: /^Picture \d+ of \d+/ })

/** Fills in the wizard from its second step to its last with valid values. */
export async function fillAd(page: Page, o: { title: string; price?: string }): Promise<void> {
  const choose = (label: string, value: string) => page.getByLabel(label, { exact: true }).selectOption(value)
  await choose('Make', 'Toyota')
  await page.getByLabel('Model', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Year', { exact: true }).selectOption({ index: 7 })
  await page.getByLabel('Title', { exact: true }).fill(o.title)
  await choose('Body type', 'SUV')
  await next(page)
  await choose('Condition', 'Used')
  await page.getByLabel('Mileage').fill('68 000 km')
  await choose('Fuel type', 'Diesel')
  await page.getByLabel('Engine').fill('2.8 GD-6')
  await choose('Transmission', 'Semi-Autometic')
  await choose('Drive', '4WD')
  await choose('Exterior colour', 'White')
  await choose('Interior colour', 'Black')
  await page.getByLabel('Bluetooth').check()
  await page.getByLabel('Sunroof').check()
  await next(page)
  await page.getByLabel('Price', { exact: true }).fill(o.price ?? '450000')
  await choose('Province', 'Gauteng')
  await page.getByLabel('City', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Zip code or address').fill('1 Main Road')
  await page.getByLabel('Description', { exact: true }).fill('One owner, every service stamped.')
  await next(page)
}
export const publish = (page: Page) => page.getByRole('button', { name: 'Publish My Ad' }).click()

/** Returns the ads of this person with this title from the server. */
export async function adsCalled(person: Person, title: string): Promise<OwnCar[]> {
  const { data } = await person.call<{ data: OwnCar[] }>('users/my-car-list', { page: 1, limit: 100 })
  return data.filter((car) => car.title === title)
}
