import fc from '../../support/property.ts'
import { expect, test } from 'vitest'
import {
  type DraftCopy,
  imagesOf,
  mergeDrafts,
  newestStamp,
  nextStamp,
  type Stamped,
  takenOut,
} from '#contract/sync/draft-copy.ts'

const stamp = fc.integer({ min: 1, max: 4 })
const stamped = <T extends string | number>(v: fc.Arbitrary<T>): fc.Arbitrary<Stamped<T>> =>
  fc.record({ v, at: stamp })
const draft: fc.Arbitrary<DraftCopy> = fc.record(
  {
    fields: fc.dictionary(
      fc.constantFrom('title', 'price', 'city'),
      stamped(fc.constantFrom('', 'a', 'b', 'ä')),
    ),
    images: fc.dictionary(fc.constantFrom('img_a', 'img_b'), stamped(fc.constantFrom(takenOut, 0, 1))),
    step: stamped(fc.constantFrom('photos', 'car')),
    ad_id: fc.constant('ad-1'),
    base_version: fc.integer({ min: 0, max: 3 }),
  },
  { requiredKeys: ['fields', 'images', 'step'] },
)

test('Draft copies merge to the same result in any order or grouping [S21 I9]', () => {
  fc.assert(
    fc.property(draft, draft, draft, (a, b, c) => {
      expect(mergeDrafts(a, b)).toEqual(mergeDrafts(b, a))
      expect(mergeDrafts(mergeDrafts(a, b), c)).toEqual(mergeDrafts(a, mergeDrafts(b, c)))
      expect(mergeDrafts(mergeDrafts(a, b), b)).toEqual(mergeDrafts(a, b))
      expect(mergeDrafts(a, a)).toEqual(a)
    }),
  )
})

test('An edit made after seeing another one wins, however wrong the clock is [S35]', () => {
  const old: DraftCopy = { fields: { price: { v: '9', at: 5000 } }, images: {}, step: { v: 'car', at: 7000 } }
  const at = nextStamp(old, 12)
  expect([at, newestStamp(old)]).toEqual([7001, 7000])
  const mine = { ...old, fields: { price: { v: '8', at } } }
  expect(mergeDrafts(old, mine).fields).toEqual({ price: { v: '8', at } })
})

test('Merging two drafts keeps all added pictures in place and removed ones out', () => {
  const a: DraftCopy = {
    fields: {},
    images: { img_a: { v: 1, at: 1 }, img_b: { v: 0, at: 1 }, img_c: { v: 2, at: 1 } },
    step: { v: '', at: 1 },
  }
  const b = { ...a, images: { img_d: { v: 2, at: 1 }, img_a: { v: takenOut, at: 2 } } }
  expect(imagesOf(a)).toEqual(['img_b', 'img_a', 'img_c'])
  expect(imagesOf(mergeDrafts(a, b))).toEqual(['img_b', 'img_c', 'img_d'])
})

test('A merge forgets the oldest removed pictures over the limit, never present ones', () => {
  const numbered = (from: number, count: number, of: (n: number) => Stamped<number>) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`img_${from + i}`, of(from + i)]))
  const a: DraftCopy = {
    fields: {},
    images: numbered(100, 58, (n) => ({ v: takenOut, at: n })),
    step: { v: '', at: 1 },
  }
  const b = { ...a, images: numbered(10, 10, (n) => ({ v: n, at: 1 })) }
  const merged = mergeDrafts(a, b)
  expect(mergeDrafts(b, a)).toEqual(merged)
  expect(mergeDrafts(merged, a)).toEqual(merged)
  expect(imagesOf(merged)).toEqual(Object.keys(b.images))
  expect(Object.keys(merged.images).toSorted()).toEqual(
    [...Object.keys(b.images), ...Object.keys(a.images).slice(8)].toSorted(),
  )
  const many = { ...b, images: numbered(100, 70, (n) => ({ v: n, at: 1 })) }
  expect(imagesOf(mergeDrafts(many, many))).toHaveLength(70)
})
