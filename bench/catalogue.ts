import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import type { CarCard } from '#contract/cars.ts'
import { readListQuery, type ListQueryInput } from '#contract/list-query.ts'
import { soughtAmong } from '#contract/values/options.ts'
import { oneCar } from '../demo/car/one-car.ts'
import { demoWorld } from '../demo/seed.ts'
import { offlineStarts } from './catalogue/starts.ts'
import { countsAfterTaps } from './catalogue/taps.ts'
import { ms, pageScript, percentile } from './page/script.ts'

/**
 * Measures the catalogue on the phone, in real Chromium with the CPU six times slower, against the same cars as rows of Dexie
 * in the same run. Prints ratios; times are never judged.
 */
const count = Number(process.argv[2] ?? 20_000)
const slower = 6

const wanted = Math.ceil(count * 1.1)
const { world } = demoWorld(1, new Date('2026-03-01T00:00:00Z'), wanted)
const cars = Array.from({ length: wanted }, (_, i) => oneCar(i, world))
  .filter((car) => car.status === 'active')
  .slice(0, count)
  .map((car): CarCard => {
    const cover = `/media/${createHash('sha256').update(car.id).digest('base64url').slice(0, 16)}/1280.webp`
    const { views, id, mileageKm, created_at, featured = false, clicks = 0, ...rest } = car
    return {
      ...rest,
      carfeatures: soughtAmong(rest.carfeatures),
      _id: id,
      mileage_km: mileageKm,
      featured,
      clicks,
      created_at: created_at.toISOString(),
      status: 'active',
      is_favorite: 'no',
      version: 1,
      images: [cover],
      featured_image: cover,
      pictures: [{ url: cover, blur: '', alt: car.title }],
      picture_count: views.length,
    }
  })

/** Pseudo-random generator with the same numbers in every run. */
let state = 7
const random = (below: number) => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return state % below
}
const one = () => cars[random(cars.length)] ?? (cars[0] as CarCard)
const ask = (query: ListQueryInput) => readListQuery({ limit: 15, ...query })
const narrow = Array.from({ length: 300 }, () => {
  const { make, model, price } = one()
  return ask({
    make: [make],
    model: [model],
    min_price: Math.round(price / 2),
    max_price: Math.round(price * 2),
  })
})
const sorts = ['price_low_high', 'price_high_low', 'year_high_low', 'mileage_low_high'] as const
const everything = Array.from({ length: 60 }, (_, n) =>
  ask({ sortBy: sorts[n % sorts.length] ?? 'price_low_high', page: 1 + random(20) }),
)
const counts = Array.from({ length: 60 }, () => ask({ make: [one().make], facets: true, limit: 1 }))
const changed = Array.from({ length: 200 }, () => one()).map((car) => ({
  ...car,
  price: car.price + 1,
  version: 2,
}))

const server = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end('<!doctype html>'))
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const lines: [string, string, string][] = []
try {
  const page = await (await browser.newContext()).newPage()
  // Some compilers wrap inner functions in a helper, `__name`, that a page does not have.
  await page.addInitScript({ content: 'globalThis.__name ??= (f) => f' })
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.addScriptTag({ content: await pageScript('bench/page/catalogue-page.ts') })
  await page.evaluate(() => window.replicaBench.open())
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slower })
  const against = (what: string, ours: number, theirs: number) =>
    lines.push([what, `${ms(ours)} : ${ms(theirs)}`, `${(theirs / ours).toFixed(1)} x`])

  const writing = await page.evaluate((list) => window.replicaBench.write(list), cars)
  against(`write ${cars.length} cars`, writing.chunks, writing.rows)
  const changing = await page.evaluate((list) => window.replicaBench.change(list), changed)
  against('write 200 changes', changing.chunks, changing.rows)
  const start = await page.evaluate((query) => window.replicaBench.start(query), narrow[0] ?? ask({}))
  lines.push(['from nothing in memory to the first answer', ms(start), ''])

  await page.evaluate((list) => window.replicaBench.find(list), narrow.slice(0, 30))
  const few = await page.evaluate((list) => window.replicaBench.find(list), narrow)
  const rows = await page.evaluate((list) => window.replicaBench.rows(list), narrow.slice(0, 60))
  const cursor = await page.evaluate((list) => window.replicaBench.cursor(list), narrow.slice(0, 12))
  const all = await page.evaluate((list) => window.replicaBench.find(list), everything)
  const allRows = await page.evaluate((list) => window.replicaBench.rows(list), everything.slice(0, 20))
  const facets = await page.evaluate((list) => window.replicaBench.find(list), counts)
  for (const [name, p] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    const at = (times: readonly number[]) => percentile(times, p)
    against(`narrow filter, first page, ${name}; rows by an index made for it`, at(few.times), at(rows.times))
    against(`narrow filter, first page, ${name}; rows by a cursor`, at(few.times), at(cursor.times))
    against(
      `everything sorted, a page of it, ${name}; rows by the index of price`,
      at(all.times),
      at(allRows.times),
    )
    lines.push([`counts of every filter, ${name}`, ms(at(facets.times)), ''])
  }
  lines.push(['cars a narrow filter finds, p50', String(percentile(few.totals, 0.5)), ''])
} finally {
  await browser.close()
  server.close()
}
const starts = await offlineStarts(slower, 7)
for (const [what, moment] of [
  ['in sight', 'seen'],
  ['that answers a touch', 'alive'],
] as const) {
  const [cold, warm, again] = starts.map((all) =>
    percentile(
      all.map((one) => one[moment]),
      0.5,
    ),
  ) as [number, number, number]
  for (const [than, before] of [
    ['a page opened in a browser that runs', warm],
    ['the same page once more', again],
  ] as const)
    lines.push([
      `first car ${what} without signal, p50: browser just started : ${than}`,
      `${ms(cold)} : ${ms(before)}`,
      `${cold > before ? '+' : ''}${(cold - before).toFixed(0)} ms`,
    ])
}
for (const rate of [1, slower]) {
  const times = await countsAfterTaps(rate, 40)
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
  lines.push([
    `from a tap on a filter to the count on the button, processor ${rate} x slower, p50 : p95`,
    `${ms(p50)} : ${ms(p95)}`,
    '',
  ])
}
console.log(`${cars.length} cars, processor ${slower} times slower; chunks : rows`)
for (const [what, figures, ratio] of lines)
  console.log(what.padEnd(88), figures.padStart(22), ratio.padStart(9))
