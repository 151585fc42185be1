import { expect, test } from 'vitest'
import { ByteLru } from '../../../server/kernel/byte-lru.ts'
import fc from '../../support/property.ts'

test('A byte-bound cache never exceeds its limit and keeps the last used entry', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 0, max: 40 }))),
      (steps) => {
        const held = new Map<string, number>()
        const lru = new ByteLru<number>(100, (key) => held.delete(key))
        for (const [key, bytes] of steps) {
          held.set(key, bytes)
          lru.set(key, bytes, bytes)
          expect(lru.bytes).toBeLessThanOrEqual(100)
          expect(lru.bytes).toBe([...held.values()].reduce((a, b) => a + b, 0))
          expect(lru.get(key)).toBe(bytes)
        }
      },
    ),
  )
})

const limit = 10
const anyKey = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const anyStep = fc.oneof(
  fc.record({ do: fc.constant('set' as const), key: anyKey, bytes: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ do: fc.constantFrom('get' as const, 'delete' as const), key: anyKey }),
)

test('A full cache drops the oldest first; what was read stays longer', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 200 }), (steps) => {
      const dropped: string[] = []
      const cache = new ByteLru<number>(limit, (key) => dropped.push(key))
      let model: { key: string; bytes: number; used: boolean }[] = []
      const expected: string[] = []
      const sum = () => model.reduce((n, { bytes }) => n + bytes, 0)
      for (const step of steps) {
        const known = model.find(({ key }) => key === step.key)
        const found = step.do === 'get' ? cache.get(step.key) : known?.bytes
        expect(found).toBe(known?.bytes)
        if (step.do === 'get') {
          if (known) known.used = true
          continue
        }
        model = model.filter((entry) => entry !== known)
        if (!('bytes' in step)) cache.delete(step.key)
        else {
          cache.set(step.key, step.bytes, step.bytes)
          if (step.bytes > limit) expected.push(step.key)
          else model.push({ key: step.key, bytes: step.bytes, used: false })
          while (sum() > limit) {
            const [oldest] = model.splice(0, 1)
            if (!oldest) break
            if (oldest.used || oldest.key === step.key) model.push({ ...oldest, used: false })
            else expected.push(oldest.key)
          }
        }
        expect(dropped).toEqual(expected)
        expect([cache.bytes, cache.size]).toEqual([sum(), model.length])
      }
    }),
  )
})

test('A value larger than the whole cache pushes no other out', () => {
  const dropped: string[] = []
  const cache = new ByteLru<string>(100, (key) => dropped.push(key))
  cache.set('small', 'stays', 40)
  cache.set('huge', 'goes', 101)
  expect([cache.get('small'), cache.get('huge'), dropped]).toEqual(['stays', undefined, ['huge']])
})
