import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedRoute, type FeedPage } from '#contract/sync/feed.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { oneCar } from '../../demo/car/one-car.ts'
import { writePeople } from '../../demo/people/people-rows.ts'
import { writeReference } from '../../server/reference/reference-rows.ts'
import { demoWorld } from '../../demo/seed.ts'
import { testServer, type TestServer } from '../support/api.ts'
import { feedAddress, type FeedAsked } from '../support/feed.ts'

/** Bytes of a KB, as mobile tariffs count. */
const kb = 1000
const today = new Date('2026-03-01T00:00:00Z')

let server: TestServer
beforeAll(async () => {
  // Made-up cars like those of a demo, but each with an uploaded photo, named by its bytes.
  const { world, people } = demoWorld(1, today, 5400)
  const cars = Array.from({ length: 5400 }, (_, i) => {
    const { views, mileageKm: _km, ...car } = oneCar(i, world)
    const pictures = views.map((_view, k) => {
      const name = createHash('sha256').update(`${car.id} ${k}`).digest('hex').slice(0, 32)
      return { url: `/media/img_${name}/1280.webp`, blur: 'data:image/webp;base64,AAAA', alt: '' }
    })
    return { ...car, pictures }
  })
  server = await testServer({
    seed: async ({ db }) => {
      await writeReference(db)
      await writePeople(db, people, { passwordHash: '', seed: 1, today: today.getTime() })
      await insertCars(db, cars)
    },
  })
})
afterAll(() => server.close())

const unpack = { br: brotliDecompressSync, gzip: gunzipSync } as const
type Encoding = keyof typeof unpack

/** Fetches one response. Returns the bytes of its headers and its body on the network. */
async function weighed(
  asked: FeedAsked,
  encoding: Encoding,
): Promise<{ bytes: number; body: number; page: FeedPage }> {
  const headers = { 'accept-encoding': encoding }
  const answer = await server.app.inject({ url: feedAddress(asked), headers })
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, encoding])
  const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
  const head = `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`
  const text = unpack[encoding](answer.rawPayload).toString('utf8')
  return {
    bytes: Buffer.byteLength(head) + answer.rawPayload.length,
    body: answer.rawPayload.length,
    page: feedRoute.reply.parse(JSON.parse(text)).data,
  }
}

/** Fetches all pages from one cursor on. Returns their total size. */
async function followed(asked: FeedAsked, encoding: Encoding) {
  let bytes = 0
  const pages: FeedPage[] = []
  for (let cursor = asked.cursor; ;) {
    const next = await weighed({ ...asked, ...(cursor !== undefined && { cursor }) }, encoding)
    bytes += next.bytes
    pages.push(next.page)
    cursor = next.page.cursor
    if (!next.page.more) return { bytes, pages, cursor }
  }
}
const ids = (pages: readonly FeedPage[]) => pages.flatMap(({ upserts }) => upserts.id)

test.each([
  ['br', 350],
  ['gzip', 362],
] as const)(
  '5,000 cars take at most 320 KB as %s, and %i in three pages [R-PWA-33]',
  async (encoding, inThree) => {
    for (const [asked, count, most] of [
      [{ limit: 5000, window: 5000 }, 1, 320 * kb],
      [{ window: 5000 }, 3, inThree * kb],
    ] as const) {
      const { bytes, pages } = await followed(asked, encoding)
      expect([pages.length, new Set(ids(pages)).size]).toEqual([count, 5000])
      expect(bytes).toBeLessThanOrEqual(most)
    }
  },
)

test('News of 220 cars takes at most 17.5 KB (br) or 20 KB (gzip)', async () => {
  const { cursor } = await followed({ limit: 5000, window: 5000 }, 'br')
  /** Selects one in `n` of the 5,000 newest cars. */
  const among = `id in (select id from (select id, row_number() over (order by created_at desc, id) as n
    from cars where status = 'active') as listed where n <= 5000 and n % $1 = 7)`
  const run = (text: string, n: number) => server.db.run({ text: `${text} where ${among}`, values: [n] })
  await run("update cars set status = 'sold'", 250)
  await run('update cars set price = price + 1000, version = version + 1', 25)
  for (const [encoding, most] of [
    ['br', 17.5 * kb],
    ['gzip', 20 * kb],
  ] as const) {
    const { body, page } = await weighed({ cursor }, encoding)
    expect([page.more, ids([page]).length, page.deletes.length]).toEqual([false, 200, 20])
    expect(body).toBeLessThanOrEqual(most)
  }
})
