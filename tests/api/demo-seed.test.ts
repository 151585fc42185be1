import { afterEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { demoId, randomOf } from '../../demo/random.ts'
import { oneCar } from '../../demo/car/one-car.ts'
import { demoWorld, seedDemo } from '../../demo/seed.ts'
import { type TestDeps, testDeps } from '../support/api.ts'
import fc from '../support/property.ts'

const worlds: TestDeps[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.end()
})
async function world(): Promise<TestDeps> {
  const made = await testDeps()
  worlds.push(made)
  return made
}

const line = z.object({ line: z.string() })
const rowsOf = async ({ deps }: TestDeps) => {
  const cars = await deps.db.rows(line, {
    text: 'select row_to_json(c)::text as line from cars c order by id',
  })
  const people = await deps.db.rows(line, { text: 'select id || email as line from users order by id' })
  return { cars, people }
}
const noted = async ({ deps }: TestDeps) =>
  deps.db.row(z.object({ there: z.boolean() }), {
    text: "select to_regclass('demo_seed') is not null as there",
  })

const place = fc.oneof(fc.nat(1_000_000), fc.nat(2 ** 31 - 1), fc.constantFrom(2 ** 31, 2 ** 32 - 1))

test('No two places share an id, however alike what was drawn for them', () => {
  fc.assert(
    fc.property(fc.uniqueArray(place, { maxLength: 200 }), fc.nat(), (places, seed) => {
      const ids = places.map((at) => demoId(1_790_000_000_000, randomOf(seed), at))
      expect(new Set(ids).size).toBe(places.length)
      for (const id of ids)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }),
  )
})

test('Cars whose seeds are one number have ids and addresses of their own', () => {
  const { world: made } = demoWorld(1, new Date('2026-11-20T15:30:00Z'), 600)
  const [one, other] = [oneCar(337_408, made), oneCar(377_004, made)]
  expect(one.title).toBe(other.title)
  expect(one.id).not.toBe(other.id)
  expect(one.slug).not.toBe(other.slug)
})

test('A seed that is ended and started again gives the rows of one run', async () => {
  const [whole, ended] = [await world(), await world()]
  const asked = { cars: 12, seed: 3, atOnce: 5 }
  whole.clock.set('2026-03-01T10:00:00Z')
  ended.clock.set('2026-03-01T23:00:00Z')
  expect(await seedDemo(whole.deps, asked)).toBe(true)
  const stop = (text: string) => {
    if (text.startsWith('10 of')) throw new Error('ended')
  }
  await expect(seedDemo(ended.deps, { ...asked, log: stop })).rejects.toThrow('ended')
  // On another day the seed continues; other numbers are another seed, so the first call does nothing.
  ended.clock.set('2026-03-04T10:00:00Z')
  expect(await seedDemo(ended.deps, { ...asked, seed: 4 })).toBe(false)
  expect(await noted(ended)).toEqual({ there: true })
  expect(await seedDemo(ended.deps, asked)).toBe(true)
  expect(await rowsOf(ended)).toEqual(await rowsOf(whole))
  expect(await noted(ended)).toEqual({ there: false })
  expect(await seedDemo(ended.deps, asked)).toBe(false)
})
