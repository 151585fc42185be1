import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packCars } from '#contract/sync/feed-pack.ts'
import type { FeedCar } from '#contract/sync/feed.ts'
import { oneCar } from '../../../server/demo/car/one-car.ts'
import { demoWorld } from '../../../server/demo/seed.ts'

const kib = 1024
const { world } = demoWorld(1, new Date('2026-03-01T00:00:00Z'), 5400)
/** Believable cars with photographs: each has a cover of its own, named by its content. */
const cars = Array.from({ length: 5400 }, (_, i) => oneCar(i, world))
  .filter((car) => car.status === 'active')
  .sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
  .slice(0, 5000)
  .map((car): FeedCar => ({
    ...car,
    _id: car.id,
    mileage_km: car.mileageKm,
    featured: car.featured ?? false,
    clicks: car.clicks ?? 0,
    created_at: car.created_at.toISOString(),
    version: 1 + (car.year % 3),
    picture_count: car.views.length,
    cover: `/media/${createHash('sha256').update(car.id).digest('base64url').slice(0, 16)}/1280.webp`,
  }))

/** Bytes on the way, as the server compresses. */
function weigh(pages: readonly (readonly FeedCar[])[]) {
  const texts = pages.map((page) => JSON.stringify(packCars(page)))
  const sum = (of: (text: string) => number) => texts.reduce((all, text) => all + of(text), 0)
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
  return {
    plain: sum((t) => t.length),
    gzip: sum((t) => gzipSync(t).length),
    brotli: sum((t) => brotliCompressSync(t, quick).length),
  }
}

test('The 5,000 newest cars with a photograph each weigh at most 320 KB on their way, in one page or in three [R-PWA-33]', () => {
  expect(cars).toHaveLength(5000)
  const whole = weigh([cars])
  const paged = weigh([cars.slice(0, 2000), cars.slice(2000, 4000), cars.slice(4000)])

  for (const { gzip, brotli } of [whole, paged]) {
    expect(gzip).toBeLessThan(320 * kib)
    expect(brotli).toBeLessThan(320 * kib)
  }
})

test('News of 200 cars weighs at most 17 KB on its way', () => {
  const changed = cars.filter((_, i) => i % 25 === 7)
  expect(changed).toHaveLength(200)
  const { gzip, brotli } = weigh([changed])

  expect(gzip).toBeLessThan(17 * kib)
  expect(brotli).toBeLessThan(17 * kib)
})
