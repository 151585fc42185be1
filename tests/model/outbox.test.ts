import fc from '../support/property.ts'
import { expect, test } from 'vitest'
import { memoryStore } from '../../src/local/database/memory.ts'
import { historiesOf, live, type Event } from './history.ts'

const asked = process.env['MODEL_RUNS']
const runs = Number(asked ?? 20_000)
/** The default run uses the same seed every time. A run with a requested length uses a random seed and prints it. */
const dice = asked === undefined ? 20_000 : Math.floor(Math.random() * 0x7fffffff)
const seed = Number(process.env['MODEL_SEED'] ?? dice)
/** Milliseconds until the test times out, with a reserve for a busy machine. */
const patience = 60_000 + runs * 30

/** Returns a failed history as the source of a named test. */
const asTest = (history: readonly Event[], wrong: readonly string[]) =>
  [
    `${wrong.join('\n')}\n\nSeed ${seed}. Keep it in tests/model/found.test.ts:`,
    "test('…', async () => {",
    '  const history: Event[] = [',
    ...history.map(
      (event) =>
        `    ${JSON.stringify(event)
          .replace(/"(\w+)":/g, ' $1: ')
          .replace(/"/g, "'")},`,
    ),
    '  ]',
    '  expect(await live(history)).toEqual([])',
    '})',
  ].join('\n')

test(
  `A saved write arrives exactly once, in order and under its owner (${runs} histories) [I1 I2 I3 I4 I5 I6 I7 I8 I9 I10 I16 I17 I18 I19 R-PWA-27 R-PWA-28 R-PWA-29]`,
  async () => {
    const start = performance.now()
    const fails = (error: unknown) => [
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    ]
    const property = fc.asyncProperty(
      historiesOf(),
      async (history) => (await live(history).catch(fails)).length === 0,
    )
    const result = await fc.check(property, { numRuns: runs, seed })
    const seconds = (performance.now() - start) / 1000
    process.stdout.write(
      `${result.numRuns} histories, ${Math.round(result.numRuns / seconds)} a second, seed ${seed}\n`,
    )
    const [history] = result.counterexample ?? []
    expect(history ? asTest(history, await live(history).catch(fails)) : 'no law broken').toBe(
      'no law broken',
    )
    expect(result.failed).toBe(false)
  },
  patience,
)

test('The model’s fast store and the app’s memory store produce the same results', async () => {
  const property = fc.asyncProperty(historiesOf(), async (history) => {
    expect(await live(history, { frozenStore: memoryStore })).toEqual(await live(history))
  })
  await fc.assert(property, { numRuns: Math.min(runs, 200), seed })
})
