import { expect, test } from 'vitest'
import { createInTurn } from '#contract/values/in-turn.ts'

test('Jobs on one queue run in order, even when one fails', async () => {
  const inTurn = createInTurn()
  const order: string[] = []
  const work = (name: string, fails = false) =>
    inTurn(async () => {
      order.push(`${name} begins`)
      await new Promise((done) => setTimeout(done, 5))
      order.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const all = await Promise.allSettled([work('a'), work('b', true), work('c')])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})
