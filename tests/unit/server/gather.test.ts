import { expect, test } from 'vitest'
import { gather } from '../../../server/kernel/gather.ts'
import fc from '../../support/property.ts'

const turn = () => new Promise<void>((done) => setImmediate(done))
/** Waits for `n` turns of the event loop. */
const turns = async (n: number) => {
  for (let i = 0; i < n; i += 1) await turn()
}

test('The first call runs at once, and calls during a run share the next', async () => {
  const runs: number[][] = []
  const twice = gather<number, number>({
    most: 3,
    run: async (all) => {
      runs.push([...all])
      await turns(3)
      return all.map((n) => 2 * n)
    },
  })
  const first = twice(1)
  await turn()
  expect(runs).toEqual([[1]])
  const rest = [2, 3, 4, 5].map(twice)
  expect(await Promise.all([first, ...rest])).toEqual([2, 4, 6, 8, 10])
  expect(runs).toEqual([[1], [2, 3, 4], [5]])
})

test('A failing call fails alone; a lost database fails all at once', async () => {
  const ran: number[] = []
  const failing = (error: Error) =>
    gather<number, number>({
      most: 10,
      run: async (all) => {
        ran.push(all.length)
        if (all.includes(3)) throw error
        return all
      },
    })
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(failing(new Error('Three is too many.'))))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  ran.length = 0
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  const lost = await Promise.allSettled([1, 2, 3, 4].map(failing(away)))
  expect(lost.every(({ status }) => status === 'rejected')).toBe(true)
  expect(ran).toEqual([4])
})

interface GatherStep {
  key: number
  /** Turns from the run of the call until its response. */
  late: number
  /** Turns until the next call. */
  pause: number
}
const steps = fc.array(
  fc.record({ key: fc.nat(3), late: fc.nat(4), pause: fc.nat(2) }) satisfies fc.Arbitrary<GatherStep>,
  { minLength: 1, maxLength: 25 },
)

test('Each call gets its own answer, and calls of one key keep their order', async () => {
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 3 }),
      async (all, most, lanes) => {
        const [under, order]: [number[], number[][]] = [[], [[], [], [], []]]
        let running = 0
        const called = new Set<number>()
        const ask = gather<number, string>({
          most,
          lanes,
          apart: (n) => [String(all[n]?.key)],
          run: async (numbers) => {
            running += 1
            expect(running).toBeLessThanOrEqual(lanes)
            expect(numbers.length).toBeLessThanOrEqual(most)
            for (const n of numbers) {
              const key = all[n]?.key ?? 0
              expect(called.has(n)).toBe(true)
              expect(under).not.toContain(key)
              under.push(key)
              order[key]?.push(n)
            }
            await turn()
            running -= 1
            return numbers.map(async (n) => {
              await turns(all[n]?.late ?? 0)
              under.splice(under.indexOf(all[n]?.key ?? 0), 1)
              return `answer ${n}`
            })
          },
        })
        const answers: Promise<string>[] = []
        for (const [n, { pause }] of all.entries()) {
          called.add(n)
          answers.push(ask(n))
          await turns(pause)
        }
        expect(await Promise.all(answers)).toEqual(all.map((_, n) => `answer ${n}`))
        for (const numbers of order) expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
      },
    ),
    { numRuns: 60 },
  )
})
