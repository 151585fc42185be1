import fc from 'fast-check'
import { expect, test } from 'vitest'
import { histories, live } from './history.ts'

const runs = Number(process.env['MODEL_RUNS'] ?? 3000)
const seed = process.env['MODEL_SEED'] === undefined ? {} : { seed: Number(process.env['MODEL_SEED']) }

test(`Whatever happens on the way, what a person saved arrives exactly once, in order and in their name (${runs} histories) [R-PWA-27 R-PWA-28 R-PWA-29]`, async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      expect(await live(history)).toEqual([])
    }),
    { numRuns: runs, ...seed },
  )
})
