import { expect, test } from 'vitest'
import { chatCases, conformance, play } from './conformance.ts'
import { referenceWorld, type Sabotage, sabotages } from './reference-world.ts'

conformance('reference', () => Promise.resolve(referenceWorld()))

/** Tests of the test: the suite must detect each of these designs. */
const noticedBy = async (sabotage: Sabotage): Promise<string[]> => {
  const found: string[] = []
  for (const chatCase of chatCases) {
    const world = referenceWorld(sabotage)
    const broken = await play(chatCase, world).then(
      () => false,
      () => true,
    )
    if (broken) found.push(chatCase.title)
  }
  return found
}

const missed = new Set(chatCases.map((c) => c.title))
test.each(Object.entries(sabotages) as [Sabotage, string][])(
  'The suite of the chat notices %s: %s',
  async (sabotage) => {
    const found = await noticedBy(sabotage)
    for (const title of found) missed.delete(title)
    process.stdout.write(`${sabotage} is noticed by ${found.length}: ${found[0] ?? 'nothing'}\n`)
    expect(found).not.toEqual([])
  },
)

test('Each case of the chat suite has noticed one of them', () => {
  expect([...missed]).toEqual([])
})
