import { expect, test } from 'vitest'
import { mintId } from '../../../server/kernel/ids.ts'

const now = Date.parse('2026-03-01T09:00:00Z')
const made = (count: number, at: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => mintId(at(i)))

test('Ids of one process sort by creation, however many a millisecond sees', () => {
  const ids = made(5000, (i) => now + Math.floor(i / 2000))
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(5000)
  const shape = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
  expect(ids.filter((id) => !shape.test(id))).toEqual([])
})

test('No id reveals the next one, and a clock set back repeats none', () => {
  const ids = made(2000, (i) => now - (i % 7))
  expect(new Set(ids).size).toBe(2000)
  const tails = new Set(ids.map((id) => id.slice(-12)))
  expect(tails.size).toBe(2000)
})
