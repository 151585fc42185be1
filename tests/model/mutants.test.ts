import fc from '../support/property.ts'
import { expect, test } from 'vitest'
import { historiesOf, live, type Event } from './history.ts'
import { hidden, mutants, noFence, type Broken } from './mutants.ts'

/** Tests of the test: the model must detect each of these mutants. */
async function firstBroken(mutant: Broken, runs: number) {
  let count = 0
  let found: { after: number; wrong: string[] } | undefined
  const property = fc.asyncProperty(historiesOf(mutant.theme), async (history) => {
    count++
    const wrong = await live(history, mutant).catch((error: unknown) => [String(error)])
    if (wrong.length > 0) found ??= { after: count, wrong }
    return wrong.length === 0
  })
  await fc.check(property, { numRuns: runs, seed: 7, endOnFailure: true })
  return found
}

test.each(Object.entries(mutants))('The model notices %s', async (_name, mutant) => {
  expect(await firstBroken(mutant, 8000)).toBeDefined()
})

// Keys, natural keys, the order guard and the single transaction overlap: each must protect alone where the others are off.
test.each(Object.entries(hidden))('One layer makes up for another: %s', async (_name, mutant) => {
  expect(await firstBroken(mutant, 1000)).toBeUndefined()
})

/** A tab freezes while it sends, another tab steals its lock and sends, and the first tab thaws. */
const zombie: Event[] = [
  { do: 'wish', tab: 0, kind: 'fav.set', which: 0, value: 0 },
  { do: 'start', context: 0, partition: 1 },
  { do: 'step', place: 0, times: 4, outcome: 'ok' },
  { do: 'freeze', context: 0 },
  { do: 'wait', ms: 40_000 },
  { do: 'start', context: 1, partition: 1 },
  { do: 'step', place: 0, times: 4, outcome: 'ok' },
  { do: 'wait', ms: 6000 },
  { do: 'start', context: 1, partition: 1 },
  { do: 'step', place: 0, times: 6, outcome: 'ok' },
  { do: 'thaw', context: 0 },
  { do: 'step', place: 0, times: 3, outcome: 'requestLost' },
]
test('The model detects noFence, where a thawed tab writes after losing its turn [S31 I17]', async () => {
  expect(await live(zombie)).toEqual([])
  expect((await live(zombie, noFence)).join()).toContain('I17')
})
