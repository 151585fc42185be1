import { afterAll, beforeAll, test } from 'vitest'
import { favouritesOf } from '../support/people.ts'
import { historyOf, names, told } from './history.ts'
import type { History } from './history.ts'
import {
  eachOnce,
  everythingLeaves,
  keysKeepTheirWords,
  lastWishesHold,
  screensAgree,
  whatHappened,
} from './laws.ts'
import { openStory } from './phone.ts'
import { openWorld } from './world.ts'
import type { World } from './world.ts'

/** `npm run test:chaos -- --runs 200 --seed 7`; a failure prints the seed that reproduces it. */
const runs = Number(process.env['CHAOS_RUNS'] ?? 20)
const firstSeed = Number(process.env['CHAOS_SEED'] ?? 1)

/** Runs one history and returns the laws that it breaks. */
async function live(world: World, history: History): Promise<string[]> {
  world.nextAddress()
  world.proxy.forget()
  const before = new Map<string, ReadonlySet<string>>()
  for (const name of names) before.set(name, new Set(await favouritesOf(world.people[name])))
  const story = await openStory(world, history)
  try {
    for (const act of history.acts) await story.play(act)
    await story.heal()
    await everythingLeaves(world, story)
    const hearts = await Promise.all(
      names.map((name) => lastWishesHold(story, world.people[name], before.get(name) ?? new Set())),
    )
    const broken = [
      ...(await eachOnce(world, story, ` ${history.seed} `)),
      ...hearts.flat(),
      ...keysKeepTheirWords(world),
    ]
    await screensAgree(world, story)
    if (broken.length > 0) broken.push(...(await whatHappened(world, story)))
    return broken
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  } finally {
    await story.close()
  }
}

/**
 * Runs each `step`th history from `first` on, one after the other. Histories wait more than they compute, so the files that call
 * this function run in parallel, each with a world of its own.
 */
export function liveThrough(first: number, step: number): void {
  const seeds = Array.from({ length: runs }, (_, i) => i)
    .filter((i) => i % step === first)
    .map((i) => firstSeed + i)
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())
  test.for(seeds)(
    'Whatever happens to a phone and its network, what it called saved is there once (history %i) [I1 I2 I4 I5 I6 I7 I10 I12 I18 I19]',
    { tags: ['full'], timeout: 300_000 },
    async (seed, { expect }) => {
      const history = historyOf(seed)
      const broken = await live(world, history)
      const again = `Again: npm run test:chaos -- --runs 1 --seed ${seed}`
      expect(broken, broken.length > 0 ? `${told(history)}\n${again}` : '').toEqual([])
    },
  )
}
