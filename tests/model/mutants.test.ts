import fc from 'fast-check'
import { expect, test } from 'vitest'
import { histories, live } from './history.ts'
import { mutants } from './mutants.ts'
import type { Mutant } from './world.ts'

/** Tests of the test: a model that would not notice these is worth nothing. */
const most = 12_000

async function firstBroken(mutant: Mutant | undefined, o: { runs: number; purge: boolean }) {
  let count = 0
  let found: { after: number; wrong: string[] } | undefined
  await fc.check(
    fc.asyncProperty(histories, async (history) => {
      count++
      const events = o.purge ? history : history.filter((e) => e.do !== 'purge')
      const wrong = await live(events, mutant).catch((error: unknown) => [String(error)])
      if (wrong.length > 0) found ??= { after: count, wrong }
      return wrong.length === 0
    }),
    { numRuns: o.runs, seed: 7, endOnFailure: true },
  )
  return found
}

test.each(Object.keys(mutants))('The model notices %s', async (name) => {
  expect(await firstBroken(mutants[name], { runs: most, purge: true })).toBeDefined()
})

// Keys, natural keys and the order guard overlap: each must carry alone what the others would hide.
test.each(['no natural key behind a purged one', 'no order guard behind a purged key'])(
  'Kept keys alone make up for %s',
  async (name) => {
    expect(await firstBroken(mutants[name], { runs: 1500, purge: false })).toBeUndefined()
  },
)
