import fc from '../../support/property.ts'
import { describe, expect, test } from 'vitest'
import { editsAllowed, editsBetween, firstLetter, fold, litresTag } from '#catalogue'
import { textParts, titleTokens, tokensOf, wordFits } from '#catalogue'

const fits = (text: string, token: string, loose = true) => wordFits({ text, loose }, token)
const car = {
  bodytype: '',
  title: '2019 Citroën C3 “Édition” 1,4 GD-6 50%',
  make: 'Citroën',
  model: 'C3',
  year: 2019,
}

test('A car’s tokens are the unique unaccented words of title, make, model and year [R-API-09]', () => {
  expect(tokensOf(car)).toEqual([
    '2019',
    'citroen',
    'c3',
    'edition',
    '1.4',
    'gd',
    '6',
    'gd6',
    '50',
    litresTag(14),
  ])
})

test.each([
  ['CR-V', ['cr', 'v', 'crv']],
  ["O'Neil", ['o', 'neil', 'oneil']],
  ['e-tron S-line', ['e', 'tron', 'etron', 's', 'line', 'sline']],
  ['a-b-c', ['a', 'b', 'ab', 'c', 'abc']],
  ['1.8T', ['1.8t']],
  ['½ price', ['1', '2', 'price']],
  ['Ünïcødé 中文', ['unicøde', '中文']],
  ['— ! %', []],
])('"%s" is made of %j', (title, tokens) => {
  expect(titleTokens({ title, make: '', model: '', year: 2000 })).toEqual([...tokens, '2000'])
})

test('The words of a text are its runs of letters and digits', () => {
  expect(textParts("  GD-6, 2,8 l'été! ")).toEqual(['gd', '6', '2.8', 'l', 'ete'])
})

describe('A word', () => {
  test('fits every token that begins with it', () => {
    expect(fits('cor', 'corolla', false)).toBe(true)
    expect(fits('rolla', 'corolla', false)).toBe(false)
    expect(fits('corollas', 'corolla', false)).toBe(false)
  })

  test.each([
    ['toyta', 'toyota'],
    ['corrola', 'corolla'],
    ['mercedez', 'mercedes'],
    ['volkswagon', 'volkswagen'],
    ['hyundia', 'hyundai'],
    ['titanim', 'titanium'],
    ['legnder', 'legender'],
    ['wildtrack', 'wildtrak'],
    ['limitd', 'limited'],
    ['comfrtl', 'comfortline'],
  ])('that is loose may be misspelled: %s fits %s', (text, token) => {
    expect(fits(text, token)).toBe(true)
    expect(fits(text, token, false)).toBe(false)
  })

  test.each([
    ['goyota', 'toyota', 'the first letter is right'],
    ['gti', 'gtx', 'three letters are not enough'],
    ['golf', 'gulls', 'four letters may have one mistake'],
    ['trotan', 'titanium', 'six may have one'],
    ['c2000', 'c200', 'digits are never guessed'],
    ['2018', '2019', 'digits are never guessed'],
    ['aaaa', 'audi', 'one letter four times is no word'],
  ])('%s does not fit %s: %s', (text, token) => {
    expect(fits(text, token)).toBe(false)
  })

  test('fits by itself and the token alone, and never less when it is loose', () => {
    const token = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map(fold)
    fc.assert(
      fc.property(token, token, (text, other) => {
        expect(fits(text, text, false)).toBe(true)
        expect(fits(text, text + other, false)).toBe(true)
        expect(fits(text, other)).toBe(fits(text, other) || fits(text, other, false))
        expect(fits(text, other) && firstLetter(text) !== firstLetter(other)).toBe(false)
      }),
    )
  })
})

/** Computes the edit distance with the textbook table, without optimisations. */
function edits(a: string, b: string): number {
  const d = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const at = (i: number, j: number) => d[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const swap =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Infinity
      const row = d[i]
      if (row)
        row[j] = Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          swap,
        )
    }
  }
  return at(a.length, b.length)
}

test('The edits between two texts are counted exactly, up to the most that matters', () => {
  const few = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
  fc.assert(
    fc.property(few, few, fc.constantFrom(1, 2), (a, b, most) => {
      expect(editsBetween(a, b, { most, beginning: false })).toBe(Math.min(edits(a, b), most + 1))
      const beginnings = Array.from({ length: b.length + 1 }, (_, i) => edits(a, b.slice(0, i)))
      expect(editsBetween(a, b, { most, beginning: true })).toBe(Math.min(...beginnings, most + 1))
    }),
    { numRuns: 500 },
  )
  expect([
    editsAllowed('abc'),
    editsAllowed('abcd'),
    editsAllowed('abcdefgh'),
    editsAllowed('abcd1'),
  ]).toEqual([0, 1, 2, 0])
})
