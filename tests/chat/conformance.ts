import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { badgeCases } from './cases/badge.ts'
import { messageCases } from './cases/messages.ts'
import { networkCases } from './cases/network.ts'
import { orderCases } from './cases/order.ts'
import { readCases } from './cases/read.ts'
import { strangerCases } from './cases/strangers.ts'
import { sceneOf, type Scene } from './scene.ts'
import type { ChatWorld } from './world.ts'

/** One promise of a chat store; throws when the store breaks it. */
export interface ChatCase {
  title: string
  /** Topic of the case; a place may leave the topic to a test of its own. */
  about?: 'retention' | 'many messages' | 'roll-over'
  play: (scene: Scene) => Promise<void>
}

/** The promises of both stores, in every place. */
export const chatCases: readonly ChatCase[] = [
  ...messageCases,
  ...readCases,
  ...orderCases,
  ...networkCases,
  ...badgeCases,
  ...strangerCases,
]

/** Runs one case with people and phones of its own. */
export async function play({ play: run }: ChatCase, world: ChatWorld): Promise<void> {
  const scene = sceneOf(world)
  try {
    await run(scene)
  } finally {
    await scene.end()
  }
}

/** Tests one place against all promises of both stores. */
export function conformance(
  place: string,
  open: () => Promise<ChatWorld>,
  { without = [], only, ...o }: Which = {},
): void {
  describe(`The chat, ${place}`, () => {
    let world: ChatWorld
    beforeAll(async () => {
      world = await open()
    })
    afterAll(() => world.stop())
    const cases = chatCases.filter(({ about }) =>
      only === undefined ? about === undefined || !without.includes(about) : about === only,
    )
    test.each(cases.map((c) => [c.title, c] as const))(`%s (${place})`, o, async (_title, c) => {
      expect.hasAssertions()
      await play(c, world)
    })
  })
}

/** The cases that a place runs; all cases by default. */
interface Which {
  without?: readonly NonNullable<ChatCase['about']>[]
  only?: NonNullable<ChatCase['about']>
  tags?: ['full']
}
